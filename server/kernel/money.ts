import { minorUnits } from './currency.ts';

/**
 * A number that `JSON.stringify` writes as given (`10.10`, not `10.1`). It is opaque: whoever needs the value keeps the
 * minor units.
 */
export interface RawJson {
  readonly rawJSON: string;
}

// The language's library types do not know JSON.rawJSON yet.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): RawJson };

const plainDecimal = /^(-?)(\d+)(?:\.(\d+))?$/;
const largestExactDigits = 15;

/**
 * An amount from major units as JSON carries them (`12.5`) to minor units (`1250n`), by its decimal text: no arithmetic
 * on floats. `undefined` when the amount cannot be meant exactly: more decimals than the currency has, exponent form,
 * more than 15 significant digits, not a number.
 */
export function toMinor(value: number, currency: string): bigint | undefined {
  const match = plainDecimal.exec(String(value));
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const decimals = minorUnits(currency);
  if (fraction.length > decimals) return undefined;
  if (whole.length + fraction.length > largestExactDigits) return undefined;
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '' ? minor : -minor;
}

/** An amount in minor units as the JSON number of an answer, with exactly the currency's decimals: `1250n` is `12.50`. */
export function toMajor(minor: bigint, currency: string): RawJson {
  return rawJson(formatMajor(minor, currency));
}

/** An amount in minor units as text in major units, with exactly the currency's decimals: `-5n` in EUR is `-0.05`. */
export function formatMajor(minor: bigint, currency: string): string {
  const decimals = minorUnits(currency);
  if (decimals === 0) return minor.toString();
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${minor < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}
