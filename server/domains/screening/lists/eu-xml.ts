import type { ListEntry } from '../model.ts';
import { countryOf } from './countries.ts';
import { about, between, isoDate, span } from './dates.ts';
import { EntryBuilder, ListError, type OfficialList } from './official-list.ts';
import type { Xml } from './xml.ts';

/** Reads the EU's consolidated list of financial sanctions, `xmlFullSanctionsList_1_1`: all in attributes. */
export function readEuXml(root: Xml): OfficialList {
  const notes: string[] = [];
  return {
    list: 'EU-FSF',
    format: 'xmlFullSanctionsList',
    publishedAt: root.attribute('generationDate') || null,
    entries: root.all('sanctionEntity').map((entity) => readEntity(entity, notes)),
    notes,
  };
}

/** `P` person, `E` enterprise: the classification of a subject. */
export function euKind(code: string, id: string): ListEntry['kind'] {
  if (code === 'P' || code === 'person') return 'person';
  if (code === 'E' || code === 'enterprise') return 'organisation';
  throw new ListError(`entity ${id}: unknown subject type ${code}`);
}

function readEntity(entity: Xml, notes: string[]): ListEntry {
  const id = entity.attribute('logicalId');
  const subject = entity.all('subjectType')[0];
  const kind = euKind(subject?.attribute('classificationCode') || subject?.attribute('code') || '', id);
  const built = new EntryBuilder(id, kind, notes);
  entity.all('nameAlias').forEach((alias, index) => {
    built.name(
      euName((column) => alias.attribute(column)),
      euStrength(index === 0, alias.attribute('strong')),
    );
  });
  for (const birth of entity.all('birthdate')) built.birth(...euBirth((column) => birth.attribute(column)));
  for (const citizenship of [...entity.all('citizenship'), ...(kind === 'organisation' ? entity.all('address') : [])]) {
    built.country(...euCountry(citizenship.attribute('countryIso2Code'), citizenship.attribute('countryDescription')));
  }
  for (const document of entity.all('identification')) {
    for (const column of ['number', 'latinNumber']) built.document(document.attribute(column));
  }
  for (const regulation of entity.all('regulation')) built.program(regulation.attribute('programme'));
  return built.build();
}

/** The whole name, or its parts where it is not given. Columns by their names in XML. */
export function euName(column: (name: string) => string): string[] {
  const whole = column('wholeName');
  return whole === '' ? [column('firstName'), column('middleName'), column('lastName')] : [whole];
}

/** A list name is strong unless it says that it is not; the first one is the primary name. */
export function euStrength(first: boolean, strong: string): 'primary' | 'alias' | 'weak' {
  if (strong === 'false') return 'weak';
  return first ? 'primary' : 'alias';
}

/** A birth date in its parts, some of which may be missing; with what is noted where nobody understands it. */
export function euBirth(column: (name: string) => string): [ListEntry['births'][number] | undefined, string] {
  const whole = column('birthdate');
  const [year, month, day] = ['year', 'monthOfYear', 'dayOfMonth'].map((part) => Number(column(part)) || undefined);
  const [from, to] = ['yearRangeFrom', 'yearRangeTo'].map((part) => Number(column(part)) || undefined);
  const dated =
    isoDate(whole) ??
    (year === undefined ? undefined : span(year, month, month === undefined ? undefined : day)) ??
    (from === undefined || to === undefined ? undefined : between(span(from), span(to)));
  const circa = column('circa') === 'true';
  return [circa ? about(dated) : dated, [whole, day, month, year, from, to].filter(Boolean).join(' ')];
}

/** `00` is the EU's code for an unknown country. */
export function euCountry(code: string, description: string): [string | undefined, string] {
  return code === '00' ? [undefined, ''] : [countryOf(code) ?? countryOf(description), description || code];
}
