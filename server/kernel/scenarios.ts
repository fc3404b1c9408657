import type { Caller } from './operation.ts';
import { definePort } from './port.ts';

/** One call of a story, as its file says it. */
export interface StoryCall {
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Stories to be told in a sandbox, and the bank in which they are told. */
export interface Scenarios {
  names(): Promise<readonly string[]>;
  /** What the file of this name holds; undefined when there is none. */
  read(name: string): Promise<unknown>;
  /** Calls an operation for the caller, through every check but the signature; answers the envelope. */
  call(caller: Caller, call: StoryCall): Promise<Readonly<Record<string, unknown>>>;
}

export const scenariosPort = definePort<Scenarios>('scenarios');
