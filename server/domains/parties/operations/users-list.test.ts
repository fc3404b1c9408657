import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DirectBank, openDirectBank } from '../../../test/direct-invoke.ts';
import { nomenclatureList } from './nomenclature-list.ts';
import { userCreate } from './user-create.ts';
import { usersList } from './users-list.ts';

let bank: DirectBank;
const users: { token: string; merchant: string | null }[] = [];
before(async () => {
  bank = await openDirectBank();
  for (const [index, merchant] of ['', bank.merchant, '', bank.merchant, bank.merchant].entries()) {
    const body = { email: `listed${index}@example.com`, unique_identifier: `ID${index}`, merchant };
    users.unshift((await bank.call(userCreate, { body })).data);
  }
  const elsewhere = { body: { email: 'listed0@example.com' }, instance: bank.other.instance };
  await bank.call(userCreate, elsewhere);
});
after(() => bank.close());

const list = (page: string, limit: string, query = {}) => bank.call(usersList, { params: { page, limit }, query });

test('users are listed whole, newest first, page by page, and only those of the instance', async () => {
  const first = await list('1', '3');
  const second = await list('2', '3');
  assert.deepEqual([...first.data.items, ...second.data.items], users);
  assert.deepEqual(first.data.pagination, { page: 1, limit: 3, total: 5, pages: 2, has_more: true });
  assert.equal(second.data.pagination.has_more, false);
  assert.deepEqual((await list('3', '3')).data.items, []);
});

test('users of one merchant', async () => {
  const { data } = await list('1', '100', { merchant: bank.merchant });
  assert.deepEqual(
    data.items,
    users.filter(({ merchant }) => merchant === bank.merchant),
  );
  assert.equal(data.pagination.total, 3);
  assert.equal((await list('1', '100', { merchant: bank.other.merchant })).data.pagination.total, 0);
  assert.equal((await list('1', '100', { merchant: '' })).data.pagination.total, 5);
});

for (const [page, limit, query] of [
  ['0', '20', {}],
  ['1', '0', {}],
  ['1', '101', {}],
  ['1', '20', { merchant: 'x' }],
  ['1', '20', { colour: 'x' }],
] as const) {
  test(`page ${page}, limit ${limit}, ${JSON.stringify(query)} is refused`, async () => {
    assert.equal((await list(page, limit, query)).refused?.refused.code, 11001);
  });
}

const nomenclature = async (name: string) => (await bank.call(nomenclatureList, { params: { name } })).data?.items;

test('every list has codes, each once, with labels, and an unknown list is refused', async () => {
  for (const name of (nomenclatureList.params.properties.name as unknown as { enum: string[] }).enum) {
    const items: { code: string; label: string }[] = await nomenclature(name);
    assert.ok(items.length >= 3, name);
    assert.equal(new Set(items.map(({ code }) => code)).size, items.length, name);
    assert.ok(
      items.every(({ code, label }) => code.length > 0 && code.length <= 255 && label.length > 0),
      name,
    );
  }
  assert.equal(await nomenclature('colours'), undefined);
});

test('business activities are the 22 sections and 87 divisions of NACE Rev. 2.1, divisions with category codes', async () => {
  const items: { code: string; parent: string | null; mcc: string[] }[] = await nomenclature('business_activity');
  const sections = items.filter(({ parent }) => parent === null);
  const divisions = items.filter(({ parent }) => parent !== null);
  assert.deepEqual(sections.map(({ code }) => code).join(''), 'ABCDEFGHIJKLMNOPQRSTUV');
  assert.equal(divisions.length, 87);
  const unused = ['04', '34', '40', '44', '45', '48', '54', '57', '67', '76', '83', '89'];
  const all = Array.from({ length: 99 }, (_, index) => String(index + 1).padStart(2, '0'));
  assert.deepEqual(
    divisions.map(({ code }) => code),
    all.filter((code) => !unused.includes(code)),
  );
  assert.ok(
    divisions.every(
      ({ code, mcc }) => /^\d\d$/.test(code) && mcc.length > 0 && mcc.every((each) => /^\d{4}$/.test(each)),
    ),
  );
});
