import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isRefused } from '../../kernel/refusal.ts';
import { type DirectBank, openDirectBank } from '../../test/direct-invoke.ts';
import { programDetails } from './operations/program-details.ts';
import { programsList } from './operations/programs-list.ts';
import { applyProgram, programsOf, sandboxPrograms } from './service.ts';

let bank: DirectBank;
before(async () => {
  bank = await openDirectBank();
});
after(() => bank.close());

test('programs are listed by code, page by page', async () => {
  const first = await bank.call(programsList, { params: { page: '1', limit: '4' } });
  assert.deepEqual(first.data.pagination, { page: 1, limit: 4, total: 6, pages: 2, has_more: true });
  const second = await bank.call(programsList, { params: { page: '2', limit: '4' } });
  assert.equal(second.data.pagination.has_more, false);
  const codes = [...first.data.items, ...second.data.items].map((item: { code: string }) => item.code);
  assert.deepEqual(codes, sandboxPrograms.map((definition) => definition.code).sort());
});

for (const [page, limit] of [
  ['0', '20'],
  ['1', '0'],
  ['1', '101'],
  ['x', '20'],
]) {
  test(`page ${page} with limit ${limit} is refused`, async () => {
    const { refused } = await bank.call(programsList, { params: { page, limit } });
    assert.equal(refused?.refused.code, 11001);
  });
}

test('a program is shown whole, an unknown one is 11002', async () => {
  const { data } = await bank.call(programDetails, { params: { program: 'EUR-GIFT' } });
  assert.deepEqual(data, { ...sandboxPrograms.find(({ code }) => code === 'EUR-GIFT'), version: 1 });
  const unknown = await bank.call(programDetails, { params: { program: 'NOPE' } });
  assert.equal(unknown.refused?.refused.code, 11002);
});

test('applying writes the next version, and only for this instance', async () => {
  const { db, instance, other } = bank;
  const changed = { ...sandboxPrograms[0]!, floor: -10 };
  const applied = await db.transaction((tx) => applyProgram(tx, instance, changed));
  assert.equal(!isRefused(applied) && applied.version, 2);
  assert.equal((await programsOf(db, instance)).get('EUR-CONSUMER')?.floor, -10);
  assert.equal((await programsOf(db, other.instance)).get('EUR-CONSUMER')?.version, 1);
  const refused = await applyProgram(db, instance, { ...changed, floor: 'low' });
  assert.equal(isRefused(refused) && refused.refused.code, 11001);
});
