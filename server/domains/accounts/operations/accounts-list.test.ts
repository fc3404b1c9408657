import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import { type DirectBank, openDirectBank } from '../../../test/direct-invoke.ts';
import { createMerchant } from '../../parties/service.ts';
import { accountCreate } from './account-create.ts';
import { accountsList } from './accounts-list.ts';

interface Shown {
  readonly token: string;
  readonly merchant: string;
  readonly program: string;
}

let bank: DirectBank;
let merchants: string[];
const all: Shown[] = [];
before(async () => {
  bank = await openDirectBank();
  const { instance } = bank;
  const merchant = { instance, legalName: 'Shop', master: false, verifiedBy: 'x', at: new Date() };
  merchants = [bank.merchant, await createMerchant(bank.db, merchant)];
  for (let index = 0; index < 12; index += 1) {
    const program = ['EUR-BUSINESS', 'GBP-CONSUMER', 'MULTI-BUSINESS'][index % 3];
    const body = { program, merchant: merchants[index % 2] };
    all.unshift((await bank.call(accountCreate, { body })).data);
  }
  const main = all.find(({ program, merchant }) => program === 'EUR-BUSINESS' && merchant === merchants[0])!.token;
  all.unshift(
    (await bank.call(accountCreate, { body: { program: 'EUR-BUSINESS', merchant: merchants[0], main } })).data,
  );
});
after(() => bank.close());

const list = (page: number, limit: number, query = {}, instance = bank.instance) =>
  bank.call(accountsList, { params: { page: `${page}`, limit: `${limit}` }, query, instance });

test('accounts are listed newest first, page by page, each whole', async () => {
  const pages = [await list(1, 10), await list(2, 10), await list(3, 10)];
  assert.deepEqual(
    pages.flatMap(({ data }) => data.items),
    all,
  );
  assert.deepEqual(
    pages.map(({ data }) => data.pagination),
    [
      { page: 1, limit: 10, total: 13, pages: 2, has_more: true },
      { page: 2, limit: 10, total: 13, pages: 2, has_more: false },
      { page: 3, limit: 10, total: 13, pages: 2, has_more: false },
    ],
  );
});

test('filters, alone and together', async () => {
  const queries: { merchant?: string; program?: string; user?: string }[] = [
    { merchant: merchants[0]! },
    { merchant: merchants[1]! },
    { program: 'GBP-CONSUMER' },
    { merchant: merchants[1]!, program: 'EUR-BUSINESS' },
    { merchant: merchants[0]!, user: newId() },
    { user: newId() },
    { merchant: newId() },
    { merchant: bank.other.merchant },
    { program: 'NOPE' },
    { program: '', merchant: '', user: '' },
  ];
  for (const query of queries) {
    const expected = all.filter(
      ({ merchant, program }) =>
        !query.user &&
        (!query.merchant || query.merchant === merchant) &&
        (!query.program || query.program === program),
    );
    const { data } = await list(1, 10, query);
    assert.deepEqual(data.items, expected.slice(0, 10), JSON.stringify(query));
    assert.equal(data.pagination.total, expected.length);
  }
});

test('another partner sees none of them', async () => {
  assert.deepEqual((await list(1, 10, {}, bank.other.instance)).data.items, []);
});

for (const [page, limit, query] of [
  [0, 10, {}],
  [1, 0, {}],
  [1, 11, {}],
  [1, 10, { user: 'x' }],
  [1, 10, { status: 'active' }],
] as const) {
  test(`page ${page}, limit ${limit}, ${JSON.stringify(query)} is refused`, async () => {
    assert.equal((await list(page, limit, query)).refused?.refused.code, 11001);
  });
}
