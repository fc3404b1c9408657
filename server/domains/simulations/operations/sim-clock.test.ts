import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import type { Job, JobContext } from '../../../kernel/job.ts';
import { registry } from '../../../registry.ts';
import { schedule } from '../../../runtime/schedule.ts';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';
import { clockRoute, momentAfter } from '../clock.ts';

const seen: string[] = [];
let bank: TestBank;
let instance: string;

before(async () => {
  const testing = {
    name: 'testing',
    operations: [],
    events: [],
    jobs: [
      {
        name: 'test.chain',
        async run(context: JobContext, job: Job) {
          seen.push(`${job.data.step} ${context.now.toISOString()}`);
          const step = Number(job.data.step);
          const at = new Date(context.now.getTime() + 86_400_000);
          if (step < 3)
            await context.transact(async (work) =>
              work.schedule({ name: 'test.chain', subject: job.subject, at, data: { step: step + 1 } }),
            );
        },
      },
    ],
  };
  bank = await openTestBank({ domains: [...registry, testing] });
  ({ instance } = bank.sandbox.first);
});
after(() => bank.close());
beforeEach(async () => {
  seen.length = 0;
  await bank.call('sim_clock_reset');
});

/** When the money put on an account was booked. */
async function fund(account: string, moment: { at?: string }): Promise<string> {
  const { data } = await bank.call('sim_account_fund', { params: { account }, body: { amount: 1, ...moment } });
  const booked = await bank.call('transaction_details', { params: { transaction: data.transaction } });
  return booked.data.created_at;
}

test('an advance runs what is due on the way, each at its own time, and what follows from it', async () => {
  const { data: start } = await bank.call('sim_clock_get');
  const at = new Date(Date.parse(start.now) + 3_600_000);
  await schedule.add(
    bank.bank.database,
    [{ instance, name: 'test.chain', subject: newId(), at, data: { step: 1 } }],
    at,
  );
  const preview = await bank.call('sim_clock_set', { body: { advance: '10d', preview: true } });
  assert.deepEqual(
    preview.data.waiting.map(({ due_at }: { due_at: string }) => due_at),
    [at.toISOString()],
  );
  assert.equal(preview.data.ahead_seconds, 0);
  assert.deepEqual(seen, []);

  const { data } = await bank.call('sim_clock_set', { body: { advance: '10d' } });
  const times = [0, 1, 2].map((day) => new Date(at.getTime() + day * 86_400_000).toISOString());
  assert.deepEqual(
    seen,
    times.map((time, index) => `${index + 1} ${time}`),
  );
  assert.deepEqual(
    data.ran.map(({ due_at }: { due_at: string }) => due_at),
    times,
  );
  assert.equal(data.ahead_seconds, 864_000);
  const other = await bank.call('sim_clock_get', { key: bank.sandbox.second });
  assert.equal(other.data.ahead_seconds, 0, 'another instance keeps its own time');
});

test('bookings follow the clock, and never go back in time when it does', async () => {
  const body = { program: 'EUR-BUSINESS', merchant: bank.sandbox.first.merchant };
  const { token: account } = (await bank.call('account_create', { body })).data;
  const { data: moved } = await bank.call('sim_clock_set', { body: { advance: '10bd' } });
  const ahead = await fund(account, {});
  assert.equal(ahead, moved.now);
  await bank.call('sim_clock_reset');
  assert.equal(await fund(account, {}), ahead);
});

test('a simulation takes the moment at which it happens', async () => {
  const body = { program: 'EUR-BUSINESS', merchant: bank.sandbox.first.merchant };
  const { token: account } = (await bank.call('account_create', { body })).data;
  const { data: clock } = await bank.call('sim_clock_set', { body: { advance: '40d' } });
  const at = new Date(Date.parse(clock.now) + 7_200_000).toISOString();
  assert.equal(await fund(account, { at }), at);
  const late = await bank.call('sim_account_fund', { params: { account }, body: { amount: 1, at: clock.real_time } });
  assert.equal(late.code, 11001);
  assert.deepEqual(
    late.data.errors.map(({ field }: { field: string }) => field),
    ['at'],
  );
});

test('a move that cannot be read is refused by the field', async () => {
  for (const [body, field] of [
    [{}, 'set'],
    [{ set: '2027-01-01T00:00:00Z', advance: '1d' }, 'set'],
    [{ advance: 'tomorrow' }, 'advance'],
    [{ advance: '10001d' }, 'advance'],
    [{ set: 'tomorrow' }, 'set'],
  ] as const) {
    const answer = await bank.call('sim_clock_set', { body });
    assert.equal(answer.code, 11001, JSON.stringify(body));
    assert.equal(answer.data.errors[0].field, field);
  }
  assert.equal(clockRoute, '/v2/simulations/clock');
});

test('business days leave out weekends and holidays', () => {
  const friday = new Date('2026-12-18T10:15:30.000Z');
  assert.equal(momentAfter(friday, '6bd', 'TARGET')?.toISOString(), '2026-12-29T10:15:30.000Z');
  assert.equal(momentAfter(friday, '30s', 'TARGET')?.toISOString(), '2026-12-18T10:16:00.000Z');
});
