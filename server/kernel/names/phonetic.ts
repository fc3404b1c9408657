/**
 * Two coarser spellings of a romanised word. The *fold* takes together what different systems of romanisation write for
 * the same letter (Yulia, Julia, Iuliya); the *skeleton* also takes together what sounds alike and leaves vowels out.
 */

const foldings: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/kh/g, 'h'],
  [/w/g, 'v'],
  [/x/g, 'ks'],
  [/tz/g, 'ts'],
  [/shch|sht/g, 'sc'],
  [/dzh|dj/g, 'zh'],
  [/ou/g, 'u'],
  [/[jy]/g, 'i'],
  [/i+(?=e)/g, ''],
  [/ii+/g, 'i'],
];

/** One spelling for all usual romanisations of a word. */
export function foldOf(word: string): string {
  return foldings.reduce((text, [pattern, by]) => text.replace(pattern, by), word);
}

const sounds: readonly (readonly [RegExp, string])[] = [
  [/^[jy](?=[aeiou])/, ''],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/shch|sch|sh|sz|zh/g, 's'],
  [/tch|cz|ch|dzh|dj/g, 'C'],
  [/c(?=[eiy])|z/g, 's'],
  [/ck|c|q/g, 'k'],
  [/(?<=[kgtdbr])h/g, ''],
  [/x/g, 'ks'],
  [/w|f/g, 'v'],
  [/h$/, ''],
  [/^[aeiouyj]+/, 'a'],
  [/(?<=.)[aeiouyj]/g, ''],
  [/(.)\1+/g, '$1'],
];

/** The consonants of a word as they sound, after `a` for any vowel at its beginning. */
export function skeletonOf(word: string): string {
  return sounds.reduce((text, [pattern, by]) => text.replace(pattern, by), word);
}

/** The consonants alone, for words of scripts that write no vowels, nor p apart from b; w and y count as vowels there. */
export function consonantsOf(word: string): string {
  return skeletonOf(word.replace(/[wy]/g, '')).replace(/^a/, '').replaceAll('p', 'b').replaceAll('C', 's');
}
