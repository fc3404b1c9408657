import type { EventDefinition } from './event.ts';
import type { Operation } from './operation.ts';

/** A domain's manifest: everything of it that the rest of the bank is derived from. */
export interface Domain {
  readonly name: string;
  /** One sentence for the reference: what its operations are about. */
  readonly summary?: string;
  readonly operations: readonly Operation[];
  readonly events: readonly EventDefinition[];
}

export function domain(definition: Domain): Domain {
  return Object.freeze(definition);
}
