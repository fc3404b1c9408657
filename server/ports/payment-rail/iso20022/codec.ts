import { type Problem, problem, type Rule } from './problem.ts';
import type { Element } from './tree.ts';

/**
 * Messages are described once, in the order of their schema, and the description both writes and reads them. A `Codec`
 * is the content of one element; a `Part` is where some fields of an object stand among the elements of a sequence.
 * What a message leaves out is null in the object.
 */
export interface Codec<T> {
  write(value: T): string;
  /** `undefined` after noting what is wrong. */
  read(element: Element, reading: Reading): T | undefined;
}

export interface Part<T> {
  /** Its elements, or nothing when all its fields are null. */
  write(value: T): string;
  isEmpty(value: T): boolean;
  read(cursor: Cursor, target: T): void;
  /** Makes all its fields null: the element in which they stand is not there. */
  clear(target: T): void;
}

/** One pass over a message. It goes on after a problem, and keeps the first. */
export class Reading {
  problem: Problem | undefined;

  note(rule: Rule, element: Element, detail: string): undefined {
    this.problem ??= problem(rule, pathOf(element), detail);
  }
}

function pathOf(element: Element): string {
  return element.parent === undefined ? element.name : `${pathOf(element.parent)}/${element.name}`;
}

/** Goes over the child elements of one element. */
export class Cursor {
  readonly reading: Reading;
  readonly #parent: Element;
  #next = 0;

  constructor(parent: Element, reading: Reading) {
    this.#parent = parent;
    this.reading = reading;
  }

  /** The next element if it has the name, which is then behind. */
  take(name: string): Element | undefined {
    const element = this.#parent.children[this.#next];
    if (element?.name !== name) return undefined;
    this.#next += 1;
    return element;
  }

  /** Notes what has not been taken. */
  end(): void {
    const left = this.#parent.children[this.#next];
    if (left !== undefined) this.reading.note('unexpected_element', left, 'unknown, repeated or misplaced');
    else if (this.#parent.text.trim() !== '') this.reading.note('foreign_content', this.#parent, 'text');
  }

  missing(name: string): undefined {
    return this.reading.note('missing_element', this.#parent, name);
  }
}

/** The content of an element that holds others, in this order. */
export function sequence<T extends object>(...parts: readonly Part<T>[]): Codec<T> {
  return {
    write: (value) => writeAll(parts, value),
    read(element, reading) {
      const target = {} as T;
      readAll(parts, new Cursor(element, reading), target);
      return reading.problem === undefined ? target : undefined;
    },
  };
}

function writeAll<T>(parts: readonly Part<T>[], value: T): string {
  let text = '';
  for (const part of parts) text += part.write(value);
  return text;
}

function readAll<T>(parts: readonly Part<T>[], cursor: Cursor, target: T): void {
  for (const part of parts) part.read(cursor, target);
  cursor.end();
}

const tagged = (tag: string, content: string): string => `<${tag}>${content}</${tag}>`;

type Key<T, V> = { [K in keyof T]-?: V extends T[K] ? K : never }[keyof T];

/** The parts of a description of `T`. `required` and `optional` speak of the element; optional fields can be null. */
export function partsOf<T extends object>() {
  return {
    required: <K extends keyof T>(key: K, tag: string, codec: Codec<T[K]>): Part<T> => field(key, tag, codec, true),
    optional: <K extends Key<T, null>>(key: K, tag: string, codec: Codec<Exclude<T[K], null>>): Part<T> =>
      field(key, tag, codec as unknown as Codec<T[K]>, false),
    /** As many elements as the field's array has items, of which there may be `max`. */
    list: <I>(key: Key<T, readonly I[]>, tag: string, codec: Codec<I>, min: number, max: number): Part<T> =>
      list(key as keyof T, tag, codec, min, max),
    /** Fields that stand deeper in the message than in the object. */
    within: (tag: string, ...parts: readonly Part<T>[]): Part<T> => nested(tag, parts, true),
    /** The same in an element that is left out when all its fields are null. */
    maybe: (tag: string, ...parts: readonly Part<T>[]): Part<T> => nested(tag, parts, false),
    /** Fields that stand deeper in the object than in the message; the same object may come several times. */
    into: <K extends keyof T>(key: K, ...parts: readonly Part<NonNullable<T[K]> & object>[]): Part<T> =>
      into(key, parts as readonly Part<object>[]),
    /** An element that always says the same. */
    fixed: (tag: string, text: string): Part<T> => fixed(tag, text),
    /** Elements of the schema that are taken in this order, as often as they come, and not read. */
    skip: (...tags: readonly string[]): Part<T> => skip(tags),
  };
}

function field<T extends object, K extends keyof T>(key: K, tag: string, codec: Codec<T[K]>, must: boolean): Part<T> {
  return {
    write: (value) => (value[key] === null ? '' : tagged(tag, codec.write(value[key]))),
    isEmpty: (value) => value[key] === null,
    read(cursor, target) {
      const element = cursor.take(tag);
      if (element !== undefined) target[key] = codec.read(element, cursor.reading) as T[K];
      else if (must) cursor.missing(tag);
      else target[key] = null as T[K];
    },
    clear(target) {
      target[key] = null as T[K];
    },
  };
}

function list<T extends object, I>(key: keyof T, tag: string, codec: Codec<I>, min: number, max: number): Part<T> {
  return {
    write: (value) => (value[key] as readonly I[]).map((item) => tagged(tag, codec.write(item))).join(''),
    isEmpty: (value) => (value[key] as readonly I[]).length === 0,
    read(cursor, target) {
      const items: I[] = [];
      for (let element = cursor.take(tag); element !== undefined; element = cursor.take(tag)) {
        const item = codec.read(element, cursor.reading);
        if (item === undefined) return;
        items.push(item);
        if (items.length > max) cursor.reading.note('too_many_transactions', element, `at most ${max}`);
      }
      if (items.length < min) cursor.missing(tag);
      target[key] = items as T[keyof T];
    },
    clear(target) {
      target[key] = [] as T[keyof T];
    },
  };
}

function nested<T extends object>(tag: string, parts: readonly Part<T>[], must: boolean): Part<T> {
  const isEmpty = (value: T): boolean => parts.every((part) => part.isEmpty(value));
  const clear = (target: T): void => {
    for (const part of parts) part.clear(target);
  };
  return {
    write: (value) => (!must && isEmpty(value) ? '' : tagged(tag, writeAll(parts, value))),
    isEmpty,
    read(cursor, target) {
      const element = cursor.take(tag);
      if (element !== undefined) readAll(parts, new Cursor(element, cursor.reading), target);
      else if (must) cursor.missing(tag);
      else clear(target);
    },
    clear,
  };
}

function into<T extends object>(key: keyof T, parts: readonly Part<object>[]): Part<T> {
  const inner = (value: T): object => value[key] as object;
  const open = (target: T): object => {
    target[key] ??= {} as T[keyof T];
    return inner(target);
  };
  return {
    write: (value) => writeAll(parts, inner(value)),
    isEmpty: (value) => parts.every((part) => part.isEmpty(inner(value))),
    read(cursor, target) {
      for (const part of parts) part.read(cursor, open(target));
    },
    clear(target) {
      for (const part of parts) part.clear(open(target));
    },
  };
}

function fixed<T>(tag: string, text: string): Part<T> {
  return {
    write: () => tagged(tag, text),
    isEmpty: () => true,
    read(cursor) {
      const element = cursor.take(tag);
      if (element === undefined) cursor.missing(tag);
      else if (element.text !== text) cursor.reading.note('invalid_value', element, `expected ${text}`);
    },
    clear() {},
  };
}

function skip<T>(tags: readonly string[]): Part<T> {
  return {
    write: () => '',
    isEmpty: () => true,
    read(cursor) {
      for (const tag of tags) while (cursor.take(tag) !== undefined);
    },
    clear() {},
  };
}
