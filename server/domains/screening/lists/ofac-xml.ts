import type { ListEntry } from '../model.ts';
import { countryOf } from './countries.ts';
import { writtenDate } from './dates.ts';
import { EntryBuilder, ListError, type OfficialList } from './official-list.ts';
import type { Xml } from './xml.ts';

/** Reads OFAC's `sdn.xml` (Specially Designated Nationals): one `sdnEntry` for each. */
export function readOfacXml(root: Xml): OfficialList {
  const notes: string[] = [];
  const information = root.all('publshInformation')[0];
  return {
    list: 'OFAC-SDN',
    format: 'sdn.xml',
    publishedAt: information?.text('Publish_Date') || null,
    entries: root.all('sdnEntry').map((entry) => readEntry(entry, notes)),
    notes,
  };
}

const kinds: Readonly<Record<string, ListEntry['kind']>> = {
  Individual: 'person',
  Entity: 'organisation',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
};

function readEntry(entry: Xml, notes: string[]): ListEntry {
  const id = entry.text('uid');
  const kind = kinds[entry.text('sdnType')];
  if (id === '' || kind === undefined) throw new ListError(`sdnEntry ${id}: unknown sdnType ${entry.text('sdnType')}`);
  const built = new EntryBuilder(id, kind, notes);
  built.name([entry.text('firstName'), entry.text('lastName')], 'primary');
  for (const aka of listed(entry, 'akaList', 'aka')) {
    built.name([aka.text('firstName'), aka.text('lastName')], aka.text('category') === 'weak' ? 'weak' : 'alias');
  }
  for (const item of listed(entry, 'dateOfBirthList', 'dateOfBirthItem')) {
    built.birth(writtenDate(item.text('dateOfBirth')), item.text('dateOfBirth'));
  }
  for (const nationality of [
    ...listed(entry, 'nationalityList', 'nationality'),
    ...listed(entry, 'citizenshipList', 'citizenship'),
    ...(kind === 'organisation' ? listed(entry, 'addressList', 'address') : []),
  ]) {
    built.country(countryOf(nationality.text('country')), nationality.text('country'));
  }
  for (const document of listed(entry, 'idList', 'id')) built.document(document.text('idNumber'));
  for (const program of listed(entry, 'programList', 'program')) built.program(program.content);
  return built.build();
}

function listed(entry: Xml, list: string, item: string): readonly Xml[] {
  return entry.all(list)[0]?.all(item) ?? [];
}
