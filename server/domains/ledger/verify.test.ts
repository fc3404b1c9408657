import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { verifyLedger } from './verify.ts';

let bank: TestBank;
let balances: [string, string];

before(async () => {
  bank = await openTestBank();
  balances = [await fundedBalance(), await fundedBalance()];
  for (const amount of [1, 2, 3]) {
    const parties = { debtor: { balance: balances[0] }, creditor: { balance: balances[1] } };
    const { code } = await bank.call('transfer_create', {
      body: { amount, currency: 'EUR', reference: 'Rent', ...parties },
    });
    assert.equal(code, 0);
  }
});
after(() => bank.close());

async function fundedBalance(): Promise<string> {
  const { merchant } = bank.sandbox.first;
  const opened = await bank.call('account_create', { body: { program: 'EUR-BUSINESS', merchant } });
  const { token, balances: found } = opened.data;
  await bank.call('sim_account_fund', { params: { account: token }, body: { amount: 100 } });
  return found[0].token;
}

test('a sound ledger has no problems, and its sums are zero', async () => {
  const report = await verifyLedger(bank.bank.database, bank.bank.vault);
  assert.equal(report.ok, true);
  const [first] = report.instances;
  assert.deepEqual(first!.sums, { BGN: '0', EUR: '0', GBP: '0' });
  assert.equal(first!.movements, '5');
});

/** Each tampering, as its SQL, undone afterwards; and the rule and table that must be named. */
const tamperings: [string, string, string, string][] = [
  ['an amount', 'update ledger.movements set amount = amount + 1 where no = 3', 'changed_row', 'movements'],
  ['a reference', "update ledger.transactions set reference = 'Gift' where side = 'debit'", 'changed_row', 'events'],
  ['an event', 'update ledger.events set posted = posted + 1 where no = 6', 'changed_row', 'events'],
  ['a movement taken out', 'delete from ledger.movements where no = 4', 'missing_row', 'movements'],
  ['a transaction taken out', "delete from ledger.transactions where side = 'debit'", 'missing_row', 'transactions'],
  [
    'a movement put in',
    'insert into ledger.movements select instance_id, no + 100, at, amount, currency, debit_id, debit_version + 1, debit_posted, debit_transaction_id, credit_id, credit_version + 1, credit_posted, credit_transaction_id, forced from ledger.movements where no = 5',
    'inserted_row',
    'movements',
  ],
  [
    'a transaction put in',
    "insert into ledger.transactions select instance_id, gen_random_uuid(), no + 1, code, channel, status, side, amount, currency, fee, balance_id, balance_version, balance_posted, account_id, merchant_id, user_id, card_id, parent_id, link_id, reference, hidden, reason_code, details, caller, request_id, created_at from ledger.transactions where side = 'credit' and code = 'internal-transfer' and no = (select max(no) from ledger.transactions)",
    'inserted_row',
    'transactions',
  ],
  ['a balance', 'update ledger.balances set posted = posted + 1 where floor is not null', 'balance', 'balances'],
  [
    'a hold without event',
    'update ledger.balances set held = 1, floor = -1 where floor is not null and posted > 0',
    'hold',
    'balances',
  ],
  ['a seal', "update ledger.seals set mac = decode(repeat('00', 32), 'hex') where no = 2", 'broken_seal', 'seals'],
  [
    'the last block cut off',
    'delete from ledger.seals where no = (select max(no) from ledger.seals)',
    'broken_head',
    'heads',
  ],
  ['the head', 'update ledger.heads set movement_no = movement_no - 1', 'broken_head', 'heads'],
];

for (const [name, sql, rule, table] of tamperings) {
  test(`tampering is named: ${name}`, async () => {
    const { database, vault } = bank.bank;
    class Undo extends Error {}
    let found: [string, string][] = [];
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.query(sql);
        const here = { query: tx.query, transaction: <T>(work: (inner: typeof tx) => Promise<T>) => work(tx) };
        const { instances } = await verifyLedger(withoutSnapshot(here), vault);
        found = instances.flatMap(({ problems }) =>
          problems.map((problem): [string, string] => [problem.rule, problem.table]),
        );
        throw new Undo();
      }),
      Undo,
    );
    assert.ok(
      found.some(([foundRule, foundTable]) => foundRule === rule && foundTable === table),
      JSON.stringify(found),
    );
  });
}

/** The tampering lives in a transaction that is rolled back, so its snapshot cannot be frozen first. */
function withoutSnapshot(database: Parameters<typeof verifyLedger>[0]): Parameters<typeof verifyLedger>[0] {
  const query = (<Row>(text: string, values?: readonly unknown[]) =>
    text.startsWith('set transaction')
      ? Promise.resolve([])
      : database.query<Row>(text, values)) as typeof database.query;
  return { query, transaction: (work) => work({ query }) };
}
