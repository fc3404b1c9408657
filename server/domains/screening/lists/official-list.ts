import type { ListCode, ListEntry } from '../model.ts';

/** What a reader makes of an official file. */
export interface OfficialList {
  readonly list: ListCode;
  /** The file's format by the name that its authority gives it. */
  readonly format: string;
  /** The day or moment of which the file says that it was made; null where it says nothing. */
  readonly publishedAt: string | null;
  readonly entries: readonly ListEntry[];
  /**
   * What was not understood, one line each: a date or a country in words of its own. The entry is there without it,
   * and so matches more people, never fewer.
   */
  readonly notes: readonly string[];
}

/** A file that is not what it should be. Nothing of it is loaded: half a list is worse than yesterday's whole one. */
export class ListError extends Error {}

/** Gathers the parts of an entry, without empty ones and without repetitions. */
export class EntryBuilder {
  readonly #id: string;
  readonly #kind: ListEntry['kind'];
  readonly #names = new Map<string, ListEntry['names'][number]>();
  readonly #births = new Map<string, ListEntry['births'][number]>();
  readonly #countries = new Set<string>();
  readonly #documents = new Set<string>();
  readonly #programs = new Set<string>();
  readonly #notes: string[];

  constructor(id: string, kind: ListEntry['kind'], notes: string[]) {
    this.#id = id;
    this.#kind = kind;
    this.#notes = notes;
  }

  get kind(): ListEntry['kind'] {
    return this.#kind;
  }

  name(parts: readonly (string | undefined)[], strength: ListEntry['names'][number]['strength']): void {
    const name = parts.join(' ').replace(/\s+/g, ' ').trim();
    if (name === '' || name === '-') return;
    const known = this.#names.get(name);
    if (known === undefined || known.strength === 'weak') this.#names.set(name, { name, strength });
  }

  /** A date of birth as a reader of dates understood it; undefined is noted. */
  birth(span: ListEntry['births'][number] | undefined, asWritten: string): void {
    if (span !== undefined) this.#births.set(`${span.from} ${span.to}`, span);
    else if (asWritten.trim() !== '') this.#notes.push(`${this.#id}: date of birth "${asWritten.trim()}"`);
  }

  /** A country as a reader of countries understood it; undefined is noted. */
  country(code: string | undefined, asWritten: string): void {
    if (code !== undefined) this.#countries.add(code);
    else if (asWritten.trim() !== '') this.#notes.push(`${this.#id}: country "${asWritten.trim()}"`);
  }

  document(number: string): void {
    const key = documentKey(number);
    if (key !== undefined) this.#documents.add(key);
  }

  program(program: string): void {
    if (program.trim() !== '') this.#programs.add(program.trim());
  }

  /** The entry. A nameless one is noted, and can be found by its documents only. */
  build(): ListEntry {
    const names = [...this.#names.values()];
    if (names.length === 0) {
      this.#notes.push(`${this.#id}: no name`);
      names.push({ name: `(no name: ${this.#id})`, strength: 'weak' });
    }
    const primary = names.findIndex(({ strength }) => strength === 'primary');
    if (primary > 0) names.unshift(...names.splice(primary, 1));
    return {
      id: this.#id,
      kind: this.#kind,
      names,
      births: [...this.#births.values()],
      countries: [...this.#countries],
      documents: [...this.#documents],
      programs: [...this.#programs],
    };
  }
}

/**
 * The number of a document as it is compared: letters and digits, upper case, without the words around it (`Travel
 * Document Number XD253038`). Short ones say too little.
 */
export function documentKey(number: string): string | undefined {
  const words = number
    .toUpperCase()
    .split(/\s+/)
    .filter((word) => !/^\p{L}{3,}\W*$/u.test(word));
  const key = words.join('').replace(/[^\p{L}\p{N}]/gu, '');
  return key.length >= 5 && /\d{3}/.test(key) ? key : undefined;
}

/** A file's bytes as text; the authorities write UTF-8, some with a byte order mark, some with an old end-of-file mark. */
export function textOf(bytes: Uint8Array, name: string): string {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the old end-of-file mark of DOS, in OFAC's files
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\x1a\s*$/, '');
  } catch {
    throw new ListError(`${name} is not UTF-8`);
  }
}
