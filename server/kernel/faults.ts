import type { Queryable } from './database.ts';
import { definePort } from './port.ts';

/** What a sandbox can be told to do wrong, so that a client's way of coping can be tried. */
export const faultKinds = [
  'latency',
  'error',
  'timeout_after_commit',
  'rate_limit',
  'duplicate_webhook',
  'reorder_webhook',
] as const;
export type FaultKind = (typeof faultKinds)[number];
export type WebhookFault = 'duplicate_webhook' | 'reorder_webhook';

/** A fault that was ordered: of one operation (or, for webhooks, one event), or of any (`*`), so many times. */
export interface Fault {
  readonly kind: FaultKind;
  readonly target: string;
  readonly delayMs: number;
}

export interface OrderedFault extends Fault {
  readonly id: string;
  readonly remaining: number;
}

/** Faults of all instances. Costs nothing as long as none are ordered. */
export interface Faults {
  /** Orders a fault, in the transaction of whoever asks for it; answers all that are ordered. */
  order(tx: Queryable, instance: string, fault: Fault & { readonly count: number }): Promise<readonly OrderedFault[]>;
  clear(tx: Queryable, instance: string): Promise<void>;
  /** Takes one fault for an operation or an event, if one is left; it counts as used then. */
  take(instance: string, target: string, wanted: (kind: FaultKind) => boolean): Promise<Fault | undefined>;
}

export const faultsPort = definePort<Faults>('faults');

export const isWebhookFault = (kind: FaultKind): kind is WebhookFault =>
  kind === 'duplicate_webhook' || kind === 'reorder_webhook';

const refuseOrders = () => Promise.reject(new Error('faults are of the sandbox'));

/** Where nothing is to go wrong on purpose. */
export const noFaults: Faults = {
  order: refuseOrders,
  clear: async () => {},
  take: async () => undefined,
};
