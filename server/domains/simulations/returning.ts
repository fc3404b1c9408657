import type { HandleContext } from '../../kernel/operation.ts';
import { entityNotFound, invalid, type Refused, refuse, validationError } from '../../kernel/refusal.ts';
import { findWire, giveBack } from '../wires/service.ts';

/** The other bank sends a wire back, for a reason of the scheme. */
export async function sendBackWire(
  context: HandleContext,
  transaction: string,
  reasonCode: string,
): Promise<Refused<'entity_not_found' | 'validation_error'> | undefined> {
  const { instance } = context.caller;
  const wire = await findWire(context.tx, instance, transaction);
  if (wire === undefined) return refuse(entityNotFound, { field: 'transaction' });
  if (wire.state === 'returned') return notSettled('it has come back already');
  const { rail, networkId, amountMinor, currency, message } = wire;
  const came = await giveBack(
    context,
    { instance, transaction },
    {
      kind: 'return',
      rail,
      id: `R${networkId}`,
      senderBic: message.creditor.bic ?? 'SANDDEFFXXX',
      payment: networkId,
      amountMinor,
      currency,
      reasonCode,
    },
  );
  return came ? undefined : notSettled(`the wire is ${wire.state}`);
}

function notSettled(message: string): Refused<'validation_error'> {
  return invalid(validationError, { field: 'transaction', rule: 'not_settled', message });
}
