/*
 * Amounts are JSON numbers in major units: 12.34 EUR is 12.34. A number of JavaScript keeps every decimal of up to 15
 * digits exactly, which is the longest that the bank takes, so amounts pass through unharmed. Only do not calculate with
 * them: 0.1 + 0.2 is not 0.3. Calculate in minor units, which are bigint.
 */

const exactDigits = 10n ** 15n;

/** 12.34 becomes 1234n. Throws RangeError where an amount has more decimals than the currency. */
export function toMinor(amount: number, decimals = 2): bigint {
  const text = amount.toFixed(decimals);
  if (Number(text) !== amount) throw new RangeError(`${amount} has more than ${decimals} decimals`);
  const minor = BigInt(text.replace('.', ''));
  if (minor >= exactDigits || minor <= -exactDigits) throw new RangeError(`${amount} has more than 15 digits`);
  return minor;
}

/** 1234n becomes 12.34. Throws RangeError above 15 digits, which a number does not hold exactly. */
export function toMajor(minor: bigint, decimals = 2): number {
  if (minor >= exactDigits || minor <= -exactDigits) throw new RangeError(`${minor} has more than 15 digits`);
  return Number(`${minor}e-${decimals}`);
}
