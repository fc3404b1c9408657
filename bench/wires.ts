import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bank } from '../server/bank.ts';
import { insertRecords, type SuspenseRow } from '../server/domains/suspense/store.ts';
import { newId } from '../server/kernel/ids.ts';
import { scopes } from '../server/kernel/operation.ts';
import { mergedTransfers } from '../server/ports/payment-rail/iso20022/credit-transfer.ts';
import { writeMessage } from '../server/ports/payment-rail/iso20022/message.ts';
import { creditTransfersOf } from '../server/ports/payment-rail/iso20022/outgoing.ts';
import type { Payment } from '../server/ports/payment-rail/port.ts';
import { engineRate, spread } from './engine.ts';
import { type Funded, fundedInstance } from './fixture.ts';
import { type Figure, median } from './report.ts';

export interface WireBench {
  readonly bank: Bank;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  /** Incoming payments. */
  readonly payments: number;
  /** Records in the queue, against 1,000. */
  readonly waiting: number;
}

const accounts = 1_000;
const fileSize = 10_000;
const fewWaiting = 1_000;

/**
 * Incoming pacs.008 in files of 10,000, each delivered twice, to a process that is killed in between: every payment is
 * booked exactly once, at which rate. And the queue's list and decision with many records against few.
 */
export async function benchWires(options: WireBench): Promise<Figure[]> {
  const { bank, payments, waiting } = options;
  const of = await fundedInstance(bank, accounts);
  const internal = await engineRate(bank, 256, 5, spread(of));
  const perSecond = payments / (await takeIn(options, of));
  const few = await queueMs(bank, of, fewWaiting);
  const many = await queueMs(bank, of, waiting);
  return [
    {
      name: 'incoming payments, twice delivered, killed once',
      value: perSecond,
      unit: '/s',
      note: `${payments} of them`,
    },
    {
      name: '÷ internal transfers of the engine',
      value: perSecond / internal.perSecond,
      unit: '×',
      note: `${Math.round(internal.perSecond)} /s`,
    },
    figure('queue_list', many.listMs, few.listMs, waiting),
    figure('queue_process', many.decideMs, few.decideMs, waiting),
  ];
}

function figure(name: string, many: number, few: number, waiting: number): Figure {
  const note = `${many.toFixed(1)} ms with ${waiting} waiting, ${few.toFixed(1)} ms with ${fewWaiting}`;
  return { name: `${name}, many ÷ few waiting`, value: many / few, unit: '×', bar: 1.5, goal: 1.1, most: true, note };
}

/** Seconds from the first file to the last booking. */
async function takeIn({ bank, databaseUrl, masterKey, payments }: WireBench, of: Funded): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'openemi-bench-wires-'));
  const env = {
    ...process.env,
    BENCH_DATABASE: databaseUrl,
    BENCH_FOLDER: root,
    BENCH_MASTER_KEY: masterKey.toString('hex'),
  };
  const start = () => fork(new URL('wire-taker.ts', import.meta.url), { env });
  let taker: ChildProcess | undefined;
  try {
    await writeFiles(bank, root, of, payments);
    const before = await received(bank, of);
    const started = performance.now();
    taker = start();
    await bookedUntil(bank, of, before + Math.floor(payments / 3));
    taker.kill('SIGKILL');
    taker = start();
    await bookedUntil(bank, of, before + payments);
    const seconds = (performance.now() - started) / 1000;
    // The second copies of the last files are still being answered: nothing more may be booked.
    await sleep(5_000);
    assert.equal(await received(bank, of), before + payments, 'a payment was booked twice');
    return seconds;
  } finally {
    taker?.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  }
}

async function writeFiles(bank: Bank, root: string, of: Funded, payments: number): Promise<void> {
  const inbox = join(root, 'inbox');
  mkdirSync(inbox, { recursive: true });
  const rows = await bank.database.query<{ iban: string }>(
    'select iban from ledger.balances where instance_id = $1 and iban is not null',
    [of.instance],
  );
  for (let written = 0; written < payments; written += fileSize) {
    const count = Math.min(fileSize, payments - written);
    const singles = Array.from({ length: count }, (_, index) =>
      creditTransfersOf(
        payment(written + index, rows[(written + index) % rows.length]!.iban),
        { bic: 'COBADEFFXXX', bicOf: () => 'OEMIBGSF' },
        new Date(),
      ),
    );
    const text = writeMessage(mergedTransfers(`FILE-${written}`, singles, new Date()));
    for (const copy of ['first', 'second']) {
      const draft = join(root, `${written}-${copy}`);
      writeFileSync(draft, text);
      renameSync(draft, join(inbox, `pacs.008-${written}-${copy}.xml`));
    }
  }
}

function payment(index: number, iban: string): Payment {
  const nowhere = { sortCode: null, accountNumber: null, address: null };
  return {
    instance: '',
    rail: 'sct',
    id: `BENCH-${index}`,
    amountMinor: 1n,
    currency: 'EUR',
    settlementDate: new Date().toISOString().slice(0, 10),
    acceptedAt: new Date(),
    debtor: { ...nowhere, name: 'Erika Mustermann', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    creditor: { ...nowhere, name: 'Bench', iban, bic: 'OEMIBGSF' },
    reference: `Invoice ${index}`,
    endToEndId: null,
    purposeCode: null,
  };
}

async function received(bank: Bank, of: Funded): Promise<number> {
  const [row] = await bank.database.query<{ count: bigint }>(
    `select count(*) from ledger.transactions where instance_id = $1 and code = 'wire-transfer'`,
    [of.instance],
  );
  return Number(row!.count);
}

async function bookedUntil(bank: Bank, of: Funded, count: number): Promise<void> {
  while ((await received(bank, of)) < count) await sleep(100);
}

const tries = 60;

/** The middle latencies of a list page and of a decision with so many records waiting. */
async function queueMs(bank: Bank, of: Funded, waiting: number): Promise<{ listMs: number; decideMs: number }> {
  await fillQueue(bank, of, waiting);
  const lists: number[] = [];
  const decisions: number[] = [];
  for (let turn = 0; turn < tries; turn += 1) {
    const { data } = await invoke(bank, of, 'sim_wire_incoming', {
      body: { iban: await anIban(bank, of), amount: 1, currency: 'EUR', sender: { name: 'HOLD Handels GmbH' } },
    });
    lists.push((await invoke(bank, of, 'queue_list', { params: { page: '1', limit: '20' } })).ms);
    decisions.push((await invoke(bank, of, 'queue_process', { params: { queue_record: data.queue_record } })).ms);
  }
  return { listMs: median(lists)!, decideMs: median(decisions)! };
}

async function anIban(bank: Bank, of: Funded): Promise<string> {
  const [row] = await bank.database.query<{ iban: string }>(
    'select iban from ledger.balances where instance_id = $1 and iban is not null limit 1',
    [of.instance],
  );
  return row!.iban;
}

const page = 5_000;

/** Records alone: what is measured reads none of the bookings behind them. */
async function fillQueue(bank: Bank, of: Funded, waiting: number): Promise<void> {
  const [row] = await bank.database.query<{ count: bigint }>(
    'select count(*) from suspense.records where instance_id = $1',
    [of.instance],
  );
  for (let left = waiting - Number(row!.count); left > 0; left -= page) {
    const rows = Array.from({ length: Math.min(left, page) }, () => record(of));
    await insertRecords(bank.database, of.instance, rows);
  }
}

function record(of: Funded): SuspenseRow {
  const at = new Date();
  const nowhere = { sortCode: null, accountNumber: null, bic: null, address: null };
  const party = { ...nowhere, name: 'Erika', iban: 'DE89370400440532013000' };
  const texts = { reference: null, endToEndId: null, purposeCode: null };
  const scheme = { rail: 'sct' as const, id: 'X', senderBic: 'COBADEFFXXX', settlementDate: '2026-11-20' };
  return {
    id: newId(),
    transaction: newId(),
    status: 'in_queue',
    rail: 'sct',
    amountMinor: 100n,
    currency: 'EUR',
    reference: null,
    merchant: of.merchant,
    user: null,
    account: newId(),
    balance: of.balances[0]!,
    message: { ...scheme, ...texts, debtor: party, creditor: party },
    queuedAt: at,
    deadline: new Date(at.getTime() + 14 * 86_400_000),
    decision: null,
    returnId: null,
  };
}

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

async function invoke(bank: Bank, of: Funded, name: string, { params = {}, body }: Sent) {
  const operation = bank.operations.find((each) => each.name === name)!;
  const route = operation.routes[0]!;
  const started = performance.now();
  const answer = await bank.invoke({
    operation,
    caller: { instance: of.instance, key: of.apiKey, scopes, constraints: {} },
    requestId: newId(),
    method: route.method,
    url: route.path,
    params,
    query: {},
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  });
  const ms = performance.now() - started;
  const { code, data } = JSON.parse(answer.body);
  if (code !== 0) throw new Error(`${name}: ${answer.body}`);
  return { ms, data };
}
