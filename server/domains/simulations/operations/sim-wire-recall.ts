import { Type } from 'typebox';
import { newId } from '../../../kernel/ids.ts';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, record, token } from '../../../kernel/schema.ts';
import { transactionFacts } from '../../ledger/service.ts';
import { recallReasons, recallReceived, receivedFrom } from '../../wires/service.ts';
import { withEvents } from '../wires.ts';

export const simWireRecall = operation({
  name: 'sim_wire_recall',
  routes: [{ method: 'POST', path: '/v2/simulations/wires/{transaction}/recall' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Another bank recalls a received wire',
  description:
    'The bank that sent a wire asks for it back (camt.056): TRANSFER.RECALL tells of it, transfer_recall_answer answers.',
  params: fields({ transaction: token('The received wire') }),
  body: fields({ reason_code: Type.Optional(oneOf(recallReasons, 'Why; FRAD when left out')) }),
  response: record({
    transaction: token('The received wire'),
    status: oneOf(['open', 'refused']),
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { transaction: '5c3fb0a1-64a9-8e0b-9f7a-0b6f4d2c9e11' },
    body: { reason_code: 'FRAD' },
    response: {
      transaction: '5c3fb0a1-64a9-8e0b-9f7a-0b6f4d2c9e11',
      status: 'open',
      events: [{ action: 'TRANSFER.RECALL', subject: '5c3fb0a1-64a9-8e0b-9f7a-0b6f4d2c9e11' }],
    },
  },
  async handle(context, { params: { transaction }, body }) {
    const { instance } = context.caller;
    const [found] = await transactionFacts(context.tx, instance, [transaction]);
    if (found === undefined) return refuse(entityNotFound, { field: 'transaction' });
    const original = receivedFrom(found);
    if (original === undefined) {
      const message = 'is no wire that was received';
      return invalid(validationError, { field: 'transaction', rule: 'not_received', message });
    }
    const { result, events } = await withEvents(context, (watched) =>
      recallReceived(watched, instance, {
        kind: 'recall',
        id: newId().replaceAll('-', ''),
        original,
        creditor: { iban: null, sortCode: null, accountNumber: null },
        reasonCode: body.reason_code ?? 'FRAD',
      }),
    );
    return { transaction, status: result.accepted ? ('open' as const) : ('refused' as const), events };
  },
});
