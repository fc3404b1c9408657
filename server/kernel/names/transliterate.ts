import anyAscii from 'any-ascii';

/**
 * Romanisation of single words. National rules come first, because names in passports and registers follow them; what
 * no table knows is left to any-ascii.
 */

type Letters = ReadonlyMap<string, string>;

function letters(pairs: string): Letters {
  return new Map(pairs.split(' ').map((pair) => [pair[0]!, pair.slice(1)]));
}

/** What all Cyrillic tables share. */
const cyrillic = 'аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf цts чch шsh ьy юyu яya';

/** Bulgarian: Transliteration Act of 2009, art. 5. */
const bulgarian = letters(`${cyrillic} хh щsht ъa`);
/** Bulgarian as people wrote it before the act, and many still do: Jelev, Cvetanov. */
const colloquial = letters(`${cyrillic} хh щsht ъa жj цc`);
/** Russian: ICAO Doc 9303 but for щ, й and the vowels, which are written as most media do. */
const russian = letters(`${cyrillic} хkh щshch ъ ыy ь эe ёyo`);
/** Ukrainian: resolution 55 of 2010 of the Cabinet of Ministers: at the beginning of a word, and the rest of it. */
const ukrainian = letters(`${cyrillic} гh ґg хkh щshch иy іi їyi єye ь`);

const ukrainianWithin = new Map([...ukrainian, ...letters('їi єie юiu яia йi')]);

/** Serbian and Macedonian: the Latin letters of the same languages, without their marks. */
const serbian = letters(`${cyrillic} жz хh цc чc шs ђđ јj љlj њnj ћc џdz ѓg ќk ѕdz`);

/** Greek: ELOT 743, single letters. */
const greek = letters(
  'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo άa έe ήi ίi όo ύy ώo ϊi ϋy ΐi ΰy',
);
/** Greek: pairs that are one sound, before the single letters. */
const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ο[υύ]/g, 'ou'],
  [/γγ/g, 'ng'],
  [/γξ/g, 'nx'],
  [/γχ/g, 'nch'],
  [/(?<![Ͱ-Ͽ])μπ/g, 'b'],
  [/([αε])[υύ](?=[βγδζλμνραεηιουω])/g, '$1v'],
  [/([αε])[υύ]/g, '$1f'],
];

/** Words whose spelling the Bulgarian act itself excepts. */
const excepted = new Map([
  ['българия', 'bulgaria'],
  ['софия', 'sofia'],
]);

/**
 * All usual romanisations of a word in lower case, the national one first; one that is ASCII already stands for itself.
 */
export function romanisations(word: string): readonly string[] {
  if (isAscii(word)) return [word];
  if (/[\u0400-\u04ff]/.test(word)) return distinct(fromCyrillic(word));
  if (/[\u0370-\u03ff\u1f00-\u1fff]/.test(word)) return distinct(fromGreek(word));
  return distinct(fromLatin(word));
}

/** Whether a word is in another script than the Latin one: then its romanisation is one of many. */
export function isForeign(word: string): boolean {
  return !isAscii(word) && /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}]/u.test(word);
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

function fromCyrillic(word: string): string[] {
  const known = excepted.get(word);
  if (known !== undefined) return [known];
  if (/[ђјљњћџѓќѕ]/.test(word)) return fromLatin(replaced(word, serbian));
  const tables: Letters[] = [];
  if (!/[ыэёіїєґ]/.test(word)) tables.push(bulgarian, colloquial);
  if (!/[іїєґ]/.test(word)) tables.push(russian);
  if (!/[ыэёъ]/.test(word)) tables.push(ukrainian);
  if (tables.length === 0) tables.push(russian);
  return tables.flatMap((table) => {
    const plain = spell(word, table);
    if (table === ukrainian) return [spell(word[0]!, ukrainian) + spell(word.slice(1), ukrainianWithin), plain];
    // The act writes a final -ия as -ia; both are in use.
    return table === bulgarian && word.endsWith('ия') ? [`${plain.slice(0, -3)}ia`, plain] : [plain];
  });
}

function fromGreek(word: string): string[] {
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0313\u0314\u0342\u0345]/g, '')
    .normalize('NFC');
  const paired = greekPairs.reduce((text, [pair, sound]) => text.replace(pair, sound), plain);
  const asSpoken = paired.replace(/γι(?=[αεοω])/g, 'y').replaceAll('χ', 'h');
  return [spell(paired, greek), spell(asSpoken, greek)];
}

/** Letters that are written in two ways without their marks: ä as a or ae, ø as o or oe, å as a or aa. */
const twoWays = letters('äae öoe üue øoe åaa æae');

function fromLatin(word: string): string[] {
  return [ascii(word), ascii(spell(word, twoWays)), ascii(word.replaceAll('đ', 'dj'))];
}

function spell(word: string, table: Letters): string {
  return ascii(replaced(word, table));
}

function replaced(word: string, table: Letters): string {
  let spelled = '';
  for (const letter of word) spelled += table.get(letter) ?? letter;
  return spelled;
}

/** What remains is for any-ascii; signs that it sets for sounds without a letter are left out. */
function ascii(text: string): string {
  return (isAscii(text) ? text : anyAscii(text).toLowerCase()).replace(/[^a-z0-9]/g, '');
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word.length > 0);
}
