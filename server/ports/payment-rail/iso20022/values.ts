import { minorUnits } from '../../../kernel/currency.ts';
import { formats } from '../../../kernel/formats.ts';
import { isBic, isIban } from '../../../kernel/iban.ts';
import { formatMajor } from '../../../kernel/money.ts';
import type { Codec, Part, Reading } from './codec.ts';
import { fit, isSchemeText } from './text.ts';
import type { Element } from './tree.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (character) => escapes[character]!) : text;
}

/** The text of an element without elements in it. */
function textOf(element: Element, reading: Reading): string | undefined {
  if (element.children.length > 0) return reading.note('unexpected_element', element.children[0]!, 'expected a text');
  return element.text === '' ? reading.note('invalid_value', element, 'empty') : element.text;
}

/** A text value: `parse` answers `undefined` for what is none, and `format` must undo it. */
function value<T>(expected: string, parse: (text: string) => T | undefined, format: (value: T) => string): Codec<T> {
  return {
    write(item) {
      const text = format(item);
      if (parse(text) === undefined) throw new RangeError(`not ${expected}: ${text}`);
      return escaped(text);
    },
    read(element, reading) {
      const text = textOf(element, reading);
      if (text === undefined) return undefined;
      const parsed = parse(text);
      return parsed === undefined ? reading.note('invalid_value', element, `expected ${expected}`) : parsed;
    },
  };
}

const same = (text: string): string => text;

/** A text of which the form is checked, and a fault to write otherwise. */
export function matching<T extends string = string>(expected: string, holds: (text: string) => boolean): Codec<T> {
  return value(expected, (text) => (holds(text) ? (text as T) : undefined), same);
}

/** Names and free text, up to a number of characters. Written in the schemes' characters and cut; read as it stands. */
export function text(max: number): Codec<string> {
  const holds = (content: string): string | undefined => (content.length <= max ? content : undefined);
  return value(`a text of up to ${max} characters`, holds, (content) => fit(content, max));
}

/** References and identifiers of SEPA: its characters, no slash at either end, no two of them together. */
export const identifier = matching(
  'an identifier of up to 35 characters',
  (content) => content.length > 0 && content.length <= 35 && isSchemeText(content) && !/^\/|\/$|\/\//.test(content),
);

/** A code of the external lists, or of a message's own: up to four letters and digits. */
export const code = matching('a code', (content) => /^[A-Za-z0-9]{1,4}$/.test(content));

export const iban = matching('an IBAN', isIban);
export const bic = matching('a BIC', isBic);
export const sortCode = matching('a sort code', formats['sort-code']!);
export const accountNumber = matching('an account number of 8 digits', formats['account-number']!);
export const country = matching('a country', formats.country!);
export const isoDate = matching('a date', formats.date!);

/** A moment; one without a zone is UTC. Zeros at the end of the fraction are not written, as the schemes want it. */
export const dateTime: Codec<Date> = value(
  'a date and time',
  (content) => {
    const zoned = /(Z|[+-]\d\d:\d\d)$/.test(content) ? content : `${content}Z`;
    return formats['date-time']!(zoned) ? new Date(zoned) : undefined;
  },
  (at) => at.toISOString().replace(/\.?0*Z$/, 'Z'),
);

/** A count of transactions. */
export const count: Codec<number> = value(
  'a number',
  (content) => (/^\d{1,15}$/.test(content) ? Number(content) : undefined),
  String,
);

/** A sum without currency, as its plain digits: what it means depends on the currency of what is summed. */
export const decimal = matching('a decimal number', (content) => /^\d{1,18}(\.\d{1,17})?$/.test(content));

/** A sum's digits in minor units, or nothing when the currency cannot hold it. */
export function toMinorUnits(digits: string, currency: string): bigint | undefined {
  const [whole = '', fraction = ''] = digits.split('.');
  const decimals = minorUnits(currency);
  const significant = fraction.replace(/0+$/, '');
  return significant.length > decimals ? undefined : BigInt(whole + significant.padEnd(decimals, '0'));
}

interface Money {
  amountMinor: bigint;
  currency: string;
}

/** `<Tag Ccy="EUR">12.50</Tag>` for the fields amountMinor and currency. Signs and exponents are refused. */
export function money<T extends { [K in keyof Money]: Money[K] | null }>(tag: string, must: boolean): Part<T> {
  return {
    write: ({ amountMinor, currency }) =>
      amountMinor === null || currency === null
        ? ''
        : `<${tag} Ccy="${escaped(currency)}">${formatMajor(amountMinor, currency)}</${tag}>`,
    isEmpty: ({ amountMinor }) => amountMinor === null,
    read(cursor, target) {
      const element = cursor.take(tag);
      if (element !== undefined) Object.assign(target, readMoney(element, cursor.reading));
      else if (must) cursor.missing(tag);
      else this.clear(target);
    },
    clear: (target) => Object.assign(target, { amountMinor: null, currency: null }),
  };
}

function readMoney(element: Element, reading: Reading): Money | undefined {
  const currency = element.currency ?? '';
  if (!formats.currency!(currency)) return reading.note('currency', element, 'expected a currency in Ccy');
  const digits = textOf(element, reading) ?? '';
  const amountMinor = /^\d{1,18}(\.\d{1,5})?$/.test(digits) ? toMinorUnits(digits, currency) : undefined;
  if (amountMinor === undefined) return reading.note('amount', element, `expected an amount of ${currency}`);
  return { amountMinor, currency };
}
