import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeIban } from '../../kernel/iban.ts';
import { bind, portsOf } from '../../kernel/port.ts';
import { type PayeeAnswer, type PayeeDirectory, payeeDirectory } from '../../ports/payee-directory/port.ts';
import { magicAccountNumbers } from '../../ports/payee-directory/sandbox/directory.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { checkPayee, evidenceOf } from './service.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank?.close());

const german = 'DE89370400440532013000';
const vop = (body: Record<string, unknown>) => bank.call('vop', { body });

/** What is answered of a name: result, reason code and verified name. */
async function checked(body: Record<string, unknown>): Promise<unknown[]> {
  const { code, data, text } = await vop(body);
  assert.equal(code, 0, text);
  assert.equal(data.match, data.result === 'MTCH');
  return [data.result, data.reason_code, data.verified_name];
}

async function errorsOf(body: Record<string, unknown>): Promise<string[]> {
  const { code, data } = await vop(body);
  assert.equal(code, 11001);
  return data.errors.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`);
}

test('the simulated directory answers by the first word of the name', async () => {
  const answers = {
    'Erika Mustermann': ['MTCH', 'MTCH', null],
    'CLOSE Erika Mustermann': ['CMTC', 'CMTC', 'Erika Mustermann'],
    'NOMATCH Erika Mustermann': ['NMTC', 'NMTC', null],
    'UNREACHABLE Erika Mustermann': ['NOAP', 'NOAP', null],
  };
  for (const [name, expected] of Object.entries(answers)) {
    assert.deepEqual(await checked({ iban: german, account_name: name }), expected, name);
  }
});

test('each code of confirmation of payee has its account number', async () => {
  const close = ['CMTC', 'Alex Morgan'];
  const expected: Record<string, unknown[]> = {
    MTCH: ['MTCH', null],
    ANNM: ['NMTC', null],
    MBAM: close,
    BANM: ['CMTC', null],
    PANM: ['CMTC', null],
    BAMM: close,
    PAMM: close,
    AC01: ['NMTC', null],
    IVCR: ['NOAP', null],
    ACNS: ['NOAP', null],
    OPTO: ['NOAP', null],
    CASS: ['NOAP', null],
    SCNS: ['NOAP', null],
  };
  assert.deepEqual([...magicAccountNumbers.values()], Object.keys(expected));
  for (const [accountNumber, code] of magicAccountNumbers) {
    const asked = { identification: `009910${accountNumber}`, account_type: 'personal', account_name: 'Anybody' };
    const [result, verifiedName] = expected[code]!;
    assert.deepEqual(await checked(asked), [result, code, verifiedName], accountNumber);
  }
});

test('a British IBAN is asked about by its sort code and account number', async () => {
  const [accountNumber] = [...magicAccountNumbers].find(([, code]) => code === 'BANM')!;
  const { data } = await vop({
    iban: makeIban('GB', `OEMI009910${accountNumber}`),
    account_type: 'personal',
    account_name: 'Anybody',
  });
  assert.deepEqual([data.scheme, data.reason_code], ['cop', 'BANM']);
});

test('the next checks are answered as another bank was told to', async () => {
  const answer = { iban: german, result: 'CMTC', verified_name: 'Max Muster', count: 2 };
  assert.equal((await bank.call('sim_vop_responder', { body: answer })).code, 0);
  assert.equal((await bank.call('sim_vop_responder', { body: { iban: german, result: 'NMTC' } })).code, 0);
  const ask = () => checked({ iban: german, account_name: 'Erika Mustermann' });
  assert.deepEqual(await ask(), ['CMTC', 'CMTC', 'Max Muster']);
  assert.deepEqual(await ask(), ['CMTC', 'CMTC', 'Max Muster']);
  assert.deepEqual(await ask(), ['NMTC', 'NMTC', null]);
  assert.deepEqual(await ask(), ['MTCH', 'MTCH', null]);
});

test('of several checks at once each gets an answer of its own', async () => {
  for (const result of ['NMTC', 'NOAP']) await bank.call('sim_vop_responder', { body: { iban: german, result } });
  const all = await Promise.all([1, 2, 3].map(() => checked({ iban: german, account_name: 'Erika Mustermann' })));
  assert.deepEqual(all.map(([result]) => result).sort(), ['MTCH', 'NMTC', 'NOAP']);
});

test('an answer that another bank is told has to be one of its scheme', async () => {
  const wrong = [
    [{ iban: german, result: 'MBAM', verified_name: 'Max Muster' }, 'result scheme'],
    [{ identification: '00991070000018', result: 'NMTC' }, 'result scheme'],
    [{ iban: german, result: 'CMTC' }, 'verified_name verified_name'],
    [{ iban: german, result: 'NMTC', verified_name: 'Max Muster' }, 'verified_name verified_name'],
    [{ iban: makeIban('BG', 'OEMI00011000000000'), result: 'NMTC' }, 'iban other_bank'],
  ] as const;
  for (const [body, error] of wrong) {
    const { code, data, text } = await bank.call('sim_vop_responder', { body });
    assert.equal(code, 11001, text);
    assert.equal(`${data.errors[0].field} ${data.errors[0].rule}`, error);
  }
});

test('no answer within five seconds is NOAP', { timeout: 20_000 }, async () => {
  await bank.call('sim_vop_responder', { body: { iban: german, result: 'MTCH', delay_ms: 60_000 } });
  const begun = performance.now();
  const answers = await Promise.all([
    checked({ iban: german, account_name: 'Erika Mustermann' }),
    checked({ iban: 'FR1420041010050500013M02606', account_name: 'TIMEOUT Marianne' }),
  ]);
  const took = performance.now() - begun;
  assert.deepEqual(answers, [
    ['NOAP', 'NOAP', null],
    ['NOAP', 'NOAP', null],
  ]);
  assert.ok(took >= 4900 && took < 8000, `${took} ms`);
});

test('the answer is kept as evidence with its end, on whose behalf it was asked', async () => {
  const merchant = bank.sandbox.first.merchant;
  const { data } = await vop({ iban: 'de89 3704 0044 0532 0130 00', account_name: 'CLOSE Erika Mustermann', merchant });
  const kept = await evidenceOf(bank.bank.database, bank.sandbox.first.instance, data.token);
  assert.deepEqual(
    [kept?.account, kept?.name, kept?.result, kept?.verifiedName, kept?.merchant, kept?.user],
    [{ scheme: 'vop', iban: german }, 'CLOSE Erika Mustermann', 'CMTC', 'Erika Mustermann', merchant, null],
  );
  assert.equal(kept?.checkedAt.getTime(), bank.clock.now().getTime());
  assert.equal(kept?.expiresAt.toISOString(), data.expires_at);
  assert.equal(await evidenceOf(bank.bank.database, bank.sandbox.second.instance, data.token), undefined);
});

test('what is asked wrongly is refused by its field', async () => {
  const name = { account_name: 'Erika Mustermann' };
  assert.deepEqual(await errorsOf({ ...name }), ['iban one_identifier']);
  assert.deepEqual(await errorsOf({ ...name, iban: german, identification: '00991070000018' }), [
    'iban one_identifier',
  ]);
  assert.deepEqual(await errorsOf({ ...name, iban: 'DE88370400440532013000' }), ['iban iban']);
  assert.deepEqual(await errorsOf({ ...name, identification: '00991070000018' }), ['account_type required']);
  assert.deepEqual(await errorsOf({ ...name, identification: '00991070000019', account_type: 'personal' }), [
    'identification modulus',
  ]);
  assert.deepEqual(await errorsOf({ iban: german, account_name: '' }), ['account_name min_length']);
  const stranger = bank.sandbox.second.merchant;
  assert.deepEqual(await errorsOf({ ...name, iban: german, merchant: stranger }), ['merchant unknown']);
});

test('an account that no directory serves is refused with 11000', async () => {
  assert.equal((await vop({ iban: 'AE070331234567890123456', account_name: 'Anybody' })).code, 11000);
});

test('an answer of the other scheme, or none, is NOAP; only close matches keep their name', async () => {
  const says = (answer: PayeeAnswer | Error): PayeeDirectory => ({
    serves: () => true,
    ask: async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const question = { account: { scheme: 'vop', iban: german }, name: 'Max', accountType: null } as const;
  const ask = async (directory: PayeeDirectory) => {
    const context = { db: bank.bank.database, port: portsOf([bind(payeeDirectory, directory)]), now: bank.clock.now() };
    const nobody = { secondaryReference: null, user: null, merchant: null };
    const found = await checkPayee(context, bank.sandbox.first.instance, { ...question, ...nobody });
    return [found?.code, found?.verifiedName];
  };
  assert.deepEqual(await ask(says(new Error('out of order'))), ['NOAP', null]);
  assert.deepEqual(await ask(says({ code: 'MBAM', verifiedName: 'Max Muster' })), ['NOAP', null]);
  assert.deepEqual(await ask(says({ code: 'NMTC', verifiedName: 'Max Muster' })), ['NMTC', null]);
  assert.deepEqual(await ask(says({ code: 'CMTC', verifiedName: 'Max Muster' })), ['CMTC', 'Max Muster']);
});

test('in production nothing answers until a directory is connected', async () => {
  const production = await openTestBank({ environment: 'production' });
  const answer = await production.call('vop', { body: { iban: german, account_name: 'Anybody' } });
  await production.close();
  assert.equal(answer.code, 11000, answer.text);
});
