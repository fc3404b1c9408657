import { namedId } from '../../../kernel/ids.ts';
import type {
  Cancellation,
  Payment,
  PaymentRails,
  PaymentReturn,
  PaymentState,
  RailContext,
  ReceiveContext,
  SimulatedScheme,
  Steering,
  Submission,
  TakeIncoming,
} from '../port.ts';
import { behaviourOf, returnsAt } from './behaviour.ts';
import {
  answerItem,
  changePayment,
  insertItem,
  insertPayment,
  readItems,
  readPayment,
  type SchemePayment,
} from './store.ts';

const accepted: Submission = { status: 'accepted' };
const unknown = { status: 'unknown' } as const;

/**
 * The simulated scheme: all networks with their other banks in them. What it knows stands in the database, so every
 * process sees the same; it follows the clock of each instance.
 */
export const sandboxRails: PaymentRails = {
  submit,
  inquire,
  async cancel({ db, nowOf }, { instance, id }): Promise<Cancellation> {
    const now = await nowOf(instance);
    const payment = await changePayment(db, instance, id, (before) =>
      isOpen(before) && before.settlesAt > now ? { ...before, state: 'canceled', reasonCode: 'CUST' } : before,
    );
    return { status: payment?.state === 'canceled' ? 'canceled' : 'too_late' };
  },
  returnPayment: (context, payment) => submit(context, asPayment(payment)),
  // What becomes of a recall the other bank decides: a simulation answers it.
  recall: async () => accepted,
  refuseRecall: async () => accepted,
  receive,
};

/** What tells the scheme what happens next. */
export const sandboxScheme: SimulatedScheme = {
  deliver: ({ db }, instance, id, at, item) => insertItem(db, instance, id, at, item),
  async steer({ db, nowOf }, instance, id, steering) {
    const now = await nowOf(instance);
    return (await changePayment(db, instance, id, (before) => steered(before, steering, now))) !== undefined;
  },
};

function isOpen({ state }: SchemePayment): boolean {
  return state === 'lost' || state === 'accepted';
}

/** What was taken back is as good as rejected. */
function isRejected({ state }: SchemePayment): boolean {
  return state === 'rejected' || state === 'canceled';
}

function rejection({ reasonCode }: SchemePayment) {
  return { status: 'rejected', reasonCode: reasonCode! } as const;
}

function steered(before: SchemePayment, steering: Steering, now: Date): SchemePayment {
  if (!isOpen(before)) return before;
  switch (steering.to) {
    case 'settle':
      return { ...before, state: 'accepted', silent: 0, settlesAt: now };
    case 'reject':
      return { ...before, state: 'rejected', reasonCode: steering.reasonCode };
    case 'delay':
      return { ...before, settlesAt: new Date(before.settlesAt.getTime() + steering.seconds * 1000) };
  }
}

async function submit({ db, nowOf }: RailContext, payment: Payment): Promise<Submission> {
  const { instance, id } = payment;
  const { heard, ...behaviour } = behaviourOf(payment, await nowOf(instance));
  const isNew = await insertPayment(db, instance, id, behaviour);
  // Handed in once more, what was lost arrives; what had arrived is the same payment.
  const known = isNew
    ? behaviour
    : await changePayment(db, instance, id, (before) =>
        before.state === 'lost' ? { ...before, state: 'accepted' } : before,
      );
  if (isNew && !heard) return unknown;
  return known !== undefined && isRejected(known) ? rejection(known) : accepted;
}

async function inquire(
  { db, nowOf }: RailContext,
  { instance, id, rail, amountMinor, currency, creditor }: Payment,
): Promise<PaymentState> {
  const now = await nowOf(instance);
  const found = await readPayment(db, instance, id);
  if (found === undefined || found.state === 'lost') return { status: 'absent' };
  if (found.silent > 0) {
    await changePayment(db, instance, id, (before) => ({ ...before, silent: Math.max(0, before.silent - 1) }));
    return unknown;
  }
  if (isRejected(found)) return rejection(found);
  if (found.settlesAt > now) return { status: 'pending', lookAt: found.settlesAt };
  await changePayment(db, instance, id, (before) => ({ ...before, state: 'settled' }));
  if (found.returnReason === null) return { status: 'settled', at: found.settlesAt };
  const lookAt = returnsAt(rail, found.settlesAt);
  await insertItem(db, instance, namedId(`return|${id}`), lookAt, {
    kind: 'return',
    rail,
    id: `R${id}`,
    senderBic: creditor.bic ?? unknownBic,
    payment: id,
    amountMinor,
    currency,
    reasonCode: found.returnReason,
  });
  return { status: 'settled', at: found.settlesAt, lookAt };
}

/** The bank of a payee whose BIC the payer does not know. */
const unknownBic = 'SANDDEFFXXX';

/** A return travels as any payment does. */
function asPayment({ instance, id, original, settlementDate }: PaymentReturn): Payment {
  const party = { name: '', bic: null, address: null, iban: null, sortCode: null, accountNumber: null };
  const { rail, amountMinor, currency } = original;
  const texts = { reference: null, endToEndId: null, purposeCode: null };
  const what = { instance, id, rail, amountMinor, currency, settlementDate, ...texts };
  return { ...what, acceptedAt: new Date(0), debtor: party, creditor: party };
}

const batchSize = 500;

async function receive({ db, nowOf, instances }: ReceiveContext, take: TakeIncoming): Promise<void> {
  for (const instance of instances) {
    const now = await nowOf(instance);
    for (;;) {
      const waiting = await readItems(db, instance, now, batchSize);
      if (waiting.length === 0) break;
      const answers = await take(waiting.map(({ item }) => item));
      for (const [index, { id }] of waiting.entries()) await answerItem(db, instance, id, answers[index]!);
    }
  }
}
