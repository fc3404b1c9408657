import type { ListEntry } from '../model.ts';
import { countryOf } from './countries.ts';
import { slashedDate } from './dates.ts';
import { EntryBuilder, type OfficialList } from './official-list.ts';
import { ukKind, ukStrength } from './uk-csv.ts';
import type { Xml } from './xml.ts';

/** Reads the UK Sanctions List as XML: one `Designation` for each, with lists of names, addresses and details. */
export function readUkXml(root: Xml): OfficialList {
  const notes: string[] = [];
  return {
    list: 'UK-SL',
    format: 'UK-Sanctions-List.xml',
    publishedAt: root.text('DateGenerated') || null,
    entries: root.all('Designation').map((designation) => readDesignation(designation, notes)),
    notes,
  };
}

const nameParts = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'];

function readDesignation(designation: Xml, notes: string[]): ListEntry {
  const id = designation.text('UniqueID');
  const built = new EntryBuilder(id, ukKind(designation.text('IndividualEntityShip'), id), notes);
  for (const name of within(designation, 'Names', 'Name')) {
    const strength = ukStrength(name.text('NameType'), name.text('AliasStrength'));
    built.name(
      nameParts.map((part) => name.text(part)),
      strength,
    );
  }
  for (const name of within(designation, 'NonLatinNames', 'NonLatinName')) {
    built.name([name.text('NameNonLatinScript')], 'alias');
  }
  const person = within(designation, 'IndividualDetails', 'Individual')[0];
  for (const { content } of person === undefined ? [] : within(person, 'DOBs', 'DOB')) {
    built.birth(slashedDate(content), content);
  }
  for (const { content } of person === undefined ? [] : within(person, 'Nationalities', 'Nationality')) {
    built.country(countryOf(content), content);
  }
  for (const address of built.kind === 'organisation' ? within(designation, 'Addresses', 'Address') : []) {
    built.country(countryOf(address.text('AddressCountry')), address.text('AddressCountry'));
  }
  for (const number of person === undefined ? [] : documentsOf(person)) built.document(number);
  built.program(designation.text('RegimeName'));
  return built.build();
}

function documentsOf(person: Xml): string[] {
  return [
    ...within(person, 'PassportDetails', 'Passport').map((passport) => passport.text('PassportNumber')),
    ...within(person, 'NationalIdentifierDetails', 'NationalIdentifier').map((each) =>
      each.text('NationalIdentifierNumber'),
    ),
  ];
}

function within(parent: Xml, list: string, item: string): readonly Xml[] {
  return parent.all(list).flatMap((each) => each.all(item));
}
