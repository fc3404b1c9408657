import { type InstanceReport, type LedgerReport, verifyLedger, type Walked } from '../domains/ledger/verify.ts';
import { type Books, withBooks } from './books.ts';
import { type Command, print } from './command.ts';
import { type ProgressBar, progressBar } from './progress.ts';

export const ledgerVerify: Command = {
  name: ['ledger', 'verify'],
  takes: '',
  wordCount: [0, 0],
  summary: 'check the whole ledger: seals, balances, holds, events, sums',
  help: [
    'Checks every movement and event against its seal, derives every balance again from the rows, and adds up each',
    "currency: always zero. In one snapshot, beside running servers or alone. Needs the servers' OPENEMI_MASTER_KEY.",
    'Exit code 1 when anything is wrong; the report then names each row.',
  ].join('\n'),
  options: {},
  async run(input) {
    const report = await withBooks(({ database, vault }) => verifyWithBar(database, vault));
    print(input, report, [...report.instances.map(describe), report.ok ? 'all is well' : 'NOT IN ORDER'].join('\n'));
    return report.ok ? 0 : 1;
  },
};

/** Verifies with one bar after the other, for each instance its own. */
async function verifyWithBar(database: Books['database'], vault: Books['vault']): Promise<LedgerReport> {
  let bar: ProgressBar | undefined;
  let last: Walked | undefined;
  try {
    return await verifyLedger(database, vault, (walked) => {
      if (last?.instance !== walked.instance) {
        bar?.done();
        bar = progressBar(`verifying ${walked.instance}`, walked.ofSeals);
        last = undefined;
      }
      bar!.tick(walked.seals - (last?.seals ?? 0));
      last = walked;
    });
  } finally {
    bar?.done();
  }
}

function describe({ instance, movements, events, seals, balances, sums, problems }: InstanceReport): string {
  const total = Object.entries(sums).map(([currency, sum]) => `${currency} ${sum}`);
  return [
    `${instance}: ${movements} movements, ${events} events, ${seals} seals, ${balances} balances; sums ${total.join(', ') || 'none'}`,
    ...problems.map(({ rule, table, row, message }) => `  ${rule}: ${table} ${row} ${message}`),
  ].join('\n');
}
