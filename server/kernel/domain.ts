import type { EventDefinition } from './event.ts';
import type { ChoreDefinition, JobDefinition } from './job.ts';
import type { Operation } from './operation.ts';

/** A domain's manifest: everything of it that the rest of the bank is derived from. */
export interface Domain {
  readonly name: string;
  /** One sentence for the reference: what its operations are about. */
  readonly summary?: string;
  readonly operations: readonly Operation[];
  readonly events: readonly EventDefinition[];
  /** What it does when a job's time has come. */
  readonly jobs?: readonly JobDefinition[];
  /** What it does again and again. */
  readonly chores?: readonly ChoreDefinition[];
}

export function domain(definition: Domain): Domain {
  return Object.freeze(definition);
}
