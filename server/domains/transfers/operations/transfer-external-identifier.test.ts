import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank.close());

let made = 0;
async function user(external_reference: string): Promise<string> {
  const person = { first_name: 'A', last_name: 'B', birthday: '1990-01-01', nationality: 'BG', country: 'BG' };
  const body = { ...person, email: `external${++made}@example.com`, external_reference };
  return (await bank.call('user_create', { body })).data.token;
}

async function account(holder: string, program = 'EUR-CONSUMER', main?: string) {
  const { data } = await bank.call('account_create', { body: { program, user: holder, ...(main && { main }) } });
  return data as { token: string; balances: { token: string; current: number }[] };
}

const pay = (debtor: object, creditor: object) =>
  bank.call('transfer_create', { body: { amount: 1, currency: 'EUR', debtor, creditor } });
const named = (external_identifier: string) => ({ external_identifier });

test("a party is found by its holder's external reference: the main balance of the one main account", async () => {
  const [ann, bob] = [await account(await user('ann-1')), await account(await user('Zoë 𝄞'))];
  await bank.call('sim_account_fund', { params: { account: ann.token }, body: { amount: 10 } });
  assert.equal((await pay(named('ann-1'), named('Zoë 𝄞'))).code, 0);
  const { data } = await bank.call('account_details', { params: { account: bob.token } });
  assert.equal(data.balances[0].current, 1);
  assert.equal((await pay(named('ann-1'), { balance: ann.balances[0]!.token })).data.errors[0].rule, 'same_party');
});

test('a virtual or closed account beside it changes nothing, a second main account makes it ambiguous', async () => {
  const holder = await user('cleo');
  const main = await account(holder);
  await bank.call('sim_account_fund', { params: { account: main.token }, body: { amount: 10 } });
  await account(holder, 'EUR-CONSUMER', main.token);
  const to = { balance: (await account(await user('dan'))).balances[0]!.token };
  assert.equal((await pay(named('cleo'), to)).code, 0);
  const second = await account(holder);
  for (const [field, debtor, creditor] of [
    ['debtor', named('cleo'), to],
    ['creditor', to, named('cleo')],
  ] as const) {
    const { code, data } = await pay(debtor, creditor);
    assert.deepEqual(
      [code, data.errors[0].field, data.errors[0].rule],
      [11001, `${field}.external_identifier`, 'ambiguous'],
    );
  }
  await bank.call('account_terminate', { params: { account: second.token } });
  assert.equal((await pay(named('cleo'), to)).code, 0);
});

test('two holders of one reference are ambiguous, nobody and nobody’s account are 11002', async () => {
  await account(await user('twin'));
  const to = { balance: (await account(await user('eve'))).balances[0]!.token };
  await account(await user('twin'));
  assert.equal((await pay(named('twin'), to)).data.errors[0].rule, 'ambiguous');
  await user('no account');
  for (const reference of ['nobody', 'TWIN', 'no account', 'x'.repeat(64)]) {
    assert.equal((await pay(named(reference), to)).code, 11002, reference);
  }
  assert.equal((await pay(named('x'.repeat(65)), to)).code, 11001);
});

test("another partner's references are its own", async () => {
  await account(await user('mine'));
  const { sandbox } = bank;
  const body = { program: 'EUR-BUSINESS', merchant: sandbox.second.merchant };
  const { data } = await bank.call('account_create', { body, key: sandbox.second });
  const answer = await bank.call('transfer_create', {
    body: { amount: 1, currency: 'EUR', debtor: { balance: data.balances[0].token }, creditor: named('mine') },
    key: sandbox.second,
  });
  assert.equal(answer.code, 11002);
});
