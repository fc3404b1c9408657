import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, validationError } from '../../../kernel/refusal.ts';
import { fields, record, token } from '../../../kernel/schema.ts';
import { bookCancellation, takeBack } from '../../wires/service.ts';

/** Takes a wire back before it settles. What was held for it, fee included, is free again. */
export const transferCancel = operation({
  name: 'transfer_cancel',
  routes: [{ method: 'DELETE', path: '/v2/transfers/{transaction}' }],
  permission: 'transfers',
  summary: 'Cancel a pending wire',
  description:
    'Cancels a wire that is pending: before it is handed in, and afterwards where the network takes it back before ' +
    'settlement (the simulated schemes do). Anything else is refused with validation_error, rule not_pending. ' +
    'TRANSACTION.UPDATE tells of the status canceled.',
  params: fields({ transaction: token('The wire, from transfer_create') }),
  response: record({ transaction: Type.String(), code: Type.String(), status: Type.String() }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01' },
    response: { transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01', code: 'wire-transfer', status: 'canceled' },
  },
  ask: (context, { params }) => takeBack(context, context.caller.instance, params.transaction),
  async handle(context, { params: { transaction } }) {
    await bookCancellation(context, context.caller.instance, transaction);
    return { transaction, code: 'wire-transfer', status: 'canceled' };
  },
});
