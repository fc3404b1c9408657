import { getOrMake } from '../../../kernel/collections.ts';
import { nameKeys, type PreparedName, prepareName } from '../../../kernel/names/screening.ts';
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
const mostCandidates = 64;

/** All current entries, found by their names and documents. It lives in one process and follows the editions. */
export class EntryIndex {
  readonly #persons = new NameIndex('person');
  readonly #others = new NameIndex('entity');
  readonly #byDocument = new Map<string, Set<LibraryEntry>>();
  readonly #entries = new Map<string, LibraryEntry>();

  get size(): number {
    return this.#entries.size;
  }

  /** Puts in an entry, in the place of an earlier one of its list and identifier. */
  add(entry: LibraryEntry): void {
    this.remove(entry);
    this.#entries.set(keyOf(entry), entry);
    (entry.kind === 'person' ? this.#persons : this.#others).add(entry);
    for (const document of entry.documents) getOrMake(this.#byDocument, document, () => new Set()).add(entry);
  }

  remove(gone: Pick<LibraryEntry, 'list' | 'id'>): void {
    const entry = this.#entries.get(keyOf(gone));
    if (entry === undefined) return;
    this.#entries.delete(keyOf(entry));
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

function keyOf({ list, id }: Pick<LibraryEntry, 'list' | 'id'>): string {
  return `${list} ${id}`;
}

/** Names of one kind under their keys. Slots of removed names stay empty until the process ends: lists change little. */
class NameIndex {
  readonly #kind: 'person' | 'entity';
  readonly #names: (ListedName | undefined)[] = [];
  readonly #keyCounts: number[] = [];
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
      const keys = nameKeys(prepared);
      if (keys.length === 0) continue;
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
   * The names that share most keys with the one asked for. A key counts by its rarity, and what a listed name has beside
   * the shared keys counts a little against it, so that short names are not lost among long ones.
   */
  candidates(name: string): Candidate[] {
    const asked = prepareName(name, this.#kind);
    const touched: number[] = [];
    const gathered = this.#gathered;
    for (const key of nameKeys(asked)) {
      const slots = this.#slots.get(key);
      if (slots === undefined) continue;
      const weight = Math.log(1 + this.#names.length / slots.length);
      for (const slot of slots) {
        if (gathered[slot] === 0) touched.push(slot);
        gathered[slot]! += weight;
      }
    }
    const ranks = touched.map((slot) => gathered[slot]! / Math.sqrt(4 + this.#keyCounts[slot]!));
    for (const slot of touched) gathered[slot] = 0;
    const least = nthLargest(ranks, mostCandidates);
    const found: Candidate[] = [];
    for (let at = 0; at < touched.length && found.length < 2 * mostCandidates; at++) {
      const listed = ranks[at]! >= least ? this.#names[touched[at]!] : undefined;
      if (listed !== undefined) found.push({ asked, listed });
    }
    return found;
  }
}

/** The value that `count` values reach. */
function nthLargest(values: readonly number[], count: number): number {
  if (values.length <= count) return Number.NEGATIVE_INFINITY;
  return Float64Array.from(values).sort()[values.length - count]!;
}
