import type { Codec } from './codec.ts';
import type { Problem } from './problem.ts';

/** One kind of message: its name and version, the element below `Document`, and how it becomes one of our objects. */
export interface Definition<Message> {
  /** `pacs.008.001.08`: the end of the namespace. */
  readonly name: string;
  readonly root: string;
  /** The elements of a message that is right, without `Document`; what the schemes refuse is a fault to write. */
  write(message: Message): string;
  /** What the rail or the schemes do not allow in it. */
  check(message: Message): Problem | undefined;
  /** The object, or what is wrong with it beyond its elements. */
  readonly codec: Codec<object>;
  accept(written: object): Message | Problem;
}

/**
 * Defines a message. `Written` is its form with everything that stands in it, `Message` the form without what follows
 * from the rest: counts, sums, codes of the rail. `check` says what the rail or the schemes do not allow.
 */
export function define<Message extends object, Written extends object = Message>(parts: {
  readonly name: string;
  readonly root: string;
  readonly codec: Codec<Written>;
  toWritten(message: Message): Written;
  toMessage(written: Written): Message | Problem;
  check(message: Message): Problem | undefined;
}): Definition<Message> {
  return {
    name: parts.name,
    root: parts.root,
    codec: parts.codec as unknown as Codec<object>,
    check: parts.check,
    write(message) {
      const wrong = parts.check(message);
      if (wrong !== undefined) throw new RangeError(`${parts.name} ${wrong.path}: ${wrong.detail}`);
      return parts.codec.write(parts.toWritten(message));
    },
    accept(written) {
      const message = parts.toMessage(written as Written);
      return isProblem(message) ? message : (parts.check(message) ?? message);
    },
  };
}

export function isProblem(value: object): value is Problem {
  return 'rule' in value;
}
