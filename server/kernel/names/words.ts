/**
 * A name's words in lower case, still in their own script. Apostrophes join ("O'Brien" is one word), hyphens and other
 * signs part. Letters with dots between them are one word for an organisation ("S.A.") and initials for a person.
 */
export function wordsOf(name: string, of: 'person' | 'entity'): string[] {
  const plain = name.normalize('NFKC').toLowerCase().normalize('NFC').replace(apostrophes, '');
  const titled = plain.replace(contracted, 'dr ');
  const dotted = of === 'entity' ? titled.replace(dottedLetters, (found) => found.replace(/[./]/g, '')) : titled;
  return dotted
    .replace(/[&+]/g, ' and ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Signs that join: apostrophes, and what is invisible. */
const apostrophes = /['’‘`´ʼʹ′\p{Cf}]/gu;
/** Titles that Bulgarian contracts with a hyphen: д-р, г-н, г-жа, г-ца, written as `dr` so that one word remains. */
const contracted = /(?<![\p{L}])(?:д-р|г-н|г-жа|г-ца|d-r|g-n|g-zha)(?![\p{L}])\.?/gu;
/** Single letters with a dot or a slash between them: S.A., A/S, e.V. */
const dottedLetters = /(?<![\p{L}\p{N}])\p{L}(?:[./]\s?\p{L})+(?![\p{L}])\.?/gu;
