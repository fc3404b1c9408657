import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bind } from '../../kernel/port.ts';
import type { IncomingAnswer, IncomingItem, PaymentRails } from '../../ports/payment-rail/port.ts';
import { paymentRails } from '../../ports/payment-rail/port.ts';
import { sandboxRails } from '../../ports/payment-rail/sandbox/scheme.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';

/** A network that hands in what a test lays down, and keeps the answers. */
const laid: IncomingItem[] = [];
let answers: readonly IncomingAnswer[] = [];
const handing: PaymentRails = {
  ...sandboxRails,
  async receive(context, take) {
    if (laid.length > 0) answers = await take(laid.splice(0));
    await sandboxRails.receive(context, take);
  },
};

let bank: TestBank;
before(async () => {
  bank = await openTestBank({ ports: [bind(paymentRails, handing)] });
});
after(() => bank.close());

const person = { first_name: 'Ana', last_name: 'Dimova', birthday: '1984-02-29', nationality: 'BG', country: 'BG' };
let people = 0;

async function account(program = 'EUR-CONSUMER') {
  people += 1;
  const user = await bank.call('user_create', { body: { email: `incoming${people}@example.org`, ...person } });
  const { data } = await bank.call('account_create', { body: { program, user: user.data.token } });
  return { token: data.token as string, number: data.balances[0] };
}

async function incoming(iban: string, more: Record<string, unknown> = {}) {
  const body = { iban, amount: 12.5, currency: 'EUR', reference: 'Invoice 7', ...more };
  return (await bank.call('sim_wire_incoming', { body })).data;
}

async function current(token: string): Promise<number> {
  return (await bank.call('account_details', { params: { account: token } })).data.balances[0].current;
}

test('an incoming wire is credited, with its sender', async () => {
  const { token, number } = await account();
  const sender = { name: 'Erika Mustermann', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const data = await incoming(number.iban, { rail: 'sct_inst', sender, end_to_end_id: 'E2E-1' });
  assert.deepEqual([data.status, data.channel, data.queue_record], ['completed', 'sct_inst', null]);
  const { data: shown } = await bank.call('transaction_details', { params: { transaction: data.transaction } });
  assert.deepEqual(
    [
      shown.debit_credit,
      shown.wires.sender_iban,
      shown.wires.sender_bic,
      shown.wires.end_to_end_id,
      shown.balance_after,
    ],
    ['credit', sender.iban, sender.bic, 'E2E-1', 12.5],
  );
  assert.equal(await current(token), 12.5);
  const pounds = await account('GBP-CONSUMER');
  const { sort_code, account_number } = pounds.number;
  const body = { sort_code, account_number, amount: 3, currency: 'GBP' };
  assert.equal((await bank.call('sim_wire_incoming', { body })).data.status, 'completed');
});

test('unknown, closed and blocked accounts send it back by themselves', async () => {
  const { token, number } = await account();
  const unknown = await incoming('BG18RZBB91550123456789');
  assert.deepEqual([unknown.transaction, unknown.status, unknown.reason_code], [null, 'returned', 'AC01']);
  await bank.call('account_status', { params: { account: token }, body: { status: 'blocked' } });
  const blocked = await incoming(number.iban, { rail: 'sct_inst' });
  assert.deepEqual([blocked.status, blocked.reason_code], ['rejected', 'AC06']);
  await bank.call('account_terminate', { params: { account: token } });
  const closed = await incoming(number.iban);
  assert.deepEqual([closed.status, closed.reason_code], ['returned', 'AC04']);
  assert.equal(await current(token), 0);
});

test("another partner's account is as unknown as nobody's", async () => {
  const { number } = await account();
  const body = { iban: number.iban, amount: 1, currency: 'EUR' };
  const { data } = await bank.call('sim_wire_incoming', { body, key: bank.sandbox.second });
  assert.deepEqual([data.transaction, data.reason_code], [null, 'AC01']);
});

function payment(iban: string, id: string, more: object = {}): IncomingItem {
  const nowhere = { sortCode: null, accountNumber: null, bic: null, address: null };
  return {
    kind: 'payment',
    rail: 'sct',
    id,
    senderBic: 'COBADEFFXXX',
    endToEndId: null,
    amountMinor: 100n,
    currency: 'EUR',
    settlementDate: '2026-11-20',
    answerBy: null,
    debtor: { ...nowhere, name: 'Erika', iban: 'DE89370400440532013000' },
    creditor: { ...nowhere, name: 'Ana', iban },
    reference: null,
    purposeCode: null,
    ...more,
  };
}

test('the same payment, twice in a batch and once more in the next, is booked once and answered the same', async () => {
  const { token, number } = await account();
  const stranger = 'BG18RZBB91550123456789';
  const batch = () => [
    payment(number.iban, 'T1'),
    payment(number.iban, 'T2'),
    payment(number.iban, 'T1'),
    payment(stranger, 'T3'),
  ];
  const expected = [
    { accepted: true },
    { accepted: true },
    { accepted: true },
    { accepted: false, reasonCode: 'AC01' },
  ];
  for (let delivered = 0; delivered < 2; delivered += 1) {
    laid.push(...batch());
    await bank.settle();
    assert.deepEqual(answers, expected);
  }
  assert.equal(await current(token), 2);
  laid.push(payment(number.iban, 'T1', { senderBic: 'DEUTDEFFXXX' }));
  await bank.settle();
  assert.equal(await current(token), 3, 'the id of another bank is another payment');
});

test('a simulated payment that is delivered five times is booked once', async () => {
  const { token, number } = await account();
  assert.equal((await incoming(number.iban, { times: 5 })).status, 'completed');
  await bank.settle();
  assert.equal(await current(token), 12.5);
});

test('what was refused stays refused when it comes again, though the account is active by now', async () => {
  const { token, number } = await account();
  await bank.call('account_status', { params: { account: token }, body: { status: 'blocked' } });
  laid.push(payment(number.iban, 'B1'));
  await bank.settle();
  await bank.call('account_status', { params: { account: token }, body: { status: 'active' } });
  laid.push(payment(number.iban, 'B1'));
  await bank.settle();
  assert.deepEqual(answers, [{ accepted: false, reasonCode: 'AC06' }]);
  assert.equal(await current(token), 0);
});

test('an instant payment that cannot be decided in time is refused', async () => {
  const { token, number } = await account();
  const late = new Date(bank.clock.now().getTime() - 1);
  laid.push(payment(number.iban, 'L1', { rail: 'sct_inst', answerBy: late }));
  await bank.settle();
  assert.deepEqual(answers, [{ accepted: false, reasonCode: 'AB06' }]);
  assert.equal(await current(token), 0);
});

test('a recall of a received wire is answered with the money, or with no, or not at all', async () => {
  const { token, number } = await account();
  const received = async () => (await incoming(number.iban)).transaction as string;
  const given = await received();
  const params = { transaction: given };
  assert.equal((await bank.call('sim_wire_recall', { params, body: {} })).data.status, 'open');
  const answered = await bank.call('transfer_recall_answer', { params, body: { accepted: true } });
  assert.deepEqual([answered.code, answered.data.status], [0, 'accepted']);
  bank.clock.advance(5 * 86_400);
  await bank.settle();
  const { data } = await bank.call('transaction_details', { params });
  assert.deepEqual([data.status, data.reason_code], ['returned', 'FOCR']);
  assert.equal(await current(token), 0);
  const kept = { transaction: await received() };
  await bank.call('sim_wire_recall', { params: kept, body: { reason_code: 'CUST' } });
  const no = await bank.call('transfer_recall_answer', {
    params: kept,
    body: { accepted: false, reason_code: 'CUST' },
  });
  assert.deepEqual([no.data.status, no.data.answer_code], ['refused', 'CUST']);
  const ignored = { transaction: await received() };
  await bank.call('sim_wire_recall', { params: ignored, body: {} });
  bank.clock.advance(30 * 86_400);
  await bank.settle();
  assert.equal((await bank.call('transfer_recall_answer', { params: ignored, body: { accepted: true } })).code, 11002);
  assert.equal(await current(token), 25);
});
