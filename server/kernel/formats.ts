import { isCountry } from './country.ts';
import { isCurrency } from './currency.ts';
import { isBic, isIban, normalizeIban } from './iban.ts';
import { parseToken } from './ids.ts';

const dateParts = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A date of the real calendar, `YYYY-MM-DD`, years 0001 to 9999: 2026-02-29 is none. */
function isDate(text: string): boolean {
  const match = dateParts.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const timeAndOffset = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A moment as RFC 3339 writes it, with `T`, seconds and offset; no leap second, which no clock of ours can hold. */
function isDateTime(text: string): boolean {
  if (!isDate(text.slice(0, 10)) || !timeAndOffset.test(text.slice(10))) return false;
  // The offset can carry the first and the last day of the calendar beyond it.
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

const emailAddress = /^[^\s\p{C}@<>()[\],;:"\\]{1,64}@[^\s\p{C}@<>()[\],;:"\\.]+(\.[^\s\p{C}@<>()[\],;:"\\.]+)+$/u;

function isEmail(text: string): boolean {
  return text.length <= 254 && emailAddress.test(text);
}

type Format = (text: string) => boolean;

const required = {
  token: (text: string) => parseToken(text) !== undefined,
  country: isCountry,
  currency: isCurrency,
  date: isDate,
  'date-time': isDateTime,
  'date-or-moment': (text: string) => isDate(text) || isDateTime(text),
  email: isEmail,
  /** Lower case and the blanks of the printed form are taken as well: whoever keeps it passes it by `normalizeIban`. */
  iban: (text: string) => isIban(normalizeIban(text)),
  bic: isBic,
  'sort-code': (text: string) => /^\d{6}$/.test(text),
  'account-number': (text: string) => /^\d{8}$/.test(text),
  /** E.164: plus sign, country code, up to 15 digits in all. */
  phone: (text: string) => /^\+[1-9]\d{6,14}$/.test(text),
} satisfies Record<string, Format>;

/**
 * The formats of request fields, by the name under which schemas use them. Each exists a second time as `optional-…`,
 * which takes the empty string too: the specification's way to leave a field out.
 */
export const formats: Readonly<Record<string, Format>> = Object.freeze(
  Object.fromEntries(
    Object.entries<Format>(required).flatMap(([name, holds]) => [
      [name, holds],
      [`optional-${name}`, (text: string) => text === '' || holds(text)],
    ]),
  ),
);
