import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemClock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { Ledger, Posting, Work, WorkOutcome } from '../../kernel/posting.ts';
import { openOutcomes } from '../../runtime/idempotency.ts';
import { type OpenDatabase, openDatabase } from '../../runtime/postgres.ts';
import { schedule } from '../../runtime/schedule.ts';
import { openVault } from '../../runtime/vault.ts';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { openLedger } from './engine.ts';
import { houseBalance, openBalances, openInstance } from './service.ts';
import { verifyLedger } from './verify.ts';

const instance = newId();
const vault = openVault([randomBytes(32)]);
const balances = Array.from({ length: 200 }, () => newId());
const house = houseBalance(instance, 'settlement:load', 'EUR');
/** What the engine sent, and the sizes of the groups that it committed. */
let statements = 0;
let groups: number[] = [];
let database: TestDatabase;
let db: OpenDatabase;
let ledger: Ledger;

before(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, { max: 2, engine: true });
  await db.transaction(async (tx) => {
    await openInstance(tx, vault, instance, new Date());
    const numbers = { iban: null, bic: null, sortCode: null, accountNumber: null };
    const terms = { instance, currency: 'EUR', program: 'EUR-CONSUMER', floorMinor: 0n, ...numbers };
    await openBalances(
      tx,
      balances.map((id) => ({ ...terms, id, account: newId() })),
    );
  });
  ledger = openLedger({
    schedule,
    database: counting(db),
    outcomes: openOutcomes(systemClock),
    vault,
    clock: systemClock,
    metrics: { committed: (works) => void groups.push(works) },
    log: { info() {}, warn() {}, error() {} },
    committed() {},
  });
});

after(async () => {
  const { instances } = await verifyLedger(db, vault);
  await db.close();
  await database.drop();
  assert.deepEqual(
    instances.flatMap(({ problems }) => problems),
    [],
  );
});

function counting(inner: Database): Database {
  return {
    query: (text, values) => inner.query(text, values),
    transaction: (work) =>
      inner.transaction((tx) =>
        work({
          query: (text, values) => {
            statements += 1;
            return tx.query(text, values);
          },
        }),
      ),
  };
}

/** Puts a cent on a balance, under an idempotency key. */
function load(balance: string, reference = 'a cent'): Work {
  const id = newId();
  const posting: Posting = {
    transactions: [
      {
        instance,
        id,
        code: 'load',
        channel: 'load',
        status: 'completed',
        side: 'credit',
        amountMinor: 1n,
        currency: 'EUR',
        balance,
        account: null,
        merchant: null,
        user: null,
        reference,
      },
    ],
    movements: [
      {
        instance,
        amountMinor: 1n,
        currency: 'EUR',
        debit: house,
        credit: balance,
        debitTransaction: null,
        creditTransaction: id,
      },
    ],
    answer: {},
  };
  return {
    instance,
    plan: {
      balances: [
        { instance, id: house },
        { instance, id: balance },
      ],
      transactions: [id],
    },
    decide: () => posting,
    respond: () => id,
    idempotency: { operation: 'test', key: id, fingerprint: id },
    caller: 'test',
    requestId: newId(),
  };
}

/** Posts works at once; answers what came of each, with how many statements and groups it took. */
async function post(works: readonly Work[]) {
  statements = 0;
  groups = [];
  const outcomes = await Promise.allSettled(works.map((work) => ledger.post(work)));
  return { outcomes, statements, groups };
}

const bodyOf = (outcome: PromiseSettledResult<WorkOutcome>) =>
  outcome.status === 'fulfilled' && 'body' in outcome.value ? outcome.value.body : 'failed';

test('the number of statements does not depend on the size of the group', async () => {
  const counts: number[] = [];
  for (const size of [1, 2, 20, 200]) {
    const posted = await post(balances.slice(0, size).map((balance) => load(balance)));
    assert.deepEqual(posted.groups, [size]);
    counts.push(posted.statements);
  }
  assert.deepEqual(new Set(counts).size, 1, `statements: ${counts.join(', ')}`);
});

test('a posting reads the rows that it names, also in a table that has just grown and has no statistics', async () => {
  const grown = Array.from({ length: 5000 }, () => newId());
  const read = await db.transaction(async (tx) => {
    const numbers = { iban: null, bic: null, sortCode: null, accountNumber: null };
    const terms = { instance, currency: 'EUR', program: 'EUR-CONSUMER', floorMinor: 0n, ...numbers };
    await openBalances(
      tx,
      grown.map((id) => ({ ...terms, id, account: newId() })),
    );
    const rowsRead = async () => {
      const [row] = await tx.query<{ rows: bigint }>(
        `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint as rows from pg_stat_xact_user_tables
          where schemaname = 'ledger'`,
      );
      return Number(row!.rows);
    };
    const before = await rowsRead();
    for (const balance of grown.slice(0, 10)) await ledger.postWithin(tx, load(balance));
    return (await rowsRead()) - before;
  });
  assert.ok(read <= 200, `10 postings read ${read} rows`);
});

test('a group takes at most 256 works, and the next follows at once', async () => {
  const posted = await post(Array.from({ length: 600 }, (_, index) => load(balances[index % balances.length]!)));
  assert.deepEqual(posted.groups, [256, 256, 88]);
});

test('a work whose posting the database refuses fails alone; the others of its group are done', async () => {
  const works = balances.slice(0, 9).map((balance, index) => load(balance, index === 4 ? 'zero \0 byte' : 'fine'));
  const { outcomes } = await post(works);
  assert.deepEqual(
    outcomes.map(bodyOf),
    works.map((work, index) => (index === 4 ? 'failed' : work.plan.transactions[0])),
  );
  const ids = works.map((work) => work.plan.transactions[0]!);
  const stored = await db.query<{ id: string }>(
    'select transaction_id as id from ledger.transactions where instance_id = $1 and transaction_id = any($2::uuid[])',
    [instance, ids],
  );
  assert.deepEqual(new Set(stored.map(({ id }) => id)), new Set(ids.toSpliced(4, 1)));
});

test('a decision that breaks is answered with its fault and troubles nobody else', async () => {
  const broken = {
    ...load(balances[1]!),
    decide: () => {
      throw new Error('a mistake of ours');
    },
  };
  const { outcomes, groups: made } = await post([load(balances[0]!), broken, load(balances[2]!)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(made, [3]);
});
