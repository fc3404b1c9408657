import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bank } from '../server/bank.ts';
import { withLongClient } from '../server/runtime/archive/long-client.ts';
import { engineRate, hot, spread } from './engine.ts';
import { fundedInstance } from './fixture.ts';
import { pgbenchRate, preparePgbench } from './postgres.ts';
import { type Figure, median, ratio } from './report.ts';
import { isInstalled } from './wrk.ts';

const run = promisify(execFile);

export interface PgledgerOptions {
  readonly databaseUrl: string;
  /** SQL files of pgledger, in the order in which they are run. */
  readonly files: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
}

const accounts = 10_000;
const inFlight = 512;
const clients = 32;

/**
 * The engine beside pgledger, a double-entry ledger in SQL, and beside pgbench's own transactions: on one server, in
 * turn, all durable. pgledger's transfers are sent by pgbench, which costs next to nothing; its limits, events and
 * idempotency are the caller's, so it does less for each transfer.
 */
export async function measurePgledger(bank: Bank, options: PgledgerOptions): Promise<Figure[]> {
  if (!(await isInstalled('pgbench')))
    throw new Error('pgbench is missing (Debian: apt-get install postgresql-contrib)');
  const { databaseUrl, files, rounds, seconds } = options;
  const ledgerUrl = await preparePgledger(databaseUrl, files);
  await preparePgbench(databaseUrl, 100);
  const funded = await fundedInstance(bank, accounts);
  const rates = {
    pgbench: [] as number[],
    spread: [] as number[],
    hot: [] as number[],
    pgSpread: [] as number[],
    pgHot: [] as number[],
  };
  const note = (into: number[], name: string, perSecond: number) => {
    into.push(perSecond);
    console.log(`  ${name.padEnd(34)} ${Math.round(perSecond)} /s`);
  };
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`round ${round} of ${rounds}`);
    note(rates.pgbench, 'pgbench', await pgbenchRate(databaseUrl, seconds));
    note(rates.pgSpread, 'pgledger, spread', await transferRate(ledgerUrl, seconds, 'random(1, :accounts)'));
    note(rates.spread, 'engine, spread', (await engineRate(bank, inFlight, seconds, spread(funded))).perSecond);
    note(rates.pgHot, 'pgledger, one hot account', await transferRate(ledgerUrl, seconds, '0'));
    note(rates.hot, 'engine, one hot account', (await engineRate(bank, inFlight, seconds, hot(funded))).perSecond);
  }
  const rate = (values: readonly number[]) => `${Math.round(median(values)!)} /s`;
  const compare = (name: string, ours: readonly number[], theirs: readonly number[]): Figure => ({
    name,
    unit: '×',
    value: ratio(ours, theirs),
    note: `${rate(ours)} to ${rate(theirs)}`,
  });
  return [
    compare('engine ÷ pgledger, spread', rates.spread, rates.pgSpread),
    compare('engine ÷ pgledger, hot account', rates.hot, rates.pgHot),
    compare('pgledger ÷ pgbench', rates.pgSpread, rates.pgbench),
    compare('engine ÷ pgbench', rates.spread, rates.pgbench),
  ];
}

/** A database of its own with pgledger's functions and some accounts, which a table numbers from 0. */
async function preparePgledger(url: string, files: readonly string[]): Promise<string> {
  await withLongClient(url, (client) => client.query('create database pgledger'));
  const ledgerUrl = Object.assign(new URL(url), { pathname: '/pgledger' }).href;
  await withLongClient(ledgerUrl, async (client) => {
    for (const file of files) await client.query(readFileSync(file, 'utf8'));
    await client.query(
      `create table bench_accounts as
       select n, (pgledger_create_account('account ' || n, 'EUR')).id from generate_series(0, ${accounts}) as n`,
    );
    await client.query('alter table bench_accounts add primary key (n)');
    await client.query('vacuum analyze');
  });
  return ledgerUrl;
}

/** Transfers of a cent by its function, from anybody to whom pgbench's expression names. */
async function transferRate(url: string, seconds: number, creditor: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'openemi-bench-'));
  const script = join(folder, 'transfer.sql');
  const account = (name: string) => `(select id from bench_accounts where n = :${name})`;
  const lines = [
    '\\set debtor random(1, :accounts)',
    `\\set creditor ${creditor}`,
    '\\set creditor case when :creditor = :debtor then 0 else :creditor end',
    `select id from pgledger_create_transfer(${account('debtor')}, ${account('creditor')}, '0.01');`,
  ];
  try {
    writeFileSync(script, `${lines.join('\n')}\n`);
    const flags = [
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-n',
      '-D',
      `accounts=${accounts}`,
    ];
    const { stdout } = await run('pgbench', [...flags, '-f', script, url]);
    const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? [];
    if (rate === undefined) throw new Error(`pgbench reported nothing:\n${stdout}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
