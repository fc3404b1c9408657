import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verifyLedger } from '../domains/ledger/verify.ts';
import { newId } from '../kernel/ids.ts';
import { checkBooks } from '../prove/books.ts';
import { readBooks } from '../prove/books-store.ts';
import { startLoad } from '../prove/load-process.ts';
import { freePort } from '../prove/server-process.ts';
import {
  type Envelope,
  fundedAccount,
  mustCall,
  type OpenedAccount,
  openAccount,
  type SignedRequest,
  signedCall,
  transferRequest,
} from '../prove/signed-client.ts';
import { type OpenDatabase, openDatabase } from '../runtime/postgres.ts';
import { openVault } from '../runtime/vault.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { instanceOf } from './instance-of.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/* Two real server processes on one database: what one does, the other sees; nobody wins twice. */

const masterKey = randomBytes(32);
const folder = mkdtempSync(join(tmpdir(), 'openemi-race-'));
const servers: ServerProcess[] = [];
let database: TestDatabase;
let db: OpenDatabase;
let instance: string;

before(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, { max: 2 });
  const start = async (name: string) =>
    startServer({
      data: join(folder, name),
      port: await freePort(),
      databaseUrl: database.url,
      masterKey: masterKey.toString('base64'),
    });
  servers.push(...(await Promise.all([start('one'), start('two')])));
  instance = await instanceOf(db, servers[0]!.target);
});

after(async () => {
  const { instances } = await verifyLedger(db, openVault([masterKey]));
  const codes = await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await db.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(
    instances.flatMap(({ problems }) => problems),
    [],
  );
  assert.deepEqual(codes, [0, 0]);
});

const serverOf = (turn: number) => servers[turn % servers.length]!.target;
const funded = (amountMinor: number) => fundedAccount(serverOf(0), servers[0]!.merchant, amountMinor);

/** Sends requests at once, in turn through both servers. */
function throughBoth(requests: readonly SignedRequest[]): Promise<Envelope[]> {
  return Promise.all(requests.map((request, index) => signedCall(serverOf(index), request)));
}

test('under load on few accounts nobody is answered a fault, and the books are as answered', async () => {
  const accounts = await Promise.all(Array.from({ length: 10 }, () => funded(10_000)));
  const balances = accounts.map(({ balance }) => balance);
  const loads = servers.map(({ target }, index) =>
    startLoad({ target, balances, transfers: 750, inFlight: 16, seed: index, name: `race-${index}` }),
  );
  const settled = (await Promise.all(loads.map((load) => load.settled))).flat();
  assert.equal(settled.length, 1500);
  assert.deepEqual(
    settled.filter(({ lost, code }) => lost > 0 || code === null),
    [],
  );
  checkBooks(await readBooks(db, instance), settled, balances, 10_000);
});

test('of twenty withdrawals of the whole balance one wins', async () => {
  for (const keyed of [false, true, true]) {
    const [rich, poor] = [await funded(10_000), await funded(0)];
    const answers = await throughBoth(
      Array.from({ length: 20 }, () =>
        transferRequest(rich.balance, poor.balance, 10_000, keyed ? { idempotencyKey: newId() } : {}),
      ),
    );
    assert.deepEqual(
      answers.map(({ code }) => code).sort((a, b) => a - b),
      [0, ...Array(19).fill(12001)],
    );
  }
});

test('one idempotency key for two debtors in two processes at once: one wins, the other is told', async () => {
  // No balance in common: only the key itself can bring the two together.
  const [one, two] = [await funded(10_000), await funded(10_000)];
  const creditors = [await funded(0), await funded(0)];
  for (let round = 0; round < 20; round += 1) {
    const idempotencyKey = newId();
    const requests = [one, two].map(({ balance }, index) =>
      transferRequest(balance, creditors[index]!.balance, 100, { reference: idempotencyKey, idempotencyKey }),
    );
    const answers = await throughBoth(round % 2 === 0 ? requests : requests.toReversed());
    assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 11004]);
    const [row] = await db.query<{ count: bigint }>(
      'select count(*) from ledger.transactions where instance_id = $1 and reference = $2',
      [instance, idempotencyKey],
    );
    assert.equal(row!.count, 2n);
  }
});

test('the same request under one key in two processes at once is done once', async () => {
  const [debtor, creditor] = [await funded(10_000), await funded(0)];
  for (let round = 0; round < 5; round += 1) {
    const request = transferRequest(debtor.balance, creditor.balance, 100, { idempotencyKey: newId() });
    const answers = await throughBoth(Array(8).fill(request));
    assert.deepEqual([...new Set(answers.map(({ code, data }) => `${code} ${data.transaction}`))].length, 1);
    assert.equal(answers[0]!.code, 0);
  }
});

test('an account that is blocked under load moves no money after the answer', async () => {
  const [account, other] = [await funded(1_000_000), await funded(1_000_000)];
  const last = await blockUnderLoad(account, account, [
    transferRequest(account.balance, other.balance, 1),
    transferRequest(other.balance, account.balance, 1),
  ]);
  const [row] = await db.query<{ no: bigint }>(
    'select max(no) as no from ledger.transactions where instance_id = $1 and balance_id = $2',
    [instance, account.balance],
  );
  assert.ok(row!.no < last, `transaction ${row!.no} is after the block, ${last}`);
});

test('a virtual account that is blocked under load passes no money after the answer; its main account does', async () => {
  const [main, other] = [await funded(1_000_000), await funded(1_000_000)];
  const virtual = await openAccount(serverOf(0), servers[0]!.merchant, main.account);
  const direct = transferRequest(other.balance, main.balance, 1);
  const last = await blockUnderLoad(virtual, virtual, [named(other, virtual), named(virtual, other)], direct);
  const [row] = await db.query<{ virtual: bigint; main: bigint }>(
    `select max(no) filter (where account_id = $3) as virtual, max(no) filter (where account_id = $4) as main
       from ledger.transactions where instance_id = $1 and balance_id = $2`,
    [instance, main.balance, virtual.account, main.account],
  );
  assert.ok(row!.virtual < last, `transaction ${row!.virtual} is after the block, ${last}`);
  assert.ok(row!.main > last);
});

test('virtual accounts stop with their main account', async () => {
  const [main, other] = [await funded(1_000_000), await funded(1_000_000)];
  const virtual = await openAccount(serverOf(0), servers[0]!.merchant, main.account);
  const last = await blockUnderLoad(main, virtual, [named(other, virtual), named(virtual, other)]);
  const [row] = await db.query<{ no: bigint }>(
    'select max(no) as no from ledger.transactions where instance_id = $1 and balance_id = $2',
    [instance, main.balance],
  );
  assert.ok(row!.no < last, `transaction ${row!.no} is after the block, ${last}`);
});

/** A cent from one account to another, both named by their IBANs. */
function named(debtor: OpenedAccount, creditor: OpenedAccount): SignedRequest {
  const request = transferRequest('', '', 1);
  const parties = { debtor: { iban: debtor.iban }, creditor: { iban: creditor.iban } };
  return { ...request, body: { ...(request.body as object), ...parties } };
}

const lanes = 24;

/**
 * Sends transfers through both servers, as fast as they answer, blocks an account in the middle, and goes on until each
 * lane was refused. Whatever was asked after the answer to the block must be refused. Answers the block's event number.
 */
async function blockUnderLoad(
  blocked: OpenedAccount,
  touched: OpenedAccount,
  requests: readonly SignedRequest[],
  unharmed?: SignedRequest,
): Promise<bigint> {
  const started = performance.now();
  let answered = false;
  let completed = 0;
  let enough = () => {};
  const running = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const lane = async (turn: number) => {
    for (let round = turn; ; round += 1) {
      const sentAfterAnswer = answered;
      const { code } = await signedCall(serverOf(turn), requests[round % requests.length]!);
      if (code === 0) assert.equal(sentAfterAnswer, false, 'a transfer asked for after the block was done');
      else assert.equal(code, 12003);
      if (sentAfterAnswer) return;
      completed += 1;
      if (completed === 300) enough();
    }
  };
  const load = Array.from({ length: lanes }, (_, turn) => lane(turn));
  await Promise.race([running, ...load]);
  const perSecond = (completed / (performance.now() - started)) * 1000;
  await mustCall(serverOf(1), {
    operation: 'account_status',
    method: 'PUT',
    path: `/v2/accounts/${blocked.account}/status`,
    body: { status: 'blocked' },
  });
  answered = true;
  await Promise.all(load);
  console.log(
    `blocked ${blocked === touched ? 'an account' : 'a main account'} at ${Math.round(perSecond)} transfers/s`,
  );
  if (unharmed !== undefined) await mustCall(serverOf(0), unharmed);
  const [row] = await db.query<{ no: bigint }>(
    `select no from ledger.events where instance_id = $1 and action = 'ACCOUNT.STATUS' and subject_id = $2`,
    [instance, blocked.account],
  );
  return row!.no;
}
