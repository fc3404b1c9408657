import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank.close());

const person = { first_name: 'Ana', last_name: 'Dimova', birthday: '1984-02-29', nationality: 'BG', country: 'BG' };
let people = 0;

async function account(program = 'EUR-CONSUMER') {
  people += 1;
  const user = await bank.call('user_create', { body: { email: `queue${people}@example.org`, ...person } });
  const { data } = await bank.call('account_create', { body: { program, user: user.data.token } });
  return { token: data.token as string, iban: data.balances[0].iban as string };
}

async function held(iban: string, more: Record<string, unknown> = {}) {
  const sender = { name: 'HOLD Handels GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const body = { iban, amount: 12.5, currency: 'EUR', sender, ...more };
  return (await bank.call('sim_wire_incoming', { body })).data;
}

const details = async (token: string) => (await bank.call('queue_details', { params: { queue_record: token } })).data;
const statusOf = async (transaction: string) =>
  (await bank.call('transaction_details', { params: { transaction } })).data.status;
const current = async (token: string): Promise<number> =>
  (await bank.call('account_details', { params: { account: token } })).data.balances[0].current;
const decide = (action: 'process' | 'return', token: string, body = {}) =>
  bank.call(`queue_${action}`, { params: { queue_record: token }, body });

test('a held transfer is suspended, shown, released and credited; once', async () => {
  const { token, iban } = await account();
  const { transaction, status, queue_record, events } = await held(iban, { rail: 'sct_inst' });
  assert.equal(status, 'suspended');
  assert.ok(events.some(({ action }: { action: string }) => action === 'TRANSACTION.SUSPENDED'));
  assert.equal(await current(token), 0);
  const record = await details(queue_record);
  assert.deepEqual(
    [record.status, record.rail, record.is_instant, record.business_days_left, record.transaction, record.decision],
    ['in_queue', 'sct_inst', true, 10, transaction, null],
  );
  const { data } = await bank.call('queue_list', { params: { page: 1, limit: 10 } });
  assert.equal(data.items[0].token, queue_record);
  const released = await decide('process', queue_record, { comment: 'known' });
  assert.deepEqual([released.code, released.data.status, released.data.decision.comment], [0, 'released', 'known']);
  assert.deepEqual([await statusOf(transaction), await current(token)], ['completed', 12.5]);
  assert.equal((await decide('process', queue_record)).data.decision.comment, 'known');
  assert.equal((await decide('return', queue_record)).data.errors[0].rule, 'already_decided');
  assert.equal(await current(token), 12.5);
});

test('a declined SEPA Instant transfer goes back by SCT: pending, then returned with the incoming one', async () => {
  const { token, iban } = await account();
  const { transaction, queue_record } = await held(iban, { rail: 'sct_inst' });
  const { data } = await decide('return', queue_record, { reason_code: 'RR04', external_case: 'C-17' });
  assert.deepEqual([data.status, data.decision.reason_code], ['return_pending', 'RR04']);
  const back = (await bank.call('transaction_details', { params: { transaction: data.return_transaction } })).data;
  assert.deepEqual(
    [back.channel, back.parent, back.hidden, back.status, back.account],
    ['sct', transaction, true, 'pending', token],
  );
  await bank.settle();
  assert.equal((await decide('return', queue_record)).data.status, 'return_pending');
  assert.equal((await decide('process', queue_record)).data.errors[0].rule, 'already_decided');
  bank.clock.advance(5 * 86_400);
  await bank.settle();
  assert.equal((await details(queue_record)).status, 'returned');
  assert.deepEqual([await statusOf(transaction), await statusOf(data.return_transaction)], ['returned', 'completed']);
  assert.equal(await current(token), 0);
});

test('the queue is off until it is turned on, and BGN is never queued', async () => {
  const [euro, leva] = [await account(), await account('BGN-CONSUMER')];
  const sender = { name: 'Erika' };
  assert.equal((await held(euro.iban, { sender })).status, 'completed');
  await bank.call('sim_queue_enable', { body: { enabled: true } });
  assert.equal((await held(euro.iban, { sender })).status, 'suspended');
  assert.equal((await held(leva.iban, { currency: 'BGN' })).status, 'completed');
  await bank.call('sim_queue_enable', { body: { enabled: false } });
  assert.equal((await held(euro.iban, { sender })).status, 'completed');
});

test('an account blocked or closed meanwhile: released, it goes back by itself', async () => {
  const { token, iban } = await account();
  const { queue_record } = await held(iban);
  await bank.call('account_terminate', { params: { account: token } });
  const { data } = await decide('process', queue_record);
  assert.deepEqual([data.status, data.decision.reason_code], ['return_pending', 'AC04']);
});

test('eight business days: a reminder; ten: expired; then an operator sends it back', async () => {
  const { iban } = await account();
  const { queue_record, transaction } = await held(iban);
  const { deadline } = await details(queue_record);
  const actions = async () => {
    const { data } = await bank.call('events_list', { params: { page: 1, limit: 100 } });
    return data.items
      .filter(({ payload }: { payload: { token?: string } }) => payload.token === queue_record)
      .map(({ action, payload }: { action: string; payload: { status: string } }) => `${action} ${payload.status}`)
      .reverse();
  };
  bank.clock.set(new Date(Date.parse(deadline) - 3_600_000));
  await bank.settle();
  bank.clock.set(new Date(deadline));
  await bank.settle();
  assert.equal((await details(queue_record)).status, 'expired');
  assert.equal((await decide('process', queue_record)).data.errors[0].rule, 'expired');
  bank.clock.advance(8 * 86_400);
  await bank.settle();
  bank.clock.advance(8 * 86_400);
  await bank.settle();
  assert.deepEqual([(await details(queue_record)).status, await statusOf(transaction)], ['returned', 'returned']);
  assert.deepEqual(await actions(), [
    'TRANSACTION.SUSPENDED in_queue',
    'QUEUE.EXPIRING in_queue',
    'QUEUE.UPDATE expired',
    'QUEUE.UPDATE return_pending',
    'QUEUE.UPDATE returned',
  ]);
});

test('a record can be made to expire, and is found by merchant and status', async () => {
  const { iban } = await account();
  const { queue_record } = await held(iban);
  const { code, data } = await bank.call('sim_queue_expire', { params: { queue_record } });
  assert.deepEqual([code, data.status], [0, 'expired']);
  const list = async (query: Record<string, string>) =>
    (await bank.call('queue_list', { params: { page: 1, limit: 10 }, query })).data.items.map(
      ({ token }: { token: string }) => token,
    );
  assert.ok((await list({ status: 'expired' })).includes(queue_record));
  assert.deepEqual(await list({ merchant: bank.sandbox.first.merchant }), []);
  assert.equal((await bank.call('queue_list', { params: { page: 1, limit: 1001 } })).code, 11001);
});

test('what waits is counted as it comes and goes, for the instance and for a merchant', async () => {
  const total = async (query = {}) =>
    (await bank.call('queue_list', { params: { page: 1, limit: 1 }, query })).data.pagination.total;
  const { merchant } = bank.sandbox.first;
  const before = await total();
  const { data } = await bank.call('account_create', { body: { program: 'EUR-BUSINESS', merchant } });
  const records = [await held(data.balances[0].iban), await held(data.balances[0].iban)];
  assert.deepEqual([await total(), await total({ merchant })], [before + 2, 2]);
  await decide('process', records[0].queue_record);
  await decide('return', records[1].queue_record);
  assert.deepEqual([await total(), await total({ merchant })], [before, 0]);
});

test('a transfer from somebody on a sanctions list waits whatever is configured, and cannot be released', async () => {
  const { token, iban } = await account();
  const { status, queue_record } = await held(iban, { sender: { name: 'Ivan SANCTION' } });
  assert.equal(status, 'suspended');
  assert.equal((await decide('process', queue_record)).data.errors[0].rule, 'sanctions_match');
  assert.equal((await decide('return', queue_record)).data.status, 'return_pending');
  assert.equal(await current(token), 0);
});

test('a rule of the partner decides at once, in its own name; what none fits waits', async () => {
  const { token, iban } = await account();
  const rules = [
    { name: 'not from there', action: 'return', reason_code: 'RR04', sender_countries: ['FR'] },
    {
      name: 'small ones',
      action: 'process',
      currency: 'EUR',
      amount_to: 20,
      sender_ibans: ['DE89 3704 0044 0532 0130 00'],
    },
  ];
  assert.equal((await bank.call('queue_rules_update', { body: { rules } })).code, 0);
  assert.deepEqual((await bank.call('queue_rules')).data.rules, rules);
  const [small, large] = [await held(iban), await held(iban, { amount: 21 })];
  const french = await held(iban, { sender: { name: 'HOLD', iban: 'FR1420041010050500013M02606' } });
  await bank.settle();
  const by = async (record: string) => [(await details(record)).status, (await details(record)).decision?.by];
  assert.deepEqual(await by(small.queue_record), ['released', 'rule: small ones']);
  assert.deepEqual(await by(french.queue_record), ['return_pending', 'rule: not from there']);
  assert.deepEqual(await by(large.queue_record), ['in_queue', undefined]);
  assert.equal(await current(token), 12.5);
  const broken = await bank.call('queue_rules_update', {
    body: { rules: [{ name: 'x', action: 'process', amount_to: 1 }] },
  });
  assert.equal(broken.data.errors[0].field, 'rules[0].currency');
  await bank.call('queue_rules_update', { body: { rules: [] } });
});
