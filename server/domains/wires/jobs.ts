import type { ChoreDefinition, JobDefinition } from '../../kernel/job.ts';
import { paymentRails } from '../../ports/payment-rail/port.ts';
import { transactionFacts } from '../ledger/service.ts';
import { findRecord, wayBack } from '../suspense/service.ts';
import { followWire } from './follow.ts';
import { networkIdOf, paymentOf, type Wire } from './model.ts';
import { findRecall, refuseRecall } from './recalls.ts';
import { receiveAll, receiveFor } from './receive.ts';
import { canReturn, settlementDate } from './rules.ts';
import { insertWires, readWire } from './store.ts';

/** Brings one wire to its end. */
export const follow: JobDefinition = { name: 'wires.follow', run: followWire };

/** Sends a declined transfer of the suspense queue back: as a return while that is possible, else as a payment. */
export const sendReturn: JobDefinition = {
  name: 'wires.return',
  async run(context, { instance, subject, data }) {
    const record = await findRecord(context.db, instance, String(data.record));
    if (record === undefined || (await readWire(context.db, instance, subject)) !== undefined) return;
    const { message } = record;
    const reasonCode = String(data.reason);
    const rail = wayBack(record.rail);
    const { id, senderBic, endToEndId, settlementDate: settled } = message;
    const asReturn = canReturn(record.rail, settled, context.now);
    const wire: Wire = {
      instance,
      transaction: subject,
      networkId: networkIdOf(subject),
      rail,
      state: 'queued',
      source: 'suspense',
      balance: record.balance,
      hold: null,
      feeId: null,
      amountMinor: record.amountMinor,
      feeMinor: 0n,
      currency: record.currency,
      settlementDate: settlementDate(rail, context.now),
      message: {
        debtor: message.creditor,
        creditor: message.debtor,
        reference: `Payment ${id} sent back, ${reasonCode}`.slice(0, 140),
        endToEndId,
        // Reimbursement of a received credit transfer.
        purposeCode: 'RRCT',
      },
      returned: asReturn ? { rail: record.rail, id, senderBic, endToEndId, settlementDate: settled, reasonCode } : null,
      parent: record.transaction,
      reasonCode,
      acceptedAt: context.now,
      submittedAt: null,
      endedAt: null,
    };
    await context.transact(async ({ tx, schedule }) => {
      await insertWires(tx, instance, [wire]);
      schedule({ name: follow.name, subject });
    });
  },
};

/** Tells the other bank of a recall: our request, or our no to theirs. */
export const sendRecall: JobDefinition = {
  name: 'wires.recall',
  async run(context, { instance, subject }) {
    const recall = await findRecall(context.db, instance, subject);
    if (recall === undefined) return;
    const rails = context.port(paymentRails);
    if (recall.direction === 'out') {
      const wire = await readWire(context.db, instance, recall.transaction);
      if (wire === undefined || recall.state !== 'open') return;
      const { networkId: id, reasonCode } = recall;
      await rails.recall(context, { instance, id, reasonCode, payment: paymentOf(wire) });
      return;
    }
    const [received] = await transactionFacts(context.db, instance, [recall.transaction]);
    const { amountMinor, currency } = received!;
    await rails.refuseRecall(context, {
      instance,
      recall: recall.networkId,
      original: { ...recall.original!, amountMinor, currency },
      reasonCode: recall.answerCode!,
    });
  },
};

/** Nobody answered a recall in time: the other bank is told so. */
export const recallOverdue: JobDefinition = {
  name: 'wires.recall-deadline',
  async run(context, { instance, subject }) {
    const recall = await findRecall(context.db, instance, subject);
    if (recall?.state !== 'open') return;
    await context.transact((work) => refuseRecall(work, instance, recall.transaction, 'NOAS'));
  },
};

/** Something is due at a simulated scheme, which follows the instance's clock. */
export const receiveDue: JobDefinition = {
  name: 'wires.receive',
  run: (context, { instance }) => receiveFor(context, [instance]),
};

const receiveEveryMs = 1000;

/** Takes in what has arrived at the rails. */
export const receive: ChoreDefinition = {
  name: 'receive payments',
  everyMs: receiveEveryMs,
  run: (context) => receiveAll(context, []),
};
