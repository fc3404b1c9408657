import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bank, openBank } from '../server/bank.ts';
import type { Log } from '../server/kernel/log.ts';
import { startEmbedded } from '../server/runtime/embedded/embedded.ts';
import { migrate } from '../server/runtime/migrate.ts';
import { measureCore } from './core.ts';
import { benchCrash } from './crash.ts';
import { benchOnboarding } from './onboarding.ts';
import { measurePgledger } from './pgledger.ts';
import { printFigures } from './report.ts';
import { measureRows } from './rows/measure.ts';
import { benchScreening } from './screening.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWires } from './wires.ts';

/** Only what went wrong; the figures are printed apart. */
const log: Log = {
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/**
 * `npm run bench`: every figure as a ratio to its reference, measured in the same run on the same machine, everything
 * durable. `npm run bench -- quick` takes one short round instead of three; `npm run bench -- webhooks` delivers
 * 100,000 events; `npm run bench -- onboarding` has 1,000 applications decided; `npm run bench -- screening` holds people against 100,000 listed ones; `npm run bench -- crash` kills
 * server and database under load, and counts afterwards.
 * `npm run bench -- wires 100000` takes in so many payments in files of 10,000 (a million if nothing is said), and decides
 * on queued ones with as many waiting.
 * `npm run bench -- rows` stores 10,000,000 transactions, once for each state of the schema, and measures beside them
 * (`rows=200000`: so many; `rows verify`: the whole history is verified first).
 * `npm run bench -- pgledger <file.sql …>` measures beside pgledger, whose SQL the reader brings.
 */
async function main(): Promise<void> {
  if (process.argv.includes('crash')) return void console.log(await benchCrash());
  if (process.argv.includes('screening')) return printFigures(benchScreening());
  const quick = process.argv.includes('quick');
  const rows = process.argv.flatMap(
    (word) => /^rows(?:=(\d+))?$/.exec(word)?.[1] ?? (word === 'rows' ? '10000000' : []),
  )[0];
  if (rows !== undefined) return benchRows(Number(rows), quick);
  const data = mkdtempSync(join(tmpdir(), 'openemi-bench-'));
  const embedded = await startEmbedded({ dataRoot: data });
  try {
    await migrate(embedded.url);
    const masterKey = randomBytes(32);
    const bank = openBank({ databaseUrl: embedded.url, environment: 'sandbox', masterKeys: [masterKey], log });
    try {
      if (process.argv.includes('webhooks')) await benchWebhooks(bank);
      else if (process.argv[2] === 'wires') {
        // Each record of the queue stands for one payment: as many of them as of those.
        const payments = Number(process.argv[3] ?? 1_000_000);
        const sizes = { payments, waiting: payments };
        printFigures(await benchWires({ bank, databaseUrl: embedded.url, masterKey, ...sizes }));
      } else if (process.argv.includes('onboarding')) await benchOnboarding(bank);
      else if (process.argv[2] === 'pgledger') await benchPgledger(bank, embedded.url, quick);
      else await measure(bank, embedded, quick);
    } finally {
      await bank.close();
    }
  } finally {
    await embedded.stop();
    rmSync(data, { recursive: true });
  }
}

async function benchPgledger(bank: Bank, databaseUrl: string, quick: boolean): Promise<void> {
  const files = process.argv.slice(3).filter((word) => word.endsWith('.sql'));
  if (files.length === 0) throw new Error('name the SQL files of pgledger');
  const paths = files.map((file) => resolve(process.env.INIT_CWD ?? process.cwd(), file));
  const size = quick ? { rounds: 1, seconds: 4 } : { rounds: 3, seconds: 10 };
  printFigures(await measurePgledger(bank, { databaseUrl, files: paths, ...size }));
}

/** Fewer accounts where there are fewer transactions, so that the same share of them belongs to each. */
async function benchRows(transactions: number, quick: boolean): Promise<void> {
  const accounts = Math.min(100_000, Math.max(500, Math.round(transactions / 100)));
  const size = quick ? { seconds: 10, calls: 100 } : { seconds: 120, calls: 500 };
  const verify = process.argv.includes('verify') || transactions <= 1_000_000;
  printFigures(await measureRows({ transactions, accounts, ...size, verify, log }));
}

async function measure(bank: Bank, { url, pid }: { url: string; pid: number }, quick: boolean): Promise<void> {
  const rounds = quick ? 1 : 3;
  const seconds = quick ? 4 : 10;
  printFigures(await measureCore(bank, { databaseUrl: url, postmaster: pid, rounds, seconds }));
}

await main();
