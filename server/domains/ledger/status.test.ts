import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { newId } from '../../kernel/ids.ts';
import type { Job } from '../../kernel/job.ts';
import { type Facts, type Posting, recordOf } from '../../kernel/posting.ts';
import { isRefused, type Refused, refuse, validationError } from '../../kernel/refusal.ts';
import { registry } from '../../registry.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { houseBalance } from './service.ts';
import { verifyLedger } from './verify.ts';

/** A booking that is pending first, with a hold, a job and a row of another table; then completed. */

const ran: Job[] = [];
const noted: string[] = [];
const notes = {
  name: 'test.notes',
  write: async (_tx: unknown, _instance: string, rows: readonly string[]) => void noted.push(...rows),
};
let open: TestBank;
let instance: string;
let account: string;
let balance: string;

before(async () => {
  const testing = {
    name: 'testing',
    operations: [],
    events: [
      {
        action: 'TESTING.DONE',
        when: 'A test asked for it',
        payload: Type.Object({}),
        example: {},
        render: async (_db: unknown, rows: readonly unknown[]) => rows.map(() => ({})),
      },
    ],
    jobs: [
      { name: 'test.once', run: async (_context: unknown, job: Job) => void ran.push(job) },
      {
        name: 'test.fails',
        async run(_context: unknown, job: Job) {
          ran.push(job);
          if (job.attempt < 3) throw new Error('not yet');
        },
      },
    ],
  };
  open = await openTestBank({ domains: [...registry, testing] });
  ({ instance } = open.sandbox.first);
  const user = await open.call('user_create', {
    body: {
      first_name: 'A',
      last_name: 'B',
      email: 'a@b.example',
      birthday: '1990-01-01',
      nationality: 'DE',
      country: 'DE',
    },
  });
  const { data } = await open.call('account_create', { body: { program: 'EUR-CONSUMER', user: user.data.token } });
  account = data.token;
  balance = data.balances[0].token;
  await open.call('sim_account_fund', { params: { account }, body: { amount: 100 } });
});
after(() => open.close());

const settlement = () => houseBalance(instance, 'settlement:sct', 'EUR');

function post(
  transaction: string,
  decide: (facts: Facts) => Posting | Refused<'validation_error'>,
  hold?: string,
): Promise<Posting | Refused<'validation_error'>> {
  const plan = {
    balances: [
      { instance, id: balance },
      { instance, id: settlement() },
    ],
    transactions: [transaction],
    lookups: [{ instance, id: transaction }],
    ...(hold && { holds: [{ instance, id: hold }] }),
  };
  return open.bank.ledger
    .now(open.bank.database, instance)
    .then(() =>
      open.bank.database.transaction((tx) =>
        open.bank.ledger.postWithin(tx, { instance, plan, decide, caller: 'test', requestId: newId() }),
      ),
    ) as ReturnType<typeof post>;
}

const nothing = { transactions: [], movements: [], answer: {} };

/** A wire of ten euros that is pending: the money is blocked, a job and a row of another table go with it. */
function pending(transaction: string, hold: string) {
  return (facts: Facts): Posting | Refused<'validation_error'> => {
    if (facts.transaction({ instance, id: transaction }) !== undefined) return refuse(validationError);
    const common = { instance, amountMinor: 1000n, currency: 'EUR', balance };
    const kind = { code: 'wire-transfer', channel: 'sct', status: 'pending', side: 'debit' } as const;
    const whose = { account, merchant: null, user: null, details: { wires: { network: 'sct' } } };
    return {
      ...nothing,
      transactions: [{ ...common, ...kind, ...whose, id: transaction }],
      holds: [{ ...common, id: hold, transaction }],
      jobs: [{ instance, name: 'test.once', subject: transaction, data: { n: 1 } }],
      records: [recordOf(notes, instance, 'booked')],
      events: [{ instance, action: 'TESTING.DONE', subject: transaction, data: {} }],
    };
  };
}

/** It is settled. */
function settled(transaction: string, hold: string) {
  return (facts: Facts): Posting => {
    assert.equal(facts.transaction({ instance, id: transaction })?.status, 'pending');
    const money = { instance, amountMinor: 1000n, currency: 'EUR', debit: balance, credit: settlement() };
    return {
      ...nothing,
      movements: [{ ...money, debitTransaction: transaction, creditTransaction: null }],
      holdEnds: [{ instance, hold, amountMinor: 1000n, reason: 'captured' }],
      updates: [{ instance, transaction, status: 'completed', wires: { network_reference: 'REF-1' } }],
    };
  };
}

test('a pending transaction is completed: its record, its webhooks, its history', async () => {
  const [transaction, hold] = [newId(), newId()];
  assert.equal(isRefused(await post(transaction, pending(transaction, hold))), false);
  const again = await post(transaction, pending(transaction, hold));
  assert.equal(isRefused(again), true, 'a transaction that is there is seen');
  assert.deepEqual(noted, ['booked']);
  await post(transaction, settled(transaction, hold), hold);
  const returned = { instance, transaction, status: 'returned', reasonCode: 'AC04' };
  await post(transaction, () => ({ ...nothing, updates: [returned] }));

  const { data } = await open.call('transaction_details', { params: { transaction } });
  assert.deepEqual([data.status, data.reason_code, data.wires.network_reference], ['returned', 'AC04', 'REF-1']);
  const statuses = data.timeline.map(({ status }: { status: string }) => status);
  assert.deepEqual(statuses, ['pending', 'completed', 'returned']);
  assert.equal(data.value_date, data.created_at.slice(0, 10));
  const listed = await open.call('transactions_list', {
    params: { page: 1, limit: 10 },
    query: { status: 'returned', balance },
  });
  assert.deepEqual(
    listed.data.items.map(({ token }: { token: string }) => token),
    [transaction],
  );
  await assertHeard(transaction);
});

/** The webhooks tell each change with the record as of then, and the job was run. */
async function assertHeard(transaction: string): Promise<void> {
  const events = await open.call('events_list', { params: { page: 1, limit: 100 } });
  const updates = events.data.items.filter(({ action }: { action: string }) => action === 'TRANSACTION.UPDATE');
  const seen = updates.map(({ payload }: { payload: Record<string, unknown> }) => [
    payload.previous_status,
    payload.status,
    payload.reason_code,
  ]);
  assert.deepEqual(seen.toSorted(), [
    ['completed', 'returned', 'AC04'],
    ['pending', 'completed', null],
  ]);
  await open.settle();
  assert.deepEqual(
    ran.map(({ name, subject, data }) => ({ name, subject, data })),
    [{ name: 'test.once', subject: transaction, data: { n: 1 } }],
  );
}

test('a status that no event tells of is found', async () => {
  const { database, vault } = open.bank;
  const [row] = await database.query<{ id: string }>(
    'select transaction_id as id from ledger.transactions where instance_id = $1 and changes is not null',
    [instance],
  );
  await database.query(
    `update ledger.transactions set status = 'completed' where instance_id = $1 and transaction_id = $2`,
    [instance, row!.id],
  );
  const report = await verifyLedger(database, vault);
  assert.deepEqual(
    report.instances.flatMap(({ problems }) => problems.map((problem) => problem.rule)),
    ['status'],
  );
  await database.query(
    `update ledger.transactions set status = 'returned' where instance_id = $1 and transaction_id = $2`,
    [instance, row!.id],
  );
});

test('a job that fails is tried again, and one in the future waits for the instance clock', async () => {
  ran.length = 0;
  const { database } = open.bank;
  const now = await open.bank.ledger.now(database, instance);
  const { schedule } = await import('../../runtime/schedule.ts');
  const later = new Date(now.getTime() + 3_600_000);
  await schedule.add(
    database,
    [
      { instance, name: 'test.fails', subject: newId() },
      { instance, name: 'test.once', subject: newId(), at: later },
    ],
    now,
  );
  await open.settle();
  assert.deepEqual(
    ran.map(({ attempt }) => attempt),
    [1],
  );
  open.clock.advance(1);
  await open.settle();
  open.clock.advance(2);
  await open.settle();
  assert.deepEqual(
    ran.map(({ name, attempt }) => [name, attempt]),
    [
      ['test.fails', 1],
      ['test.fails', 2],
      ['test.fails', 3],
    ],
  );
  open.clock.advance(3600);
  await open.settle();
  assert.equal(ran.at(-1)?.name, 'test.once');
});
