import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';

const folder = mkdtempSync(join(tmpdir(), 'scenarios-'));
let bank: TestBank;
before(async () => {
  bank = await openTestBank({ scenariosFolder: folder });
});
after(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

test('every scenario that comes with the bank passes', async () => {
  const { data } = await bank.call('sim_scenarios_list');
  assert.ok(data.items.length >= 3);
  for (const { name } of data.items) {
    const told = await bank.call('sim_scenario', { params: { name } });
    assert.equal(told.data.passed, true, told.text);
    await bank.call('sim_clock_reset');
  }
});

test('a story of one’s own is told up to the step that goes wrong, which says how', async () => {
  const steps = `
  - { call: users_list, params: { page: 1, limit: 5 }, keep: { users: data.items } }
  - { call: accounts_list, params: { page: 1, limit: 5 }, expect: { data.pagination.total: 77 } }
  - { call: users_list, params: { page: 1, limit: 5 } }`;
  writeFileSync(join(folder, 'mine.yaml'), `summary: Mine\nsteps:${steps}\n`);
  const { data } = await bank.call('sim_scenario', { params: { name: 'mine' } });
  assert.equal(data.passed, false);
  assert.deepEqual(
    data.steps.map(({ call }: { call: string }) => call),
    ['users_list', 'accounts_list'],
  );
  assert.match(data.steps[1].problem, /^data\.pagination\.total is \d+, not 77$/);
});

test('what is no story, and what is not there, is refused', async () => {
  writeFileSync(join(folder, 'letter.yaml'), 'Dear reader');
  assert.equal((await bank.call('sim_scenario', { params: { name: 'letter' } })).code, 11000);
  assert.equal((await bank.call('sim_scenario', { params: { name: 'no-such' } })).code, 11002);
});
