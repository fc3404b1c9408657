import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import { openTestBank, type TestAnswer, type TestBank } from '../../../test/test-bank.ts';
import { amlTokenState, openCases } from '../service.ts';

let bank: TestBank;

before(async () => {
  bank = await openTestBank();
});
after(() => bank.close());

const check = (body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  bank.call('aml_check', { body, headers });
const stateOf = async (token: string) => {
  const { instance } = bank.sandbox.first;
  return amlTokenState(bank.bank.database, instance, token, bank.clock.now());
};
interface Told {
  readonly action: string;
  readonly payload: { readonly aml: string; readonly matches?: unknown };
}
const eventsOf = async (action: string): Promise<Told[]> => {
  const { data } = await bank.call('events_list', { params: { page: 1, limit: 100 } });
  return data.items.filter((event: Told) => event.action === action);
};

test('somebody who is on no list gets a token for thirty days', async () => {
  const { code, data } = await check({ first_name: 'Maria', last_name: 'Petrova', birthday: '1990-05-17' });
  assert.deepEqual([code, data.status, await stateOf(data.token)], [0, 'clear', 'usable']);
  assert.equal(Date.parse(data.expires_at) - Date.parse(data.checked_at), 30 * 86_400_000);
  bank.clock.advance(30 * 86_400);
  assert.equal(await stateOf(data.token), 'expired');
});

for (const [what, body, list] of [
  ['the listed name', { first_name: 'Zorana', last_name: 'Velkovich' }, 'EU-FSF'],
  ['another order', { first_name: 'Velkovich', last_name: 'Zorana' }, 'EU-FSF'],
  ['Cyrillic', { first_name: 'Виктор', last_name: 'Маренко' }, 'OFAC-SDN'],
  ['an alias', { first_name: 'Barnabas', last_name: 'Kisolerwa' }, 'UN-SC'],
  ['a typing error', { first_name: 'Esteban', last_name: 'Quirantes Zubeita', birthday: '1971-04-04' }, 'OFAC-SDN'],
  ['a spelling', { first_name: 'Youssef', last_name: 'Al Tarqani', nationality: 'SY' }, 'UK-SL'],
] as const) {
  test(`${what} is found`, async () => {
    const { code, key, data } = await check(body);
    assert.deepEqual([code, key, data.status], [18001, 'service.aml.match.found', 'match']);
    assert.equal(data.matches[0].list, list);
    assert.ok(data.matches[0].score >= 70);
  });
}

test('the same name with another date of birth is somebody else', async () => {
  const body = { first_name: 'Zorana', last_name: 'Velkovich', birthday: '1991-01-30' };
  assert.equal((await check(body)).code, 0);
  assert.equal((await check({ ...body, birthday: '1958-07-09' })).code, 18001);
});

test('a match leaves its evidence, a case and an event, and its token is no good until an operator clears it', async () => {
  const headers = { 'x-idempotency-key': newId() };
  const body = { first_name: 'Zorana', last_name: 'Velkovich', nationality: 'RS', birthday: '1958-07-09' };
  const { data } = await check(body, headers);
  assert.equal(await stateOf(data.token), 'match');
  const again = await check(body, headers);
  assert.deepEqual([again.code, again.data.token], [18001, data.token], 'asked once, answered twice');
  const cases = await openCases(bank.bank.database, bank.sandbox.first.instance, 100);
  const own = cases.find(({ id }) => id === data.token);
  assert.equal(own?.actor, bank.sandbox.first.apiKey);
  assert.equal(own?.edition, 4);
  const [hit] = own!.hits;
  assert.equal(
    Math.min(
      100,
      hit!.features.reduce((sum, { points }) => sum + points, 0),
    ),
    hit!.score,
  );
  const events = (await eventsOf('AML.MATCH')).filter(({ payload }) => payload.aml === data.token);
  assert.deepEqual(events[0]?.payload.matches, data.matches);

  const decide = (decision: string) =>
    bank.call('sim_aml_decision', { params: { aml: data.token }, body: { decision, reason: 'A namesake' } });
  assert.equal((await decide('clear')).data.status, 'cleared');
  assert.equal(await stateOf(data.token), 'usable');
  assert.equal((await decide('clear')).code, 0, 'the same decision once more');
  const { code, data: refused } = await decide('confirm');
  assert.deepEqual([code, refused.errors[0].rule], [11001, 'already_decided']);
  const cleared = await eventsOf('AML.CLEARED');
  assert.deepEqual(
    cleared.map(({ payload }) => payload.aml),
    [data.token],
  );
});

test('a confirmed match is never usable', async () => {
  const { data } = await check({ first_name: 'Ann', last_name: 'Sanction' });
  assert.deepEqual([data.matches[0].list, data.matches[0].score], ['SANDBOX', 100]);
  const body = { decision: 'confirm', reason: 'The passport is hers' };
  assert.equal((await bank.call('sim_aml_decision', { params: { aml: data.token }, body })).data.status, 'confirmed');
  assert.equal(await stateOf(data.token), 'match');
});

test('the sandbox answers for a name as it is told', async () => {
  const person = { first_name: 'Olga', last_name: 'Simulova' };
  const tell = (outcome: string, more = {}) => bank.call('sim_aml', { body: { name: 'olga S*', outcome, ...more } });
  await tell('match', { list: 'EU-FSF', score: 83 });
  const { code, data } = await check(person);
  assert.equal(code, 18001);
  assert.deepEqual(data.matches, [{ list: 'EU-FSF', name: 'Olga Simulova', score: 83, birthday: null }]);
  await tell('processor_error');
  assert.deepEqual(
    [(await check(person)).code, (await check(person)).key],
    [18000, 'services.general.invalid_processor'],
  );
  const other = await bank.call('aml_check', { body: person, key: bank.sandbox.second });
  assert.equal(other.code, 0, 'other instances are not told');
  await tell('lists');
  assert.equal((await check(person)).code, 0);
  await bank.call('sim_aml', { body: { name: '*velkovich', outcome: 'clear' } });
  assert.equal((await check({ first_name: 'Zorana', last_name: 'Velkovich' })).code, 0);
});

test('nobody is screened without a name', async () => {
  for (const body of [{}, { first_name: ' ', last_name: '' }]) {
    const { code, data } = await check(body);
    assert.deepEqual([code, data.errors[0].field], [11001, 'last_name']);
  }
});

test('cases and tokens of another instance do not exist', async () => {
  const { data } = await check({ first_name: 'Bo', last_name: 'Sanction' });
  const body = { decision: 'clear', reason: 'Not mine' };
  const answer = await bank.call('sim_aml_decision', { params: { aml: data.token }, body, key: bank.sandbox.second });
  assert.equal(answer.code, 11002);
  const { instance } = bank.sandbox.second;
  assert.equal(await amlTokenState(bank.bank.database, instance, data.token, bank.clock.now()), 'unknown');
});
