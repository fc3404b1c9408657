import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../../server/domains/ledger/verify.ts';
import type { Log } from '../../server/kernel/log.ts';
import { withLongClient } from '../../server/runtime/archive/long-client.ts';
import { engineRate, spread } from '../engine.ts';
import type { Funded } from '../fixture.ts';
import { type Figure, median, ratio } from '../report.ts';
import { filtersOf, percentile, timeList } from './lists.ts';
import { openRowStore, type RowStore } from './store.ts';

export interface RowOptions {
  readonly transactions: number;
  readonly accounts: number;
  /** Of one run of transfers. */
  readonly seconds: number;
  /** Calls of each list. */
  readonly calls: number;
  /** Whether the whole history is verified: minutes, with millions of rows. */
  readonly verify: boolean;
  readonly log: Log;
}

const inFlight = 512;
const fewTransactions = 10_000;

/** What millions of stored transactions cost: the rate of transfers, and the time of lists. */
export async function measureRows(options: RowOptions): Promise<Figure[]> {
  const { transactions, accounts, log } = options;
  const store = await openRowStore(transactions, accounts, log);
  try {
    const stored = await store.stored();
    if (options.verify) await verifyStored(store, stored.url);
    const lists = await measureLists(store, stored, options);
    const rates = await measureRates(store, stored, options);
    return [...rates, ...lists];
  } finally {
    await store.stop();
  }
}

type Stored = Awaited<ReturnType<RowStore['stored']>>;

async function verifyStored(store: RowStore, url: string): Promise<void> {
  const bank = store.open(url);
  try {
    const started = performance.now();
    const { ok, instances } = await verifyLedger(bank.database, bank.vault);
    const events = instances.reduce((sum, each) => sum + Number(each.events), 0);
    console.log(
      `ledger verify: ${ok ? 'sound' : 'NOT SOUND'}, ${events} events, ${Math.round((performance.now() - started) / 1000)} s`,
    );
    if (!ok) throw new Error(JSON.stringify(instances.flatMap(({ problems }) => problems).slice(0, 5)));
  } finally {
    await bank.close();
  }
}

/** Empty, stored, stored, empty: what the machine does slowly to itself falls on both alike. */
async function measureRates(store: RowStore, stored: Stored, options: RowOptions): Promise<Figure[]> {
  const { accounts, seconds } = options;
  const rates = { empty: [] as number[], stored: [] as number[] };
  for (const which of ['empty', 'stored', 'stored', 'empty'] as const) {
    const fresh = which === 'empty' ? await store.fresh('empty', 0) : undefined;
    const url = fresh?.url ?? stored.url;
    const bank = store.open(url);
    try {
      const funded = fresh?.funded ?? (await stored.funded(bank));
      const checkpoint = checkpointAfter(url, seconds * 600);
      const { perSecond } = await engineRate(bank, inFlight, seconds, spread(funded));
      await checkpoint;
      rates[which].push(perSecond);
      console.log(`  ${which.padEnd(8)} ${accounts} accounts  ${Math.round(perSecond)} /s`);
    } finally {
      await bank.close();
    }
  }
  const rate = (values: readonly number[]) => Math.round(median(values)!);
  return [
    {
      name: `${short(options.transactions)} stored ÷ empty`,
      unit: '×',
      bar: 0.7,
      goal: 0.9,
      value: ratio(rates.stored, rates.empty),
      note: `${rate(rates.stored)} /s to ${rate(rates.empty)} /s, two runs of ${seconds} s each, each with a checkpoint`,
    },
  ];
}

/** In the midst of a run. */
async function checkpointAfter(url: string, milliseconds: number): Promise<void> {
  await sleep(milliseconds);
  await withLongClient(url, (client) => client.query('checkpoint'));
}

async function measureLists(store: RowStore, stored: Stored, { transactions, calls }: RowOptions): Promise<Figure[]> {
  const fresh = await store.fresh('few', Math.min(fewTransactions, transactions));
  const [many, few] = [store.open(stored.url), store.open(fresh.url)];
  try {
    const funded = await stored.funded(many);
    const page = await compareFirstPage([many, funded], [few, fresh.funded], calls);
    const { hot, filters } = await filtersOf(many, funded);
    const worst = { name: '', milliseconds: 0 };
    console.log(`  filters, with an account of ${hot.transactions} transactions: median and p99 of ${calls} calls`);
    for (const [name, query] of Object.entries(filters)) {
      const times = await timesOf(calls, () => timeList(many, funded, query));
      const p99 = percentile(times, 0.99);
      console.log(
        `    ${name.padEnd(26)} ${median(times)!.toFixed(2).padStart(8)} ms ${p99.toFixed(2).padStart(8)} ms`,
      );
      if (p99 > worst.milliseconds) Object.assign(worst, { name, milliseconds: p99 });
    }
    return [
      {
        name: `first page, ${short(transactions)} ÷ ${short(fewTransactions)}`,
        unit: '×',
        bar: 1.5,
        goal: 1.1,
        most: true,
        value: page.ratio,
        note: page.note,
      },
      {
        name: 'slowest filter, p99',
        unit: 'ms',
        bar: 50,
        goal: 20,
        most: true,
        value: worst.milliseconds,
        note: `${worst.name}, of an account with ${hot.transactions} transactions`,
      },
    ];
  } finally {
    await Promise.all([many.close(), few.close()]);
  }
}

type Side = readonly [Parameters<typeof timeList>[0], Funded];

/** The first page of the whole instance, asked of both in turn. */
async function compareFirstPage(many: Side, few: Side, calls: number) {
  const times: { many: number[]; few: number[] } = { many: [], few: [] };
  await timesOf(calls, async () => {
    times.many.push(await timeList(...many, {}));
    times.few.push(await timeList(...few, {}));
    return 0;
  });
  const [manyMs, fewMs] = [median(times.many)!, median(times.few)!];
  return { ratio: manyMs / fewMs, note: `medians ${manyMs.toFixed(2)} ms to ${fewMs.toFixed(2)} ms, without HTTP` };
}

const warmUp = 10;

async function timesOf(calls: number, once: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls + warmUp; call += 1) times.push(await once());
  return times.slice(warmUp);
}

function short(count: number): string {
  if (count >= 1e6) return `${count / 1e6} million`;
  return count >= 1e3 ? `${count / 1e3} thousand` : String(count);
}
