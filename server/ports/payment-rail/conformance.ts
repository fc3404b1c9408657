import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  IncomingAnswer,
  IncomingItem,
  IncomingPayment,
  Payment,
  PaymentRails,
  ReceiveContext,
  ReceivedPayment,
} from './port.ts';

/** An adapter at a network that the test plays. */
export interface PlayedNetwork {
  readonly rails: PaymentRails;
  /** The adapter in another process of the bank, which takes over at once what a killed one had in its hands. */
  readonly successor: PaymentRails;
  readonly context: ReceiveContext;
  /** The network settles or rejects a payment that it has and that has not ended. */
  settle(payment: string): Promise<void>;
  reject(payment: string, reasonCode: string): Promise<void>;
  /** Another bank sends something. */
  deliver(item: IncomingItem): Promise<void>;
  /** An instant payment of which the first message does not arrive, or the answer to it. */
  losing(what: 'message' | 'answer'): Payment;
  /** The ids of what the network was sent, each as often as it came. */
  sent(): Promise<readonly string[]>;
  /** The reasons with which a payment was sent back: in rejections where its rail is instant, else in returns. */
  sentBack(payment: IncomingPayment): Promise<readonly string[]>;
}

const today = new Date().toISOString().slice(0, 10);
const party = { address: null, bic: null, sortCode: null, accountNumber: null };

/** A payment of a bank in Bulgaria to one in Germany. */
export const samplePayment: Payment = {
  instance: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01',
  rail: 'sct',
  id: 'a1',
  amountMinor: 1000n,
  currency: 'EUR',
  settlementDate: today,
  acceptedAt: new Date(),
  reference: 'Фактура 7',
  endToEndId: null,
  purposeCode: null,
  debtor: { ...party, name: 'Мария Петрова', iban: 'BG80BNBG96611020345678' },
  creditor: { ...party, name: 'Hans Müller', iban: 'DE89370400440532013000' },
};

const received: ReceivedPayment = {
  rail: 'sct',
  id: 'b1',
  senderBic: 'COBADEFF',
  endToEndId: null,
  amountMinor: 1000n,
  currency: 'EUR',
  settlementDate: today,
};

const incoming: IncomingPayment = {
  kind: 'payment',
  ...received,
  answerBy: null,
  reference: 'Rechnung 7',
  purposeCode: null,
  debtor: { ...party, name: 'Hans Muller', bic: 'COBADEFF', iban: samplePayment.creditor.iban },
  creditor: { ...party, name: 'Maria Petrova', bic: 'BNBGBGSF', iban: samplePayment.debtor.iban },
};

const ofOurs = { rail: 'sct', payment: 'a1' } as const;
const back = { ...ofOurs, senderBic: 'COBADEFF', amountMinor: 1000n, currency: 'EUR', reasonCode: 'FOCR' };
const { iban, sortCode, accountNumber } = incoming.creditor;
const otherKinds: readonly IncomingItem[] = [
  { kind: 'return', id: 'r1', ...back },
  { kind: 'recall', id: 'c1', original: received, creditor: { iban, sortCode, accountNumber }, reasonCode: 'DUPL' },
  { kind: 'recall-refusal', id: 'n1', ...ofOurs, reasonCode: 'CUST' },
];

export const takeAll = async (items: readonly IncomingItem[]): Promise<IncomingAnswer[]> =>
  items.map(() => ({ accepted: true }));

/** Takes everything and remembers it. */
export function taking() {
  const taken: IncomingItem[] = [];
  const take = (items: readonly IncomingItem[]) => {
    taken.push(...items);
    return takeAll(items);
  };
  return { taken, take };
}

/** What every adapter of the payment rails has to show. `open` makes a network of its own for each test. */
export function paymentRailsConform(open: () => Promise<PlayedNetwork>): void {
  sends(open);
  loses(open);
  asks(open);
  receives(open);
  answers(open);
}

function sends(open: () => Promise<PlayedNetwork>): void {
  test('the same id handed in again is the same payment, before and after it settled', async () => {
    const { rails, successor, context, settle, sent } = await open();
    assert.deepEqual(await rails.inquire(context, samplePayment), { status: 'absent' });
    const submit = (by: PaymentRails) => by.submit(context, samplePayment);
    const submissions = await Promise.all([rails, successor].map(submit));
    // What an adapter sends on in its own time leaves here.
    await rails.receive(context, takeAll);
    submissions.push(await submit(rails));
    assert.equal((await rails.inquire(context, samplePayment)).status, 'pending');
    await settle('a1');
    submissions.push(await submit(successor));
    await settle('a1');
    for (const submission of submissions) assert.deepEqual(submission, { status: 'accepted' });
    assert.equal((await successor.inquire(context, samplePayment)).status, 'settled');
    assert.deepEqual(await sent(), ['a1']);
  });

  test('a payment that the network rejects stays rejected', async () => {
    const { rails, context, reject, settle } = await open();
    await rails.submit(context, samplePayment);
    await reject('a1', 'AC04');
    const rejected = { status: 'rejected', reasonCode: 'AC04' };
    assert.deepEqual(await rails.inquire(context, samplePayment), rejected);
    assert.deepEqual(await rails.submit(context, samplePayment), rejected);
    await settle('a1');
    assert.deepEqual(await rails.inquire(context, samplePayment), rejected);
  });

  test('a payment is taken back before it settles, and never does then; afterwards it is too late', async () => {
    const { rails, context, settle, sent } = await open();
    assert.deepEqual(await rails.cancel(context, samplePayment), { status: 'too_late' });
    for (const id of ['a1', 'a2']) await rails.submit(context, { ...samplePayment, id });
    assert.deepEqual(await rails.cancel(context, samplePayment), { status: 'canceled' });
    const rejected = { status: 'rejected', reasonCode: 'CUST' };
    assert.deepEqual(await rails.inquire(context, samplePayment), rejected);
    assert.deepEqual(await rails.submit(context, samplePayment), rejected);
    for (const id of ['a1', 'a2']) await settle(id);
    assert.deepEqual(await rails.inquire(context, samplePayment), rejected);
    const settled = { ...samplePayment, id: 'a2' };
    assert.deepEqual(await rails.cancel(context, settled), { status: 'too_late' });
    assert.equal((await rails.inquire(context, settled)).status, 'settled');
    assert.ok((await sent()).includes('a2'));
  });
}

function loses(open: () => Promise<PlayedNetwork>): void {
  for (const what of ['message', 'answer'] as const) {
    test(`a payment of which the ${what} is lost is unknown at first, and one payment in the end`, async () => {
      const { rails, context, losing, settle, sent } = await open();
      const payment = losing(what);
      assert.deepEqual(await rails.submit(context, payment), { status: 'unknown' });
      let state = await rails.inquire(context, payment);
      for (let times = 0; times < 5 && state.status === 'unknown'; times += 1) {
        state = await rails.inquire(context, payment);
      }
      assert.equal(state.status === 'absent', what === 'message');
      assert.notEqual(state.status, 'rejected');
      assert.deepEqual(await rails.submit(context, payment), { status: 'accepted' });
      assert.notEqual((await rails.inquire(context, payment)).status, 'absent');
      await settle(payment.id);
      assert.equal((await rails.inquire(context, payment)).status, 'settled');
      assert.deepEqual(await sent(), [payment.id]);
    });
  }
}

function asks(open: () => Promise<PlayedNetwork>): void {
  test('a return, a recall and the no to a recall are sent once for their ids', async () => {
    const { rails, context, settle, sent } = await open();
    const { instance } = samplePayment;
    const about = { instance, original: received };
    for (let time = 0; time < 2; time += 1) {
      for (const submission of [
        await rails.returnPayment(context, { ...about, id: 'r1', reasonCode: 'AC04', settlementDate: today }),
        await rails.recall(context, { instance, id: 'c1', reasonCode: 'DUPL', payment: samplePayment }),
        await rails.refuseRecall(context, { ...about, recall: 'c2', reasonCode: 'NOAS' }),
      ]) {
        assert.deepEqual(submission, { status: 'accepted' });
      }
    }
    await settle('r1');
    assert.equal((await rails.inquire(context, { ...samplePayment, id: 'r1' })).status, 'settled');
    const ids = await sent();
    assert.ok(ids.includes('r1'));
    assert.deepEqual(ids, [...new Set(ids)]);
  });
}

function receives(open: () => Promise<PlayedNetwork>): void {
  test('every kind of item is handed over whole, and once', async () => {
    const { rails, successor, context, deliver } = await open();
    const items = [incoming, ...otherKinds];
    for (const item of items) await deliver(item);
    const { taken, take } = taking();
    for (const process of [rails, rails, successor]) await process.receive(context, take);
    assert.deepEqual(byKind(taken), byKind(items));
  });

  test('what could not be taken is offered again until it is', async () => {
    const { rails, context, deliver, sentBack } = await open();
    const items = [incoming, { ...incoming, id: 'b2' }];
    for (const item of items) await deliver(item);
    const failing = async () => Promise.reject(new Error('the database is away'));
    await assert.rejects(rails.receive(context, failing), /away/);
    const { taken, take } = taking();
    for (let time = 0; time < 2; time += 1) await rails.receive(context, take);
    assert.deepEqual(taken.map((item) => item.kind === 'payment' && item.id).sort(), ['b1', 'b2']);
    for (const item of items) assert.deepEqual(await sentBack(item), []);
  });

  test('what a process held when it was killed is taken by another, and answered once', async () => {
    const { rails, successor, context, deliver, sentBack } = await open();
    await deliver(incoming);
    await new Promise<void>((resolve) => {
      const killed = () => {
        resolve();
        return new Promise<never>(() => {});
      };
      void rails.receive(context, killed);
    });
    let offers = 0;
    for (let time = 0; time < 2; time += 1) {
      await successor.receive(context, async (items) => {
        offers += items.length;
        return items.map(() => ({ accepted: false, reasonCode: 'AC04' }));
      });
    }
    assert.equal(offers, 1);
    assert.deepEqual(await sentBack(incoming), ['AC04']);
  });
}

function answers(open: () => Promise<PlayedNetwork>): void {
  for (const rail of ['sct', 'sct_inst'] as const) {
    test(`${rail}: what is not accepted goes back with its reason, the rest stays`, async () => {
      const { rails, context, deliver, sentBack } = await open();
      const reasons = [null, 'AC04', 'AC06'];
      const payments = reasons.map((reason): IncomingPayment => ({ ...incoming, rail, id: `b-${reason}` }));
      for (const payment of payments) await deliver(payment);
      await rails.receive(context, async (items) =>
        items.map((item): IncomingAnswer => {
          const reasonCode = reasons.find((reason) => item.kind === 'payment' && item.id === `b-${reason}`);
          return reasonCode ? { accepted: false, reasonCode } : { accepted: true };
        }),
      );
      await rails.receive(context, takeAll);
      const results = await Promise.all(payments.map(sentBack));
      assert.deepEqual(results, [[], ['AC04'], ['AC06']]);
    });
  }
}

function byKind(items: readonly IncomingItem[]): IncomingItem[] {
  return [...items].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
