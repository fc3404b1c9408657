import { getOrMake } from '../../../kernel/collections.ts';
import type { PreparedName } from '../../../kernel/names/name.ts';
import { skeletonOf } from '../../../kernel/names/phonetic.ts';
import { nameKeys, prepareName } from '../../../kernel/names/screening.ts';
import type { LibraryEntry, NameStrength, Person } from '../model.ts';
import { documentKey } from './official-list.ts';

/** One name of an entry, ready for comparison. */
export interface ListedName {
  readonly entry: LibraryEntry;
  readonly name: string;
  readonly strength: NameStrength;
  readonly prepared: PreparedName;
}

/** A name on a list that may be the one asked for, with the prepared form of what was asked. */
export interface Candidate {
  readonly asked: PreparedName;
  readonly listed: ListedName;
}

/** How many names of each index are looked at closely: the ones that share most, and the rarest, with what was asked. */
const mostCandidates = 120;

/** So many places are looked up under the keys of what was asked, the rarest first; commoner ones say little. */
const mostLooks = 25_000;

/** All current entries, found by their names and documents. It lives in one process and follows the editions. */
export class EntryIndex {
  readonly #persons = new NameIndex('person');
  readonly #others = new NameIndex('entity');
  readonly #byDocument = new Map<string, Set<LibraryEntry>>();
  readonly #entries = new Map<string, LibraryEntry>();

  /** Puts in an entry, in the place of an earlier one of its list and identifier. */
  add(entry: LibraryEntry): void {
    this.remove(entry);
    this.#entries.set(placeOf(entry), entry);
    (entry.kind === 'person' ? this.#persons : this.#others).add(entry);
    for (const document of entry.documents) getOrMake(this.#byDocument, document, () => new Set()).add(entry);
  }

  remove(gone: Pick<LibraryEntry, 'list' | 'id'>): void {
    const entry = this.#entries.get(placeOf(gone));
    if (entry === undefined) return;
    this.#entries.delete(placeOf(entry));
    (entry.kind === 'person' ? this.#persons : this.#others).remove(entry);
    for (const document of entry.documents) this.#byDocument.get(document)?.delete(entry);
  }

  /** The names that may be one of a person's names. Ships and aircraft stand beside the organisations. */
  candidates({ kind, name, aliases = [] }: Person): Candidate[] {
    const indexes = [this.#persons, this.#others].filter(
      (index) => kind === 'unknown' || (kind === 'person') === (index === this.#persons),
    );
    return indexes.flatMap((index) => [name, ...aliases].flatMap((asked) => index.candidates(asked)));
  }

  /** The entries that have a document of one of these numbers. */
  withDocument(numbers: readonly string[]): LibraryEntry[] {
    const keys = numbers.flatMap((number) => documentKey(number) ?? []);
    return keys.flatMap((key) => [...(this.#byDocument.get(key) ?? [])]);
  }
}

function placeOf({ list, id }: Pick<LibraryEntry, 'list' | 'id'>): string {
  return `${list} ${id}`;
}

/** Names of one kind under their keys. Slots of removed names stay empty until the process ends: lists change little. */
class NameIndex {
  readonly #kind: 'person' | 'entity';
  readonly #names: (ListedName | undefined)[] = [];
  readonly #keyCounts: number[] = [];
  /** The places in `names` of the names that have a key. */
  readonly #slots = new Map<string, number[]>();
  readonly #slotsOf = new Map<LibraryEntry, number[]>();
  /** The weight that each slot has gathered in the search under way; zero between searches. */
  #gathered = new Float32Array(1024);

  constructor(kind: 'person' | 'entity') {
    this.#kind = kind;
  }

  add(entry: LibraryEntry): void {
    const own: number[] = [];
    for (const { name, strength } of entry.names) {
      const prepared = prepareName(name, this.#kind);
      if (prepared.tokens.length === 0) continue;
      const keys = keysOf(prepared);
      const slot = this.#names.push({ entry, name, strength, prepared }) - 1;
      this.#keyCounts.push(keys.length);
      for (const key of keys) getOrMake(this.#slots, key, () => []).push(slot);
      own.push(slot);
    }
    this.#slotsOf.set(entry, own);
    if (this.#names.length > this.#gathered.length) this.#gathered = new Float32Array(this.#names.length * 2);
  }

  remove(entry: LibraryEntry): void {
    for (const slot of this.#slotsOf.get(entry) ?? []) this.#names[slot] = undefined;
    this.#slotsOf.delete(entry);
  }

  /**
   * The names that share most with the one asked for. A key counts by its rarity; and what a listed name has beside the
   * shared keys counts a little against it, so that short names are not lost among long ones.
   */
  candidates(name: string): Candidate[] {
    const asked = prepareName(name, this.#kind);
    const touched = this.#gather(keysOf(asked));
    const ranks = new Float32Array(touched.length);
    for (let at = 0; at < touched.length; at++) {
      const slot = touched[at]!;
      ranks[at] = this.#gathered[slot]! / Math.sqrt(4 + this.#keyCounts[slot]!);
      this.#gathered[slot] = 0;
    }
    const least = nthLargest(ranks.slice(), mostCandidates);
    const found: Candidate[] = [];
    for (let at = 0; at < touched.length && found.length < mostCandidates; at++) {
      const listed = ranks[at]! >= least ? this.#names[touched[at]!] : undefined;
      if (listed !== undefined) found.push({ asked, listed });
    }
    return found;
  }

  /** Adds up the weights of shared keys, the rarest key first, and answers the slots that got any. */
  #gather(keys: readonly string[]): number[] {
    const shared = keys.map((key) => this.#slots.get(key)).filter((slots) => slots !== undefined);
    shared.sort((one, other) => one.length - other.length);
    const gathered = this.#gathered;
    const touched: number[] = [];
    let looks = 0;
    for (const slots of shared) {
      if (looks > 0 && looks + slots.length > mostLooks) break;
      looks += slots.length;
      const weight = Math.log(1 + this.#names.length / slots.length);
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at]!;
        const before = gathered[slot]!;
        if (before === 0) touched.push(slot);
        gathered[slot] = before + weight;
      }
    }
    return touched;
  }
}

/**
 * What a name is found by: the sounds of its words and those with one consonant less, which typing errors meet; again the
 * sound of each whole word, which says more; and the sound of all of it, however it is parted into words.
 */
function keysOf(name: PreparedName): string[] {
  const whole = name.tokens.map(({ skeleton }) => `=${skeleton}`);
  return [...new Set([...nameKeys(name), ...whole, `~${skeletonOf(name.joined)}`])];
}

/** The value that `count` values reach; sorts the values a little. */
function nthLargest(values: Float32Array, count: number): number {
  if (values.length <= count) return Number.NEGATIVE_INFINITY;
  let [low, high] = [0, values.length - 1];
  const wanted = values.length - count;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      [values[left], values[right]] = [values[right]!, values[left]!];
      left++;
      right--;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return values[wanted]!;
}
