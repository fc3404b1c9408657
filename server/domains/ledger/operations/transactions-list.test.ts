import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';

let bank: TestBank;
const accounts: { token: string; balance: string }[] = [];
before(async () => {
  bank = await openTestBank();
  const { merchant } = bank.sandbox.first;
  for (let index = 0; index < 4; index += 1) {
    const { data } = await bank.call('account_create', { body: { program: 'EUR-BUSINESS', merchant } });
    await bank.call('sim_account_fund', { params: { account: data.token }, body: { amount: 1000 } });
    accounts.push({ token: data.token, balance: data.balances[0].token });
  }
});
after(() => bank.close());

const list = async (query: Record<string, string>, limit = 7) =>
  (await bank.call('transactions_list', { params: { page: 1, limit }, query })).data;

test('whoever asks on and on with the last token seen misses nothing and gets nothing twice, under load', async () => {
  const { items } = await list({}, 1);
  const seen: string[] = [];
  let token: string = items[0].token;
  let done = false;
  const poll = async (query: Record<string, string>) => {
    for (let waited = 0; waited < 2; ) {
      const page = (await list({ ...query, load_after: token })).items;
      seen.push(...page.map((item: { token: string }) => item.token));
      token = page.at(-1)?.token ?? token;
      if (done && page.length === 0) waited += 1;
    }
  };
  const transfer = (index: number) =>
    bank.call('transfer_create', {
      body: {
        amount: 1,
        currency: 'EUR',
        reference: `Poll ${index}`,
        debtor: { balance: accounts[index % 4]!.balance },
        creditor: { balance: accounts[(index + 1) % 4]!.balance },
      },
    });
  const polling = poll({ merchant: bank.sandbox.first.merchant });
  const first = Array.from({ length: 100 }, (_, index) => transfer(index));
  const answers = await Promise.all(first);
  done = true;
  await polling;
  assert.ok(answers.every(({ code }) => code === 0));
  const all = (await list({ type: 'internal-transfer' }, 1000)).items;
  assert.equal(all.length, 200);
  assert.deepEqual(seen, all.map((item: { token: string }) => item.token).reverse());
});

test('a list shows the same record as transaction_details', async () => {
  const { items } = await list({ account: accounts[0]!.token, debit_credit: 'debit', reference: 'Poll 0' });
  assert.equal(items.length, 1);
  const { data } = await bank.call('transaction_details', { params: { transaction: items[0].token } });
  assert.deepEqual(items[0], data);
});

test('another partner sees none of it, whatever it asks for', async () => {
  const { items } = await list({}, 1);
  const { account, balance, merchant, reference } = items[0];
  for (const query of [{}, { account }, { balance }, { merchant }, { reference }]) {
    const { data } = await bank.call('transactions_list', {
      params: { page: 1, limit: 10 },
      query,
      key: bank.sandbox.second,
    });
    assert.deepEqual(data.items, []);
  }
});
