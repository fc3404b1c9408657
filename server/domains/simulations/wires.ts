import { Type } from 'typebox';
import type { EventDraft } from '../../kernel/event.ts';
import type { HandleContext, PrepareContext } from '../../kernel/operation.ts';
import { entityNotFound, invalid, type Refused, refuse, validationError } from '../../kernel/refusal.ts';
import { amountOut, nullable, record } from '../../kernel/schema.ts';
import { type RailContext, type Steering, simulatedScheme } from '../../ports/payment-rail/port.ts';
import { eventsAfter, lastEventNumber, shownTransaction } from '../ledger/service.ts';
import { ensureHandedIn, findWire, networkIdOf } from '../wires/service.ts';

/** What the simulations of wires share. */

/** The transaction that came of it, and the events. */
export const wireAnswer = record({
  token: nullable(Type.String({ description: 'The transaction' })),
  transaction: nullable(Type.String({ description: 'Null where no account of yours was named' })),
  code: Type.String(),
  channel: Type.String(),
  status: Type.String(),
  reason_code: nullable(Type.String()),
  account: nullable(Type.String()),
  balance: nullable(Type.String()),
  amount: amountOut('Amount in major units'),
  currency: Type.String(),
  events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
});

export const exampleWireAnswer = {
  token: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01',
  transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01',
  code: 'wire-transfer',
  channel: 'sct',
  status: 'completed',
  reason_code: null,
  account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
  balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02',
  amount: 12.34,
  currency: 'EUR',
  events: [{ action: 'TRANSACTION.UPDATE', subject: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01' }],
};

/** A reason code of the schemes. */
export function reasonCode(description: string) {
  return Type.String({ pattern: '^[A-Z0-9]{4}$', description });
}

const mostEvents = 100;

/** Does something and answers, beside what it came to, the events of it. */
export async function withEvents<T>(
  context: HandleContext,
  work: (context: HandleContext) => Promise<T>,
): Promise<{ readonly result: T; readonly events: { action: string; subject: string }[] }> {
  const { tx, caller } = context;
  const emitted: EventDraft[] = [];
  const before = await lastEventNumber(tx, caller.instance);
  const emit = (event: EventDraft) => {
    emitted.push(event);
    context.emit(event);
  };
  const result = await work({ ...context, emit });
  const booked = await eventsAfter(tx, caller.instance, before, mostEvents);
  return { result, events: [...booked, ...emitted].map(({ action, subject }) => ({ action, subject })) };
}

/** The answer of a simulation about a transaction, as it stands now. */
export async function answerOf(
  { tx, caller }: HandleContext,
  transaction: string,
  events: readonly { action: string; subject: string }[],
) {
  const shown = (await shownTransaction(tx, caller.instance, transaction))!;
  const { code, channel, status, reason_code, account, balance, amount, currency } = shown;
  return {
    token: transaction,
    transaction,
    code,
    channel,
    status,
    reason_code,
    account,
    balance,
    amount,
    currency,
    events: [...events],
  };
}

/** Tells the simulated scheme what becomes of a wire; one that waits is handed in before. */
export async function steerWire(
  context: PrepareContext,
  transaction: string,
  steering: Steering,
): Promise<Refused<'entity_not_found'> | undefined> {
  const { db, caller, now, port } = context;
  const wire = await findWire(db, caller.instance, transaction);
  if (wire === undefined) return refuse(entityNotFound, { field: 'transaction' });
  const rail: RailContext = { db, nowOf: async () => now };
  await ensureHandedIn({ ...rail, port, now }, wire);
  await port(simulatedScheme).steer(rail, caller.instance, networkIdOf(transaction), steering);
  return undefined;
}

/** Refuses to change what has ended. */
export function notPending(): Refused<'validation_error'> {
  return invalid(validationError, { field: 'transaction', rule: 'not_pending', message: 'the wire has ended' });
}
