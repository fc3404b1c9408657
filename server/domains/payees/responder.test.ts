import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeIban } from '../../kernel/iban.ts';
import { completeAccountNumber, sandboxModulusTable } from '../../kernel/uk-modulus.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank?.close());

const person = { first_name: 'Ана', middle_name: 'Петрова', last_name: 'Димова', birthday: '1984-02-29' };
const held = 'Ана Петрова Димова';

async function done(operation: string, input: Parameters<TestBank['call']>[1]) {
  const answer = await bank.call(operation, input);
  assert.equal(answer.code, 0, `${operation}: ${answer.text}`);
  return answer.data;
}

let opened = 0;

async function openPersonal(program: string) {
  const email = `holder${opened++}@example.com`;
  const user = await done('user_create', { body: { ...person, email, nationality: 'BG', country: 'BG' } });
  return done('account_create', { body: { program, user: user.token } });
}

/** What another bank is answered: reason code and verified name. */
async function asked(body: Record<string, unknown>): Promise<[string, string | null]> {
  const data = await done('sim_vop_inbound', { body });
  return [data.reason_code, data.verified_name];
}

/** Sort code and account number. */
function numberOf(account: { balances: readonly { sort_code: string; account_number: string }[] }): string {
  return `${account.balances[0]!.sort_code}${account.balances[0]!.account_number}`;
}

test('an IBAN of ours is answered by name in the words of verification of payee', async () => {
  const account = await openPersonal('EUR-CONSUMER');
  const [{ iban }] = account.balances;
  assert.deepEqual(await asked({ iban, account_name: 'Ana Dimova' }), ['MTCH', null]);
  assert.deepEqual(await asked({ iban, account_name: 'A. Dimova' }), ['CMTC', held]);
  assert.deepEqual(await asked({ iban, account_name: 'Boris Kolev' }), ['NMTC', null]);
  const unused = makeIban('BG', 'OEMI00011000000000');
  assert.deepEqual(await asked({ iban: unused, account_name: 'Ana Dimova' }), ['NMTC', null]);
});

test('name and type of a British account make the grid of confirmation of payee', async () => {
  const merchant = bank.sandbox.first.merchant;
  const personal = numberOf(await openPersonal('GBP-CONSUMER'));
  const business = numberOf(await done('account_create', { body: { program: 'GBP-CONSUMER', merchant } }));
  const answers = [
    [personal, 'personal', 'Ana Dimova', 'MTCH', null],
    [personal, 'business', 'Ana Dimova', 'PANM', null],
    [personal, 'personal', 'Anna Dimova', 'MBAM', held],
    [personal, 'business', 'A Dimova', 'PAMM', held],
    [personal, 'personal', 'Boris Kolev', 'ANNM', null],
    [business, 'business', 'SANDBOX PARTNER', 'MTCH', null],
    [business, 'personal', 'Sandbox Partner', 'BANM', null],
    [business, 'business', 'Sandbox Partner Ltd', 'MBAM', 'Sandbox Partner'],
    [business, 'personal', 'Sandbox Parnter', 'BAMM', 'Sandbox Partner'],
    [business, 'business', 'Second Partner', 'ANNM', null],
  ] as const;
  for (const [identification, type, name, code, verifiedName] of answers) {
    const answer = await asked({ identification, account_type: type, account_name: name });
    assert.deepEqual(answer, [code, verifiedName], `${name} ${type}`);
  }
});

test('what is set for an account is what other banks are answered', async () => {
  const account = await openPersonal('GBP-CONSUMER');
  const question = { identification: numberOf(account), account_type: 'personal', account_name: 'Anna Dimova' };
  const set = (body: Record<string, unknown>) =>
    done('payee_settings_update', { params: { account: account.token }, body });
  assert.deepEqual(await set({ opted_out: true }), {
    account: account.token,
    opted_out: true,
    switched: false,
    name_withheld: false,
    secondary_reference: null,
  });
  assert.deepEqual(await asked(question), ['OPTO', null]);
  await set({ switched: true });
  assert.deepEqual(await asked(question), ['CASS', null]);
  await set({ opted_out: false, switched: false, secondary_reference: 'ROLL/7' });
  assert.deepEqual(await asked(question), ['MBAM', held]);
  assert.deepEqual(await asked({ ...question, secondary_reference: 'ROLL/7' }), ['MBAM', held]);
  assert.deepEqual(await asked({ ...question, secondary_reference: 'ROLL/8' }), ['IVCR', null]);
  assert.equal((await set({ name_withheld: true })).secondary_reference, 'ROLL/7');
  assert.deepEqual(await asked(question), ['MBAM', null]);
  assert.equal((await set({ secondary_reference: '' })).secondary_reference, null);
});

test('verification of payee tells no close match whose name is withheld', async () => {
  const account = await openPersonal('EUR-CONSUMER');
  await done('payee_settings_update', { params: { account: account.token }, body: { name_withheld: true } });
  const { iban } = account.balances[0];
  assert.deepEqual(await asked({ iban, account_name: 'Anna Dimova' }), ['NOAP', null]);
  assert.deepEqual(await asked({ iban, account_name: 'Ana Dimova' }), ['MTCH', null]);
});

test('numbers that are nobody’s, closed, or of another bank', async () => {
  const account = await openPersonal('GBP-CONSUMER');
  const question = { identification: numberOf(account), account_type: 'personal', account_name: 'Ana Dimova' };
  const unused = `009900${completeAccountNumber(sandboxModulusTable, '009900', '0000001')}`;
  assert.deepEqual(await asked({ ...question, identification: unused }), ['AC01', null]);
  assert.deepEqual(await asked({ ...question, identification: '00991070000018' }), ['SCNS', null]);
  await done('account_terminate', { params: { account: account.token } });
  assert.deepEqual(await asked(question), ['AC01', null]);
  const { code } = await bank.call('payee_settings_update', { params: { account: account.token }, body: {} });
  assert.equal(code, 12003);
});

test('our own accounts are verified without the directory', async () => {
  const { balances } = await openPersonal('EUR-CONSUMER');
  const body = { iban: balances[0].iban, account_name: 'UNREACHABLE Dimova' };
  assert.equal((await done('vop', { body })).result, 'NMTC');
  const other = await bank.call('vop', { body: { ...body, account_name: 'Dimova Ana' }, key: bank.sandbox.second });
  assert.equal(other.data.result, 'MTCH');
});
