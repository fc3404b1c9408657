import { getOrMake } from '../../../kernel/collections.ts';
import { readRows } from './csv.ts';
import { euBirth, euCountry, euKind, euName, euStrength } from './eu-xml.ts';
import { EntryBuilder, type OfficialList } from './official-list.ts';

/**
 * Reads the EU's `csvFullSanctionsList_1_1`: one row for each name, address, birth date, document or citizenship of an
 * entity, all with its logical id.
 */
export function readEuCsv(text: string): OfficialList {
  const notes: string[] = [];
  const builders = new Map<string, { readonly built: EntryBuilder; named: boolean }>();
  let publishedAt: string | null = null;
  readRows(text, { name: 'csvFullSanctionsList', delimiter: ';', header: 0, needed }, (row) => {
    publishedAt ??= row('fileGenerationDate') || null;
    const id = row('Entity_LogicalId');
    if (id === '') return;
    const entry = getOrMake(builders, id, () => {
      const kind = euKind(row('Entity_SubjectType') || row('Entity_SubjectType_ClassificationCode'), id);
      return { built: new EntryBuilder(id, kind, notes), named: false };
    });
    const { built } = entry;
    const name = euName((part) => row(`NameAlias_${part[0]!.toUpperCase()}${part.slice(1)}`));
    if (name.some((part) => part !== '')) {
      built.name(name, euStrength(!entry.named, row('NameAlias_Strong')));
      entry.named = true;
    }
    built.birth(...euBirth((part) => row(birthColumns[part] ?? '')));
    const seat = built.kind === 'organisation' ? ['Citizenship', 'Address'] : ['Citizenship'];
    for (const of of seat) built.country(...euCountry(row(`${of}_CountryIso2Code`), row(`${of}_CountryDescription`)));
    for (const column of ['Identification_Number', 'Identification_LatinNumber']) built.document(row(column));
    built.program(row('Entity_Regulation_Programme'));
  });
  const entries = [...builders.values()].map(({ built }) => built.build());
  return { list: 'EU-FSF', format: 'csvFullSanctionsList_1_1', publishedAt, entries, notes };
}

const needed = ['Entity_LogicalId', 'Entity_SubjectType', 'NameAlias_WholeName'];

/** The columns of a birth date by the attributes' names in XML. */
const birthColumns: Readonly<Record<string, string>> = {
  birthdate: 'BirthDate_BirthDate',
  dayOfMonth: 'BirthDate_Day',
  monthOfYear: 'BirthDate_Month',
  year: 'BirthDate_Year',
  yearRangeFrom: 'BirthDate_YearRangeFrom',
  yearRangeTo: 'BirthDate_YearRangeTo',
  circa: 'BirthDate_Circa',
};
