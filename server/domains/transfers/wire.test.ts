import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeIban } from '../../kernel/iban.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { applyProgram, sandboxPrograms } from '../programs/service.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
  const base = sandboxPrograms[0]!;
  for (const more of [
    { code: 'CAREFUL', vop: 'required' as const },
    { code: 'NO-TWINS', duplicate_window_s: 60 },
  ]) {
    await applyProgram(bank.bank.database, bank.sandbox.first.instance, { ...base, ...more });
  }
});
after(() => bank.close());

const person = { first_name: 'Ana', last_name: 'Dimova', birthday: '1984-02-29', nationality: 'BG', country: 'BG' };
let people = 0;

async function funded(program: string): Promise<string> {
  people += 1;
  const user = await bank.call('user_create', { body: { email: `route${people}@example.org`, ...person } });
  const { data } = await bank.call('account_create', { body: { program, user: user.data.token } });
  await bank.call('sim_account_fund', { params: { account: data.token }, body: { amount: 100 } });
  return data.balances[0].token;
}

const iban = 'DE89370400440532013000';
const pay = (balance: string, more: object = {}) =>
  bank.call('transfer_create', {
    body: { amount: 1, currency: 'EUR', debtor: { balance }, creditor: { iban, name: 'Erika Mustermann' }, ...more },
  });

test('the payee is verified by itself, and the evidence kept with the wire', async () => {
  const { data } = await pay(await funded('EUR-CONSUMER'));
  const { wires } = (await bank.call('transaction_details', { params: { transaction: data.transaction } })).data;
  assert.match(wires.vop, /^[0-9a-f-]{36}$/);
});

test('where the program wants the partner’s own verification, it is needed, known and about this payee', async () => {
  const balance = await funded('CAREFUL');
  assert.equal((await pay(balance)).code, 12004);
  const check = async (of: string) =>
    (await bank.call('vop', { body: { iban: of, account_name: 'Erika Mustermann' } })).data.token;
  assert.equal((await pay(balance, { vop: await check(iban) })).code, 0);
  const other = await pay(balance, { vop: await check('FR1420041010050500013M02606') });
  assert.deepEqual([other.code, other.data.errors[0].rule], [11001, 'other_payee']);
  const unknown = await pay(balance, { vop: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01' });
  assert.deepEqual([unknown.code, unknown.data.field], [11002, 'vop']);
});

test('the same payment within the window of the program is suspected to be a duplicate', async () => {
  const balance = await funded('NO-TWINS');
  const first = await pay(balance, { reference: 'Rent' });
  const second = await pay(balance, { reference: 'Rent' });
  assert.deepEqual([first.code, second.code, second.data.transaction], [0, 12005, first.data.transaction]);
  assert.equal((await pay(balance, { reference: 'Other' })).code, 0);
  await bank.call('transfer_cancel', { params: { transaction: first.data.transaction } });
  const third = await pay(balance, { reference: 'Rent' });
  assert.equal(third.code, 0, 'a canceled one does not count');
  bank.clock.advance(61);
  assert.equal((await pay(balance, { reference: 'Rent' })).code, 0);
});

test('a number that would be ours and is nobody’s goes nowhere', async () => {
  const { code, data } = await pay(await funded('EUR-CONSUMER'), {
    creditor: { iban: makeIban('BG', 'OEMI00011020345678'), name: 'Nobody' },
  });
  assert.deepEqual([code, data.field], [11002, 'creditor']);
});
