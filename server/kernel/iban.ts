import { isCountry } from './country.ts';

/**
 * The IBAN registry (ISO 13616): country and the structure of its BBAN, as runs of length and kind: `n` digits,
 * `a` upper-case letters, `c` both.
 */
const registry = `
  AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c
  CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n
  GR7n16c GT4c20c HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c
  LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD2c18c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n
  NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n
  SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR5n1n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c`;

const characters: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' };

const bbans: ReadonlyMap<string, RegExp> = new Map(
  registry
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const pattern = entry.slice(2).replace(/(\d+)([nac])/g, (_, length, kind) => `${characters[kind]}{${length}}`);
      return [entry.slice(0, 2), new RegExp(`^${pattern}$`)];
    }),
);

/** The electronic form of an IBAN as a person may write it: without blanks, in upper case. It may still be none. */
export function normalizeIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** Whether the text is an IBAN in electronic form: a country of the registry, its structure, right check digits. */
export function isIban(text: string): boolean {
  const [country, checkDigits, bban] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  return bbans.get(country)?.test(bban) === true && checkDigitsOf(country, bban) === checkDigits;
}

/**
 * The IBAN of a country (upper-case alpha-2) and a BBAN in electronic form, which must be of that country's structure:
 * anything else is a fault.
 */
export function makeIban(country: string, bban: string): string {
  if (bbans.get(country)?.test(bban) !== true) throw new RangeError(`${bban} is not a BBAN of ${country}`);
  return `${country}${checkDigitsOf(country, bban)}${bban}`;
}

/** ISO 7064 MOD 97-10: 98 less the remainder of BBAN, country and `00`, with letters as numbers from A = 10. */
function checkDigitsOf(country: string, bban: string): string {
  let remainder = 0;
  for (const character of `${bban}${country}00`) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return String(98 - remainder).padStart(2, '0');
}

const bic = /^[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/**
 * Whether the text is a BIC (ISO 9362) of 8 or 11 characters, upper case, of a known country. The first four are
 * letters, as SEPA uses them, though ISO would allow digits there.
 */
export function isBic(text: string): boolean {
  const country = bic.exec(text)?.[1];
  return country !== undefined && isCountry(country);
}
