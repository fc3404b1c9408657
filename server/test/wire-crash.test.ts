import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../domains/ledger/verify.ts';
import { newId } from '../kernel/ids.ts';
import type { IncomingPayment } from '../ports/payment-rail/port.ts';
import { sandboxScheme } from '../ports/payment-rail/sandbox/scheme.ts';
import { below, seeded } from '../prove/random.ts';
import { freePort } from '../prove/server-process.ts';
import { type Envelope, fundedAccount, type SignedRequest, signedCall, type Target } from '../prove/signed-client.ts';
import { type OpenDatabase, openDatabase } from '../runtime/postgres.ts';
import { schedule } from '../runtime/schedule.ts';
import { openVault } from '../runtime/vault.ts';
import { testDatabase } from './database.ts';
import { instanceOf } from './instance-of.ts';
import { startServer } from './server-process.ts';

const outgoing = 80;
const incoming = 200;
const kills = 3;
const amountMinor = 100n;
const initialMinor = 100_000;
const references = ['Rent', 'LOSE REQUEST', 'LOSE ANSWER', 'REJECT AM04'];

test('wires survive the death of the server: no money lost, none doubled, nothing sent twice', {
  timeout: 180_000,
}, async () => {
  const seed = Number(process.env.OPENEMI_TEST_SEED ?? randomInt(2 ** 31));
  console.log(`seed ${seed}; run it again with OPENEMI_TEST_SEED=${seed}`);
  const data = mkdtempSync(join(tmpdir(), 'openemi-wire-crash-'));
  const database = await testDatabase();
  const db = openDatabase(database.url, { max: 4 });
  const masterKey = randomBytes(32);
  const start = { data, port: await freePort(), databaseUrl: database.url, masterKey: masterKey.toString('hex') };
  let server = await startServer(start);
  try {
    const { target, merchant } = server;
    const instance = await instanceOf(db, target);
    const payer = await fundedAccount(target, merchant, initialMinor);
    const payee = await fundedAccount(target, merchant, 0);
    await layDown(db, instance, payee.iban);
    const random = seeded(seed);
    const sent = Promise.all(Array.from({ length: outgoing }, (_, index) => send(target, payer.balance, index)));
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(300 + below(random, 700));
      await server.end('SIGKILL');
      server = await startServer(start);
      await endLeases(db, instance);
    }
    assert.ok((await sent).every(({ code }) => code === 0));
    await untilEnded(db, instance);
    await compare(db, instance, payer.balance, payee.balance);
    const { instances } = await verifyLedger(db, openVault([masterKey]));
    assert.deepEqual(
      instances.flatMap(({ problems }) => problems),
      [],
    );
    assert.equal(await server.end('SIGTERM'), 0);
  } finally {
    await server.end('SIGKILL');
    await db.close();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  }
});

/** Another bank has sent payments, each of them twice, which the server learns of again and again. */
async function layDown(db: OpenDatabase, instance: string, iban: string): Promise<void> {
  const now = new Date();
  const nowhere = { sortCode: null, accountNumber: null, bic: null, address: null };
  const context = { db, nowOf: async () => now };
  for (let index = 0; index < incoming; index += 1) {
    const item: IncomingPayment = {
      kind: 'payment',
      rail: 'sct',
      id: `PAYMENT-${index}`,
      senderBic: 'COBADEFFXXX',
      endToEndId: null,
      amountMinor,
      currency: 'EUR',
      settlementDate: now.toISOString().slice(0, 10),
      answerBy: null,
      debtor: { ...nowhere, name: index % 4 === 0 ? 'HOLD Handels GmbH' : 'Erika', iban: 'DE89370400440532013000' },
      creditor: { ...nowhere, name: '', iban },
      reference: null,
      purposeCode: null,
    };
    for (const time of [index, index + 500]) {
      await sandboxScheme.deliver(context, instance, newId(), new Date(now.getTime() + time * 10), item);
    }
  }
  const looks = Array.from({ length: 40 }, (_, look) => new Date(now.getTime() + look * 250));
  await schedule.add(
    db,
    looks.map((at) => ({ instance, name: 'wires.receive', subject: newId(), at })),
    now,
  );
}

/** One wire, asked for under one idempotency key until there is an answer. */
async function send(target: Target, balance: string, index: number): Promise<Envelope> {
  const creditor = { iban: 'DE89370400440532013000', name: 'Erika Mustermann' };
  const reference = references[index % references.length];
  const wanted: SignedRequest = {
    operation: 'transfer_create',
    method: 'POST',
    path: '/v2/transfers',
    body: { amount: 1, currency: 'EUR', is_instant: true, reference, debtor: { balance }, creditor },
    idempotencyKey: `wire-${index}`,
  };
  await sleep(index * 20);
  for (;;) {
    try {
      const answer = await signedCall(target, wanted);
      if (answer.code !== 500) return answer;
    } catch {
      // No answer: the server is dead or dying.
    }
    await sleep(50);
  }
}

/** What a dead server was doing is free after a minute, for which nobody waits here. */
async function endLeases(db: OpenDatabase, instance: string): Promise<void> {
  await db.query(`update runtime.jobs set free_at = '-infinity' where instance_id = $1`, [instance]);
}

const ended = `select count(*) filter (where state not in ('settled', 'rejected')) as open from wires.wires where instance_id = $1`;
const taken = 'select count(*) as waiting from ports.scheme_items where instance_id = $1 and answer is null';

async function untilEnded(db: OpenDatabase, instance: string): Promise<void> {
  for (;;) {
    const [[wires], [items]] = await Promise.all([
      db.query<{ open: bigint }>(ended, [instance]),
      db.query<{ waiting: bigint }>(taken, [instance]),
    ]);
    if (wires!.open === 0n && items!.waiting === 0n) return;
    await sleep(200);
  }
}

async function compare(db: OpenDatabase, instance: string, payer: string, payee: string): Promise<void> {
  const count = async (text: string, ...values: string[]) =>
    Number((await db.query<{ count: bigint }>(text, [instance, ...values]))[0]!.count);
  const rejected = outgoing / references.length;
  assert.equal(await count('select count(*) from wires.wires where instance_id = $1'), outgoing);
  assert.equal(await count('select count(*) from ports.scheme_payments where instance_id = $1'), outgoing);
  const agreeing = `select count(*) from wires.wires w
     join ports.scheme_payments s on s.instance_id = w.instance_id and s.payment_id = w.network_id and s.state = w.state
    where w.instance_id = $1 and w.state = $2`;
  assert.equal(await count(agreeing, 'settled'), outgoing - rejected);
  assert.equal(await count(agreeing, 'rejected'), rejected);
  const balance = async (id: string) =>
    (
      await db.query<{ posted: bigint; held: bigint }>(
        'select posted, held from ledger.balances where instance_id = $1 and balance_id = $2',
        [instance, id],
      )
    )[0];
  const paidMinor = BigInt(outgoing - rejected) * amountMinor;
  assert.deepEqual(await balance(payer), { posted: BigInt(initialMinor) - paidMinor, held: 0n });
  const held = incoming / 4;
  assert.deepEqual(await balance(payee), { posted: BigInt(incoming - held) * amountMinor, held: 0n });
  assert.equal(await count('select count(*) from suspense.records where instance_id = $1'), held);
}
