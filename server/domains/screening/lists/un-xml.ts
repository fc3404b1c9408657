import type { BirthSpan, ListEntry } from '../model.ts';
import { countryOf } from './countries.ts';
import { about, between, isoDate, span } from './dates.ts';
import { EntryBuilder, type OfficialList } from './official-list.ts';
import type { Xml } from './xml.ts';

/** Reads the United Nations Security Council's consolidated list: individuals, then entities. */
export function readUnXml(root: Xml): OfficialList {
  const notes: string[] = [];
  const individuals = root.all('INDIVIDUALS').flatMap((group) => group.all('INDIVIDUAL'));
  const entities = root.all('ENTITIES').flatMap((group) => group.all('ENTITY'));
  return {
    list: 'UN-SC',
    format: 'consolidated.xml',
    publishedAt: root.attribute('dateGenerated') || null,
    entries: [
      ...individuals.map((entry) => readEntry(entry, 'INDIVIDUAL', notes)),
      ...entities.map((entry) => readEntry(entry, 'ENTITY', notes)),
    ],
    notes,
  };
}

function readEntry(entry: Xml, tag: 'INDIVIDUAL' | 'ENTITY', notes: string[]): ListEntry {
  const built = new EntryBuilder(entry.text('DATAID'), tag === 'ENTITY' ? 'organisation' : 'person', notes);
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => entry.text(part));
  built.name(parts, 'primary');
  built.name([entry.text('NAME_ORIGINAL_SCRIPT')], 'alias');
  for (const alias of entry.all(`${tag}_ALIAS`)) {
    // Aliases in one element are parted by semicolons at times.
    for (const name of alias.text('ALIAS_NAME').split(';')) {
      built.name([name], alias.text('QUALITY') === 'Low' ? 'weak' : 'alias');
    }
  }
  for (const birth of entry.all(`${tag}_DATE_OF_BIRTH`)) built.birth(spanOf(birth), asWritten(birth));
  const countries = entry.all('NATIONALITY').flatMap((nationality) => nationality.all('VALUE'));
  for (const { content } of countries) built.country(countryOf(content), content);
  for (const address of entry.all('ENTITY_ADDRESS')) {
    built.country(countryOf(address.text('COUNTRY')), address.text('COUNTRY'));
  }
  for (const document of entry.all('INDIVIDUAL_DOCUMENT')) built.document(document.text('NUMBER'));
  built.program(entry.text('UN_LIST_TYPE'));
  return built.build();
}

/** TYPE_OF_DATE is EXACT, APPROXIMATELY or BETWEEN. */
function spanOf(birth: Xml): BirthSpan | undefined {
  const dated = isoDate(birth.text('DATE')) ?? isoDate(birth.text('YEAR'));
  const from = Number(birth.text('FROM_YEAR'));
  const to = Number(birth.text('TO_YEAR'));
  const known = dated ?? between(span(from), span(to));
  return birth.text('TYPE_OF_DATE') === 'APPROXIMATELY' ? about(known) : known;
}

function asWritten(birth: Xml): string {
  return ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR'].map((part) => birth.text(part)).join(' ');
}
