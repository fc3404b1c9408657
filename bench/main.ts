import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bank, openBank } from '../server/bank.ts';
import type { Log } from '../server/kernel/log.ts';
import { startEmbedded } from '../server/runtime/embedded/embedded.ts';
import { migrate } from '../server/runtime/migrate.ts';
import { measureCore } from './core.ts';
import { benchCrash } from './crash.ts';
import { printFigures } from './report.ts';
import { benchWebhooks } from './webhooks.ts';

/** Only what went wrong; the figures are printed apart. */
const log: Log = {
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/**
 * `npm run bench`: every figure as a ratio to its reference, measured in the same run on the same machine, everything
 * durable. `npm run bench -- quick` takes one short round instead of three; `npm run bench -- webhooks` delivers
 * 100,000 events; `npm run bench -- crash` kills server and database under load, and counts afterwards.
 */
async function main(): Promise<void> {
  if (process.argv.includes('crash')) return void console.log(await benchCrash());
  const quick = process.argv.includes('quick');
  const data = mkdtempSync(join(tmpdir(), 'openemi-bench-'));
  const embedded = await startEmbedded({ dataRoot: data });
  try {
    await migrate(embedded.url);
    const bank = openBank({ databaseUrl: embedded.url, environment: 'sandbox', masterKeys: [randomBytes(32)], log });
    try {
      if (process.argv.includes('webhooks')) await benchWebhooks(bank);
      else await measure(bank, embedded, quick);
    } finally {
      await bank.close();
    }
  } finally {
    await embedded.stop();
    rmSync(data, { recursive: true });
  }
}

async function measure(bank: Bank, { url, pid }: { url: string; pid: number }, quick: boolean): Promise<void> {
  const rounds = quick ? 1 : 3;
  const seconds = quick ? 4 : 10;
  printFigures(await measureCore(bank, { databaseUrl: url, postmaster: pid, rounds, seconds }));
}

await main();
