import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefused } from '../../kernel/refusal.ts';
import { schedule } from '../../runtime/schedule.ts';
import { openTransact } from '../../runtime/transact.ts';
import { openTestBank } from '../../test/test-bank.ts';
import { exampleCompany, examplePayout, examplePerson } from './examples.ts';
import { sandboxProfiles } from './profile.ts';
import { applyProfile, createApplication } from './service.ts';

const count = 1_000;
const batch = 50;

test('1,000 applications submitted at once are all decided, each once', async () => {
  const bank = await openTestBank();
  try {
    const { instance } = bank.sandbox.first;
    const { database, ledger, vault } = bank.bank;
    const { required_fields: required, ...rest } = sandboxProfiles.find(({ code }) => code === 'ACQUIRING')!;
    // Their documents play no part in the checks.
    const profile = { ...rest, required_fields: required.filter((field) => field !== 'company.documents') };
    await database.transaction((tx) => applyProfile(tx, instance, profile, bank.clock.now()));
    const transact = openTransact({ database, ledger, schedule, scheduled() {} });
    for (let created = 0; created < count; created += batch) {
      await transact(instance, 'test', async (context) => {
        for (let turn = 0; turn < batch; turn += 1) {
          const desk = { ...context, instance, vault, environment: 'sandbox' as const, by: 'test' };
          const made = await createApplication(desk, {
            merchant: null,
            products: ['pos'],
            dueDiligence: null,
            payouts: [examplePayout],
            ipAddress: null,
            fingerprint: null,
            company: exampleCompany,
            members: [{ ...examplePerson, type: [...examplePerson.type] }],
          });
          assert.ok(!isRefused(made) && made.application.status === 'checking');
        }
      });
    }
    bank.clock.advance(1);
    await bank.settle();
    const [decided] = await database.query<Record<string, bigint>>(
      `select (select count(*) from onboarding.applications where status = 'approved') as approved,
              (select count(distinct merchant_id) from onboarding.applications) as merchants,
              (select count(distinct mid) from onboarding.stores) as mids,
              (select count(distinct tid) from onboarding.stores) as tids,
              (select count(*) from accounts.accounts where type = 'funding') as accounts`,
    );
    const each = BigInt(count);
    assert.deepEqual(decided, { approved: each, merchants: each, mids: each, tids: each, accounts: each });
  } finally {
    await bank.close();
  }
});
