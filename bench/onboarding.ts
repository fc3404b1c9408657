import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bank } from '../server/bank.ts';
import { sandboxProfiles } from '../server/domains/onboarding/profile.ts';
import { applyProfile } from '../server/domains/onboarding/service.ts';
import { newId } from '../server/kernel/ids.ts';
import { scopes } from '../server/kernel/operation.ts';
import { type SandboxInstance, seedInstance } from '../server/seed.ts';
import { seedLists } from '../server/seed-lists.ts';

const applications = 1_000;
const atOnce = 10;
const longestSeconds = 300;

const company = {
  legal_name: 'Rila Trade EOOD',
  country: 'BG',
  city: 'Sofia',
  zip: '1000',
  address1: 'ul. Shipka 6',
  contact_email: 'office@rila.example',
  business_activity: '47',
};
const person = {
  type: ['ubo'],
  first_name: 'Maria',
  last_name: 'Petrova',
  birthday: '1990-05-17',
  nationality: 'BG',
  country_of_residence: 'BG',
};

/** What came of it: how long the submissions took, and from the first of them to the last decision. */
export interface Decided {
  readonly submittedSeconds: number;
  readonly decidedSeconds: number;
  readonly byStatus: Readonly<Record<string, number>>;
}

/**
 * 1,000 complete applications, submitted at once by the last field that they lack: risk, trade register, sanctions lists
 * with adverse media for the company and its owner, decision, merchant, webhooks. Documents are left out: the checks do
 * not read them, and what keeping them costs is the object store's.
 */
export async function benchOnboarding(bank: Bank): Promise<void> {
  const { submittedSeconds, decidedSeconds, byStatus } = await decideMany(bank, applications);
  const rate = (seconds: number) => `${(applications / seconds).toFixed(0)} /s`;
  console.log(
    `  ${applications} applications submitted in ${submittedSeconds.toFixed(1)} s: ${rate(submittedSeconds)}`,
  );
  console.log(`  all decided ${decidedSeconds.toFixed(1)} s after the first submission: ${rate(decidedSeconds)}`);
  console.log(`  ${JSON.stringify(byStatus)}`);
}

/** The second before the checks of a sandbox begin counts as well. */
async function decideMany(bank: Bank, count: number): Promise<Decided> {
  await seedLists(bank.database, new Date());
  const of = await seedInstance(bank.database, bank.vault, newId(), 'Bench', new Date());
  const { required_fields: required, ...rest } = sandboxProfiles[0]!;
  const profile = { ...rest, required_fields: required.filter((field) => field !== 'company.documents') };
  await bank.database.transaction((tx) => applyProfile(tx, of.instance, profile, new Date()));
  const call = caller(bank, of);
  const tokens: string[] = [];
  await inTurns(count, async () => {
    const { token } = await call('application_create', {}, { products: ['account-opening'] });
    await call('company_update', { application: token }, company);
    tokens.push(token);
  });
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  await inTurns(count, (turn) => call('company_add_member', { application: tokens[turn]! }, person));
  const submittedSeconds = seconds();
  for (;;) {
    const byStatus = await countByStatus(bank, of.instance);
    if ((byStatus.checking ?? 0) === 0) return { submittedSeconds, decidedSeconds: seconds(), byStatus };
    if (seconds() > longestSeconds)
      throw new Error(`not decided after ${longestSeconds} s: ${JSON.stringify(byStatus)}`);
    await sleep(50);
  }
}

/** Some works at a time, as many callers as that. */
async function inTurns(count: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

async function countByStatus(bank: Bank, instance: string): Promise<Record<string, number>> {
  const rows = await bank.database.query<{ status: string; count: bigint }>(
    'select status, count(*) from onboarding.applications where instance_id = $1 group by status',
    [instance],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

function caller(bank: Bank, of: SandboxInstance) {
  return async (name: string, params: Record<string, string>, body: object): Promise<{ readonly token: string }> => {
    const operation = bank.operations.find((each) => each.name === name)!;
    const { method, path } = operation.routes[0]!;
    const answer = await bank.invoke({
      operation,
      caller: { instance: of.instance, key: of.apiKey, scopes, constraints: {} },
      requestId: newId(),
      method,
      url: path,
      params,
      query: {},
      body: Buffer.from(JSON.stringify(body)),
    });
    const { code, data } = JSON.parse(answer.body);
    if (code !== 0) throw new Error(`${name}: ${answer.body}`);
    return data;
  };
}
