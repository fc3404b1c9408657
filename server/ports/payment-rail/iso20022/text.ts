import { romanisations } from '../../../kernel/names/transliterate.ts';

/** The characters that every bank of the schemes can take (EPC217-08). */
const allowed = /^[A-Za-z0-9/?:().,'+ -]*$/;

export function isSchemeText(text: string): boolean {
  return allowed.test(text);
}

/** The replacements that EPC217-08 recommends for what is no letter. */
const replacements: Readonly<Record<string, string>> = {
  '&': '+',
  '@': '(at)',
  _: '-',
  '"': "'",
  '’': "'",
  '‘': "'",
  '„': "'",
  '“': "'",
  '”': "'",
  '–': '-',
  '—': '-',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '\\': '/',
  '|': '/',
  ';': ',',
  '!': '.',
  '№': 'No',
  '€': 'EUR',
};

/**
 * A text in the characters of the schemes, up to `max` of them: other scripts are romanised by their national rules,
 * accents fall away, signs get the replacements of EPC217-08 or a full stop.
 */
export function fit(text: string, max: number): string {
  if (text.length <= max && text !== '' && allowed.test(text)) return text;
  const words = text.normalize('NFKC').replace(/[\p{L}\p{M}]+/gu, romanised);
  const plain = words.replace(
    /[^A-Za-z0-9/?:().,'+ -]/gu,
    (sign) => replacements[sign] ?? (/\s/.test(sign) ? ' ' : '.'),
  );
  return plain.slice(0, max).trim() || '.';
}

/** A word in Latin letters, with its capitals. */
function romanised(word: string): string {
  if (/^[A-Za-z]+$/.test(word)) return word;
  const plain = romanisations(word.toLowerCase())[0] ?? '';
  if (word.length > 1 && word === word.toUpperCase()) return plain.toUpperCase();
  return word[0] === word[0]?.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
}
