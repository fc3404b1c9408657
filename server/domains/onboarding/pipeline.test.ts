import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Bank, openBank } from '../../bank.ts';
import type { Domain } from '../../kernel/domain.ts';
import type { JobContext } from '../../kernel/job.ts';
import { bind } from '../../kernel/port.ts';
import { type TradeRegister, tradeRegister } from '../../ports/trade-register/port.ts';
import { sandboxTradeRegister } from '../../ports/trade-register/sandbox/trade-register.ts';
import { registry } from '../../registry.ts';
import { type Applicant, applicantOf } from '../../test/applicant.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';

/**
 * Processes that die in the middle of the checks. The bank that takes the requests stands still in time, so that it never
 * runs a check itself; each process that follows has its own clock, a little later.
 */

let t: TestBank;
let a: Applicant;
before(async () => {
  t = await openTestBank();
  a = applicantOf(t);
});
after(() => t?.close());

async function submitted(): Promise<string> {
  const application = await a.begin(['e-commerce']);
  await a.complete(application);
  return application;
}

function processAt(seconds: number, domains: readonly Domain[] = registry): Bank {
  const now = new Date(t.clock.now().getTime() + seconds * 1000);
  return openBank({
    databaseUrl: t.databaseUrl,
    masterKeys: t.masterKeys,
    environment: 'sandbox',
    clock: { now: () => now },
    domains,
    log: { info() {}, warn() {}, error() {} },
  });
}

class Died extends Error {}

/** The bank's domains in a process that dies at the n-th transaction of the checks: just before its commit, or just after. */
function dying(at: number, side: 'before' | 'after'): Domain[] {
  let count = 0;
  const transact = (context: JobContext): JobContext['transact'] => {
    return async (work) => {
      count += 1;
      if (count > at) throw new Died();
      const result = await context.transact(async (transaction) => {
        const result = await work(transaction);
        if (count === at && side === 'before') throw new Died();
        return result;
      });
      if (count === at) throw new Died();
      return result;
    };
  };
  return registry.map((domain) => ({
    ...domain,
    jobs: (domain.jobs ?? []).map((job) => ({
      ...job,
      run: (context: JobContext, due: Parameters<typeof job.run>[1]) =>
        job.run({ ...context, transact: transact(context) }, due),
    })),
  }));
}

async function inProcess(bank: Bank): Promise<void> {
  await bank.settle();
  await bank.close();
}

async function assertApprovedOnce(application: string, where: string): Promise<void> {
  const found = await a.read(application);
  assert.equal(found.status, 'approved', where);
  assert.deepEqual([...new Set(found.checks.map(({ status }: { status: string }) => status))], ['passed'], where);
  const events = await a.told(application);
  const actions = events.map(({ action }) => action).sort();
  const states = events.filter(({ action }) => action === 'APPLICATION.UPDATE').map(({ payload }) => payload.status);
  assert.deepEqual(states.slice(-2), ['checking', 'approved'], where);
  const once = ['MEMBER.UPDATE', 'MERCHANT.CREATED', 'MERCHANT.RISK_SCORE', 'MERCHANT.RISK_SCORE', 'STORE.CREATED'];
  assert.deepEqual(
    actions.filter((action) => action !== 'APPLICATION.UPDATE'),
    once,
    where,
  );
  const accounts = await a.done('accounts_list', {
    params: { page: 1, limit: 10 },
    query: { merchant: found.merchant },
  });
  assert.equal(accounts.items.length, 1, where);
}

// Risk, register, screening, decision; and the funding account, which is another job.
for (const step of [1, 2, 3, 4, 5]) {
  for (const side of ['before', 'after'] as const) {
    test(`a process that dies ${side} the commit of step ${step} is followed by one that goes on there`, async () => {
      const application = await submitted();
      await inProcess(processAt(2, dying(step, side)));
      const stopped = await a.read(application);
      const finished = stopped.checks.filter(({ status }: { status: string }) => status !== 'pending').length;
      const steps = side === 'after' ? step : step - 1;
      // Screening settles two checks at once.
      assert.equal(finished, Math.min(steps >= 3 ? steps + 1 : steps, 4));
      await inProcess(processAt(120));
      await assertApprovedOnce(application, `step ${step} ${side}`);
    });
  }
}

test('a process that dies again and again gets to the end', async () => {
  const application = await submitted();
  for (let life = 1; life <= 6; life += 1) await inProcess(processAt(120 * life, dying(1, 'after')));
  await inProcess(processAt(120 * 7));
  await assertApprovedOnce(application, 'one step in each life');
});

test('two processes at once decide once', async () => {
  const applications = [await submitted(), await submitted(), await submitted()];
  const processes = [processAt(2), processAt(2)];
  await Promise.all(processes.map((bank) => bank.settle()));
  await Promise.all(processes.map((bank) => bank.close()));
  for (const application of applications) await assertApprovedOnce(application, 'two processes');
});

test('what a provider answers after its round is over does not count', async () => {
  let change: (() => Promise<unknown>) | undefined;
  const register: TradeRegister = {
    async find(company) {
      const changing = change;
      change = undefined;
      await changing?.();
      return sandboxTradeRegister.find(company);
    },
  };
  const bank = await openTestBank({ ports: [bind(tradeRegister, register)] });
  try {
    const b = applicantOf(bank);
    const application = await b.submitted({}, { legal_name: 'Dissolved Trade EOOD' });
    const body = { legal_name: 'Rila Trade EOOD' };
    change = () => b.done('company_update', { params: { application }, body });
    await b.pass(1);
    const restarted = await b.read(application);
    assert.equal(restarted.status, 'checking');
    assert.deepEqual([...new Set(restarted.checks.map(({ status }: { status: string }) => status))], ['pending']);
    await b.pass(1);
    assert.equal((await b.read(application)).status, 'approved');
  } finally {
    await bank.close();
  }
});
