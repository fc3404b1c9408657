import type { BirthSpan } from '../model.ts';

/**
 * Dates of birth as the lists write them: exact, a month, a year, about a year, between two. All become the first and
 * the last possible day. Undefined is what nobody understands.
 */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "About" a year means this many years to either side. */
const aboutYears = 2;

/** A year, a month of it, or a day of it; undefined where the calendar has no such day. */
export function span(year: number, month?: number, day?: number): BirthSpan | undefined {
  if (!(year >= 1800 && year <= 2100)) return undefined;
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (!(month >= 1 && month <= 12)) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day !== undefined && !(day >= 1 && day <= last)) return undefined;
  const text = (date: number) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  return { from: text(day ?? 1), to: text(day ?? last) };
}

export function about(dated: BirthSpan | undefined): BirthSpan | undefined {
  return dated && between(shifted(dated, -aboutYears), shifted(dated, aboutYears));
}

/** From the first day of the one to the last day of the other. */
export function between(first: BirthSpan | undefined, last: BirthSpan | undefined): BirthSpan | undefined {
  if (first === undefined || last === undefined || first.from > last.to) return undefined;
  return { from: first.from, to: last.to };
}

function shifted({ from, to }: BirthSpan, years: number): BirthSpan {
  const move = (date: string) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return { from: move(from), to: move(to) };
}

/** `1957-07-30`, `1957-07`, `1957`; what stands behind it (a time, a zone) does not count. */
export function isoDate(text: string): BirthSpan | undefined {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:[TZ+-].*)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  return span(year!, month, day);
}

/** OFAC's words: `30 Jul 1957`, `Jul 1957`, `1957`, `circa 1957`, `1957 to 1960`, `circa 1957-1960`. */
export function writtenDate(text: string): BirthSpan | undefined {
  const circa = /^(?:circa|c\.|approximately|about)\s+(.*)$/i.exec(text.trim());
  if (circa !== null) return about(writtenDate(circa[1]!));
  const range = /^(.+?)\s*(?:\bto\b|(?<=\d{4})\s*-)\s*(.+)$/i.exec(text.trim());
  if (range !== null) return between(writtenDate(range[1]!), writtenDate(range[2]!));
  const match = /^(?:(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?\s+)?(\d{4})$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, day, month, year] = match;
  if (month === undefined) return span(Number(year));
  return span(Number(year), months.indexOf(month.toLowerCase()) + 1, day === undefined ? undefined : Number(day));
}

/** The UK's: `30/07/1957`, with `dd` and `mm` (older: `00`) for what is not known; or a year alone. */
export function slashedDate(text: string): BirthSpan | undefined {
  const match = /^(?:(\d{1,2}|dd)\/)?(?:(\d{1,2}|mm)\/)?(\d{4})$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, day, month, year] = match;
  const known = (part: string | undefined) =>
    part === undefined || /^(dd|mm|0+)$/i.test(part) ? undefined : Number(part);
  return known(month) === undefined ? span(Number(year)) : span(Number(year), known(month), known(day));
}
