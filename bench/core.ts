import type { Bank } from '../server/bank.ts';
import { verifyLedger } from '../server/domains/ledger/verify.ts';
import { engineRate, hot, type Pick, spread, spreadInstances } from './engine.ts';
import { type Funded, fundedInstance } from './fixture.ts';
import { pgbenchRate, postgresCpuMicroseconds, preparePgbench } from './postgres.ts';
import { type Figure, median, ratio } from './report.ts';
import { signatureOnlyServer } from './signature-only.ts';
import { isInstalled, wrkRate } from './wrk.ts';

export interface CoreOptions {
  readonly databaseUrl: string;
  readonly postmaster: number;
  readonly rounds: number;
  readonly seconds: number;
}

const accounts = 100_000;
const instances = 200;
const connections = 256;
/** Works in flight without HTTP: enough for full groups while one commits; for many instances, some for each. */
const inFlight = 512;
const inFlightInstances = 4096;

interface Measured {
  readonly http: number[];
  readonly signatureOnly: number[];
  readonly pgbench: number[];
  readonly engine: number[];
  readonly hot: number[];
  readonly instances: number[];
  readonly oneInstance: number[];
  readonly cpu: number[];
}

/** The figures of the money core. Each round measures everything once, so that the machine's moods hit all alike. */
export async function measureCore(bank: Bank, options: CoreOptions): Promise<Figure[]> {
  const { rounds } = options;
  const has = { pgbench: await isInstalled('pgbench'), wrk: await isInstalled('wrk') };
  for (const [program, there] of Object.entries(has)) {
    if (!there)
      console.log(`${program} is missing (Debian: apt-get install ${packages[program]}): its figures are left out`);
  }
  console.log(`opening ${accounts} accounts in one instance, and ${instances} instances`);
  const many = await fundedInstance(bank, accounts);
  const others: Funded[] = [];
  for (let made = 0; made < instances; made += 1) others.push(await fundedInstance(bank, 10));
  if (has.pgbench) await preparePgbench(options.databaseUrl, 100);
  const api = await bank.listen(0, '127.0.0.1');
  const reference = await signatureOnlyServer(bank);
  const measured: Measured = {
    http: [],
    signatureOnly: [],
    pgbench: [],
    engine: [],
    hot: [],
    instances: [],
    oneInstance: [],
    cpu: [],
  };
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`round ${round} of ${rounds}`);
    await measureRound(bank, options, has, { many, others, api, reference: reference.url }, measured);
  }
  await reference.http.close(1000);
  const started = performance.now();
  const { ok } = await verifyLedger(bank.database, bank.vault);
  console.log(`ledger verify: ${ok ? 'sound' : 'NOT SOUND'}, ${Math.round((performance.now() - started) / 1000)} s`);
  if (!ok) process.exitCode = 1;
  return figures(measured);
}

const packages: Record<string, string> = { pgbench: 'postgresql-contrib', wrk: 'wrk' };

interface Targets {
  readonly many: Funded;
  readonly others: readonly Funded[];
  readonly api: string;
  readonly reference: string;
}

async function measureRound(
  bank: Bank,
  { databaseUrl, postmaster, seconds }: CoreOptions,
  has: { readonly pgbench: boolean; readonly wrk: boolean },
  { many, others, api, reference }: Targets,
  measured: Measured,
): Promise<void> {
  const note = (into: number[], name: string, perSecond: number) => {
    into.push(perSecond);
    console.log(`  ${name.padEnd(34)} ${Math.round(perSecond)} /s`);
  };
  const engine = async (pick: Pick, lanes = inFlight) => (await engineRate(bank, lanes, seconds, pick)).perSecond;
  if (has.pgbench) note(measured.pgbench, 'pgbench', await pgbenchRate(databaseUrl, seconds));
  if (has.wrk) {
    await wrkRate(api, connections, 2, spread(many));
    const before = postgresCpuMicroseconds(postmaster);
    const { done, perSecond } = await wrkRate(api, connections, seconds, spread(many));
    measured.cpu.push((postgresCpuMicroseconds(postmaster) - before) / done);
    note(measured.http, 'signed transfer_create over HTTP', perSecond);
    note(
      measured.signatureOnly,
      'signature and validation only',
      (await wrkRate(reference, connections, seconds, spread(many))).perSecond,
    );
  }
  note(measured.engine, 'engine, spread over accounts', await engine(spread(many)));
  note(measured.hot, 'engine, one hot account', await engine(hot(many)));
  note(measured.oneInstance, 'engine, one instance, as many lanes', await engine(spread(many), inFlightInstances));
  note(
    measured.instances,
    `engine, ${others.length} instances`,
    await engine(spreadInstances(others), inFlightInstances),
  );
}

function figures(measured: Measured): Figure[] {
  const rate = (values: readonly number[]) => `${Math.round(median(values) ?? 0)} /s`;
  return [
    {
      name: 'transfer_create ÷ pgbench',
      unit: '×',
      bar: 2,
      goal: 3.5,
      value: ratio(measured.http, measured.pgbench),
      note: `${rate(measured.http)} to ${rate(measured.pgbench)}`,
    },
    {
      name: 'transfer_create ÷ signature only',
      unit: '×',
      bar: 0.3,
      goal: 0.5,
      value: ratio(measured.http, measured.signatureOnly),
      note: `to ${rate(measured.signatureOnly)}`,
    },
    {
      name: 'engine ÷ pgbench',
      unit: '×',
      bar: 2.5,
      goal: 4,
      value: ratio(measured.engine, measured.pgbench),
      note: `${rate(measured.engine)}, ${accounts} accounts`,
    },
    {
      name: 'hot account ÷ spread',
      unit: '×',
      bar: 1,
      goal: 1.2,
      value: ratio(measured.hot, measured.engine),
      note: rate(measured.hot),
    },
    {
      name: `${instances} instances ÷ one`,
      unit: '×',
      bar: 0.5,
      goal: 0.8,
      value: ratio(measured.instances, measured.oneInstance),
      note: `${rate(measured.instances)} to ${rate(measured.oneInstance)}`,
    },
    {
      name: 'database CPU per transfer',
      unit: 'µs',
      bar: 160,
      goal: 100,
      most: true,
      value: median(measured.cpu),
      note: 'all PostgreSQL processes, over HTTP',
    },
  ];
}
