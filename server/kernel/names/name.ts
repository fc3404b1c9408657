import { type LegalForm, takeLegalForms } from './legal-forms.ts';
import { consonantsOf, foldOf, skeletonOf } from './phonetic.ts';
import { honours, joiningWords, leadingTitles, trailingTitles } from './titles.ts';
import { isForeign, romanisations } from './transliterate.ts';
import { wordsOf } from './words.ts';

/** One word of a name, in all the spellings that comparison needs. */
export interface Token {
  /** The national romanisation, in lower case. */
  readonly text: string;
  readonly spellings: readonly string[];
  readonly folds: readonly string[];
  /** Written in another script than the Latin one, so that its romanisation is one of many. */
  readonly foreign: boolean;
  /** Of a script whose signs are words or syllables, where unlike signs may sound the same. */
  readonly ideographic: boolean;
  readonly skeleton: string;
  /** The skeleton without what Arabic and Hebrew letters leave open; only such words are compared by it. */
  readonly consonants: string;
  /** Of a script that writes no vowels. */
  readonly abjad: boolean;
}

export type NameKind = 'person' | 'entity';

/** A name ready for comparison. It is plain data: lists are prepared once and kept. */
export interface PreparedName {
  readonly kind: NameKind;
  readonly tokens: readonly Token[];
  /** All tokens without spaces. */
  readonly joined: string;
  /** An organisation's legal forms. */
  readonly forms: readonly LegalForm[];
}

/** Prepares a person's name: without titles, "Smith, John" as "John Smith". */
export function preparePerson(name: string): PreparedName {
  const parts = name.split(',');
  const swapped = parts.length === 2 && !isTitles(parts[1]!) ? `${parts[1]} ${parts[0]}` : name;
  return prepared('person', withoutTitles(wordsOf(swapped, 'person').map(tokenOf)), []);
}

/** Prepares an organisation's name: legal forms apart, without joining words, abbreviations written out. */
export function prepareEntity(name: string): PreparedName {
  const tokens = wordsOf(name, 'entity').map(tokenOf);
  const byText = new Map(tokens.map((token) => [token.text, token]));
  const { words, forms } = takeLegalForms(tokens.filter(({ text }) => text !== 'and').map(({ text }) => text));
  const telling = words.filter((word) => !joiningWords.has(word));
  const kept = telling.length > 0 ? telling : words;
  const full = kept.map((word) => (writtenOut.has(word) ? tokenOf(writtenOut.get(word)!) : byText.get(word)!));
  return { kind: 'entity', tokens: full, joined: words.join(''), forms };
}

/** The same name without honours and offices (sheikh, minister), if two words remain: for lists that note them. */
export function withoutHonours(name: PreparedName): PreparedName {
  const kept = name.tokens.filter(({ text }) => !honours.has(text));
  return kept.length < 2 || kept.length === name.tokens.length ? name : prepared(name.kind, kept, name.forms);
}

function prepared(kind: NameKind, tokens: readonly Token[], forms: readonly LegalForm[]): PreparedName {
  return { kind, tokens, joined: tokens.map(({ text }) => text).join(''), forms };
}

const mostTokens = 1 << 14;
/** Words seen before: names share most of theirs. Forgotten all at once when there are too many. */
const known = new Map<string, Token>();

/** A word with its romanisations. */
export function tokenOf(word: string): Token {
  const found = known.get(word);
  if (found !== undefined) return found;
  const spellings = romanisations(word);
  const text = spellings[0] ?? word;
  const token: Token = Object.freeze({
    text,
    spellings: spellings.length > 0 ? spellings : [word],
    folds: [...new Set(spellings.map(foldOf))],
    foreign: isForeign(word),
    ideographic: /[\p{Script=Han}\p{Script=Hangul}]/u.test(word),
    skeleton: skeletonOf(text),
    consonants: consonantsOf(text),
    abjad: /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word),
  });
  if (known.size >= mostTokens) known.clear();
  known.set(word, token);
  return token;
}

function isTitles(part: string): boolean {
  return wordsOf(part, 'person').every((word) => trailingTitles.has(tokenOf(word).text));
}

/** Takes titles off both ends; a single word stays, and degrees go only after two. */
function withoutTitles(tokens: readonly Token[]): readonly Token[] {
  let start = 0;
  let end = tokens.length;
  while (end - start > 1 && leadingTitles.has(tokens[start]!.text)) start++;
  while (end - start > 2 && trailingTitles.has(tokens[end - 1]!.text)) end--;
  return tokens.slice(start, end);
}

/** What organisations abbreviate, and small numbers in words. */
const writtenOut: ReadonlyMap<string, string> = new Map(
  (
    'intl:international bros:brothers mfg:manufacturing svcs:services svc:service serv:services assoc:association ' +
    'assn:association dept:department univ:university tech:technology technologies:technology st:saint mgmt:management ' +
    'mgt:management grp:group hldgs:holdings hldg:holding holdings:holding eng:engineering engg:engineering ' +
    'natl:national nat:national govt:government bldg:building ind:industries inds:industries industry:industries ' +
    'sys:systems intern:international org:organisation organization:organisation centre:center ' +
    'one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 first:1 second:2 third:3 1st:1 2nd:2 3rd:3 ' +
    'ii:2 iii:3 iv:4 vi:6 vii:7 viii:8 ix:9 xi:11 xii:12 xiii:13'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
