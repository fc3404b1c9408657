import { setTimeout as pause } from 'node:timers/promises';
import type { PrepareContext } from '../../kernel/operation.ts';
import { entityNotFound, invalid, type Refused, refuse, validationError } from '../../kernel/refusal.ts';
import { paymentRails, type RailContext } from '../../ports/payment-rail/port.ts';
import { transactionFacts } from '../ledger/service.ts';
import { type Effects, failWire } from './ending.ts';
import { paymentOf } from './model.ts';
import { moveWire, readWire } from './store.ts';

/** A wire is handed in within moments: what is asked for meanwhile waits for the scheme's word. */
const lookEveryMs = 50;
const mostLooks = 40;

/**
 * Takes a wire back before it settles, outside of any transaction. One that has not been handed in is marked, which
 * keeps it from being; for one that has, the scheme decides. Once marked it is canceled for certain: `bookCancellation`
 * does so, or else the job that follows the wire.
 */
export async function takeBack(
  { db, port, now }: Pick<PrepareContext, 'db' | 'port' | 'now'>,
  instance: string,
  transaction: string,
): Promise<'marked' | Refused<'entity_not_found' | 'validation_error'>> {
  for (let looks = 0; ; looks += 1) {
    const wire = await readWire(db, instance, transaction);
    if (wire === undefined) return notAWire({ db }, instance, transaction);
    if (wire.state === 'canceling') return 'marked';
    if (wire.state === 'submitting' && looks < mostLooks) {
      await pause(lookEveryMs);
      continue;
    }
    if (wire.parent !== null || !['queued', 'submitting', 'submitted'].includes(wire.state)) return tooLate(wire.state);
    if (wire.state !== 'queued') {
      const rail: RailContext = { db, nowOf: async () => now };
      const { status } = await port(paymentRails).cancel(rail, paymentOf(wire));
      if (status !== 'canceled')
        return tooLate(status === 'unknown' ? 'with the scheme, which has not answered' : wire.state);
    }
    if (await moveWire(db, wire, wire.state, 'canceling', null)) return 'marked';
  }
}

async function notAWire(
  { db }: Pick<PrepareContext, 'db'>,
  instance: string,
  transaction: string,
): Promise<Refused<'entity_not_found' | 'validation_error'>> {
  const [found] = await transactionFacts(db, instance, [transaction]);
  return found === undefined ? refuse(entityNotFound, { field: 'transaction' }) : tooLate(found.status);
}

function tooLate(state: string): Refused<'validation_error'> {
  const message = `only a pending wire can be canceled, this one is ${state}`;
  return invalid(validationError, { field: 'transaction', rule: 'not_pending', message });
}

/** Books what was taken back: what was held is free again, the transaction is canceled. */
export async function bookCancellation(context: Effects, instance: string, transaction: string): Promise<void> {
  await failWire(context, { instance, transaction }, 'canceled', null);
}
