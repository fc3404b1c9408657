import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import { type DirectBank, openDirectBank } from '../../../test/direct-invoke.ts';
import { accountStatusChanged } from '../events.ts';
import { accountCreate } from './account-create.ts';
import { accountDetails } from './account-details.ts';
import { accountStatus } from './account-status.ts';

let bank: DirectBank;
before(async () => {
  bank = await openDirectBank();
});
after(() => bank.close());

async function open(main?: string): Promise<string> {
  const body = { program: 'EUR-BUSINESS', merchant: bank.merchant, ...(main !== undefined && { main }) };
  return (await bank.call(accountCreate, { body })).data.token;
}

const change = (account: string, status: unknown, instance = bank.instance) =>
  bank.call(accountStatus, { params: { account }, body: { status }, instance });

async function gate(account: string): Promise<string | undefined> {
  const [row] = await bank.db.query<{ state: string }>(
    'select state from ledger.gates where instance_id = $1 and gate_id = $2',
    [bank.instance, account],
  );
  return row?.state;
}

test('an account is blocked and made active again, with its gate and an event each', async () => {
  const account = await open();
  for (const [status, previous] of [
    ['blocked', 'active'],
    ['active', 'blocked'],
  ] as const) {
    const { data, events } = await change(account, status);
    assert.equal(data.status, status);
    assert.deepEqual((await bank.call(accountDetails, { params: { account } })).data, data);
    assert.equal(await gate(account), status);
    assert.deepEqual(await accountStatusChanged.render(bank.db, events as never), [
      { account, status, previous_status: previous, reason: null, by: 'test-key' },
    ]);
  }
});

test('asking for the status that is there changes nothing', async () => {
  const account = await open();
  const { data, events } = await change(account, 'active');
  assert.equal(data.status, 'active');
  assert.deepEqual(events, []);
});

test("a virtual account has a gate of its own, which knows its main account's", async () => {
  const main = await open();
  const virtual = await open(main);
  await change(virtual, 'blocked');
  assert.deepEqual([await gate(main), await gate(virtual)], ['active', 'blocked']);
  const [row] = await bank.db.query<{ kind: string; main_id: string }>(
    'select kind, main_id from ledger.gates where instance_id = $1 and gate_id = $2',
    [bank.instance, virtual],
  );
  assert.deepEqual(row, { kind: 'virtual', main_id: main });
});

test('the change waits for whoever holds the balance', async () => {
  const account = await open();
  let blocked: Promise<unknown> | undefined;
  let answered = false;
  await bank.db.transaction(async (tx) => {
    await tx.query('select from ledger.balances where instance_id = $1 and account_id = $2 for no key update', [
      bank.instance,
      account,
    ]);
    blocked = change(account, 'blocked').then(() => {
      answered = true;
    });
    await tx.query('select pg_sleep(0.1)');
    assert.equal(answered, false);
  });
  await blocked;
  assert.equal(await gate(account), 'blocked');
});

test('a closed account is refused with 12003, an unknown one and a foreign one with 11002', async () => {
  const account = await open();
  await bank.db.query("update accounts.accounts set status = 'closed' where instance_id = $1 and account_id = $2", [
    bank.instance,
    account,
  ]);
  for (const status of ['active', 'blocked'])
    assert.equal((await change(account, status)).refused?.refused.code, 12003);
  assert.equal((await change(newId(), 'active')).refused?.refused.code, 11002);
  assert.equal((await change(await open(), 'blocked', bank.other.instance)).refused?.refused.code, 11002);
});

test('only active and blocked can be asked for', async () => {
  const account = await open();
  for (const status of ['closed', 'inactive', '', 'Active', null, 1, undefined]) {
    const { refused } = await bank.call(accountStatus, {
      params: { account },
      body: status === undefined ? {} : { status },
    });
    assert.equal(refused?.refused.code, 11001, String(status));
  }
});
