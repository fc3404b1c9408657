import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { newId } from '../../../kernel/ids.ts';
import { type Answer, type DirectBank, openDirectBank } from '../../../test/direct-invoke.ts';
import { accountCreate } from '../../accounts/operations/account-create.ts';
import { simUserVerification } from '../../simulations/operations/sim-user-verification.ts';
import { userUpdate as userUpdateEvent } from '../events.ts';
import { userChange } from '../model.ts';
import { userCreate } from './user-create.ts';
import { userDetails } from './user-details.ts';
import { userUpdate } from './user-update.ts';

let bank: DirectBank;
before(async () => {
  bank = await openDirectBank();
});
after(() => bank.close());

const person = {
  first_name: 'Maria',
  last_name: 'Petrova',
  birthday: '1990-05-17',
  nationality: 'BG',
  country: 'BG',
};
let made = 0;
async function create(body: Record<string, unknown> = {}): Promise<string> {
  return (await bank.call(userCreate, { body: { email: `changed${++made}@example.com`, ...body } })).data.token;
}
const update = (user: string, body: Record<string, unknown>, more = {}): Promise<Answer> =>
  bank.call(userUpdate, { params: { user }, body, ...more });
const details = async (user: string) => (await bank.call(userDetails, { params: { user } })).data;

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly format?: string;
  readonly items?: Shape;
}
const shapes = Object.entries(userChange.properties as Record<string, TSchema>).map(
  ([name, schema]) => [name, schema as unknown as Shape] as const,
);

/** Values that a field takes, the longest and the last of each; and such that it refuses, beyond each boundary. */
function valuesOf(shape: Shape): { right: unknown[]; wrong: unknown[] } {
  if (shape.type === 'boolean') return { right: [true, false], wrong: ['true', 1, null, ''] };
  if (shape.type === 'array') {
    const { right, wrong } = valuesOf(shape.items!);
    return { right: [[], right], wrong: ['x', null, ...wrong.map((value) => [value])] };
  }
  const never = [1, null, ['x'], true];
  if (shape.enum !== undefined) return { right: [...shape.enum], wrong: [...never, `${shape.enum[1]} `, 'other'] };
  if (shape.format?.endsWith('country')) return { right: ['DE', 'BG'], wrong: [...never, 'bg', 'ZZ', 'BGR'] };
  if (shape.format?.endsWith('date')) return { right: ['1992-02-29'], wrong: [...never, '1993-02-29', '1.1.1990'] };
  const text = 'Ж x𝄞'.repeat(100);
  const { maxLength } = shape;
  if (maxLength === undefined) return { right: ['x', text], wrong: [...never, 'a\u0000b'] };
  return { right: ['x', 'ж'.repeat(maxLength)], wrong: [...never, 'x'.repeat(maxLength + 1)] };
}

const profileShapes = shapes.filter(([name]) => name !== 'merchant');

test('every field of a profile takes its values, keeps them when it is left out, and is cleared by an empty text', async () => {
  const user = await create();
  const before = await details(user);
  for (const [name, shape] of profileShapes) {
    for (const value of valuesOf(shape).right) {
      const { data } = await update(user, { [name]: value });
      assert.deepEqual(data?.[name], value === '' ? null : value, `${name}: ${JSON.stringify(value)}`);
      assert.deepEqual(await details(user), data);
    }
  }
  const full = await details(user);
  const { data: kept } = await update(user, {});
  assert.deepEqual({ ...kept, updated_at: full.updated_at }, full);
  const texts = profileShapes.filter(([, { type }]) => type === 'string').map(([name]) => name);
  const lists = profileShapes.filter(([, { type }]) => type === 'array').map(([name]) => name);
  const cleared = {
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    ...Object.fromEntries(lists.map((name) => [name, []])),
  };
  const { data } = await update(user, cleared);
  for (const name of [...texts, ...lists]) assert.deepEqual(data[name], before[name], name);
});

test('each rule is refused at its boundary with -3 and the name of the field, and nothing changes', async () => {
  const user = await create(person);
  const whole = await details(user);
  for (const [name, shape] of shapes) {
    for (const value of valuesOf(shape).wrong) {
      const { refused } = await update(user, { city: 'Varna', [name]: value });
      const label = `${name}: ${JSON.stringify(value)}`;
      assert.equal(refused?.refused.code, -3, label);
      const [error] = refused!.data!.errors as { field: string }[];
      assert.equal(error!.field.replace(/\[\d+\]$/, ''), name, label);
    }
  }
  for (const name of ['email', 'aml', 'type', 'registration_ip', 'token', 'verification_status', 'verified_by', 'x']) {
    assert.equal((await update(user, { [name]: 'x' })).refused?.refused.code, -3, name);
  }
  assert.deepEqual(await details(user), whole);
});

test('the merchant is set, kept and cleared; an unknown or foreign one is 11002, what is no token is -3', async () => {
  const user = await create();
  const undashed = bank.merchant.replaceAll('-', '').toUpperCase();
  assert.equal((await update(user, { merchant: undashed })).data.merchant, bank.merchant);
  assert.equal((await update(user, { city: 'Varna' })).data.merchant, bank.merchant);
  for (const merchant of [newId(), bank.other.merchant]) {
    assert.equal((await update(user, { merchant })).refused?.refused.code, 11002);
  }
  assert.equal((await update(user, { merchant: 'x'.repeat(36) })).refused?.refused.code, -3);
  assert.equal((await update(user, { merchant: '' })).data.merchant, null);
});

test('an identifier that another user has is a duplicate; the own one is not', async () => {
  await create({ unique_identifier: 'EGN 1' });
  const user = await create({ unique_identifier: 'EGN 2', id_passport_number: 'P1' });
  assert.equal((await update(user, { unique_identifier: 'egn1' })).refused?.refused.code, -2);
  assert.equal((await update(user, { unique_identifier: 'egn2' })).data.unique_identifier, 'egn2');
  const { data } = await update(user, { unique_identifier: '' });
  assert.deepEqual([data.unique_identifier, data.id_passport_number], [null, 'P1']);
  assert.ok((await update(await create(), { unique_identifier: 'EGN 2' })).data);
});

test('of twenty that want the same identifier at once one gets it', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => create()));
  const answers = await Promise.all(users.map((user) => update(user, { unique_identifier: 'RACE' })));
  assert.equal(answers.filter(({ data }) => data !== undefined).length, 1);
  assert.ok(answers.every(({ data, refused }) => data !== undefined || refused?.refused.code === -2));
});

test("another instance's user is as if it did not exist", async () => {
  const user = await create();
  assert.equal((await update(user, {}, { instance: bank.other.instance })).refused?.refused.code, 11002);
  assert.equal((await update(newId(), {})).refused?.refused.code, 11002);
});

const verifications: readonly (readonly [
  string,
  Record<string, unknown>,
  Record<string, unknown>,
  string,
  string[],
])[] = [
  [
    'what was missing',
    { ...person, birthday: '' },
    { birthday: '1990-05-17' },
    'verified',
    ['USER.UPDATE', 'USER.RISK_SCORE'],
  ],
  ['another name', person, { last_name: 'REFER' }, 'pending_review', ['USER.UPDATE', 'USER.RISK_SCORE']],
  ['a name that is verified as well', person, { last_name: 'Ivanova' }, 'verified', ['USER.RISK_SCORE']],
  ['a cleared birthday', person, { birthday: '' }, 'not_started', ['USER.UPDATE']],
  ['the same name again', person, { last_name: 'Petrova' }, 'verified', []],
  ['another city', person, { city: 'Varna' }, 'verified', []],
];
for (const [what, had, change, status, actions] of verifications) {
  test(`the verification after ${what} is ${status}`, async () => {
    const user = await create(had);
    const { data, events } = await update(user, change);
    assert.equal(data.verification_status, status);
    assert.equal(data.verified_by, status === 'not_started' ? null : 'sandbox');
    assert.deepEqual(
      events.map(({ action }) => action),
      actions,
    );
  });
}

test('in production a changed person is no longer verified', async () => {
  const user = await create(person);
  const { data, events } = await update(user, { last_name: 'Ivanova' }, { environment: 'production' });
  assert.deepEqual([data.verification_status, data.verified_at], ['not_started', null]);
  assert.deepEqual(await userUpdateEvent.render(bank.db, events as never), [
    { user, status: 'not_started', previous_status: 'verified', reason: null },
  ]);
});

test('a new name is what counterparts see, on every account of the user and on no other', async () => {
  const [user, other] = [await create(person), await create(person)];
  const accounts = [];
  for (const holder of [user, user, other]) {
    accounts.push((await bank.call(accountCreate, { body: { program: 'EUR-CONSUMER', user: holder } })).data.token);
  }
  await update(user, { middle_name: 'I.', last_name: 'Ivanova' });
  const rows = await bank.db.query<{ gate_id: string; holder_name: string }>(
    'select gate_id, holder_name from ledger.gates where instance_id = $1 and gate_id = any($2)',
    [bank.instance, accounts],
  );
  const names = new Map(rows.map((row) => [row.gate_id, row.holder_name]));
  assert.deepEqual(
    accounts.map((account) => names.get(account)),
    ['Maria I. Ivanova', 'Maria I. Ivanova', 'Maria Petrova'],
  );
});

test('sim_user_verification gives any outcome and tells it, once for each change', async () => {
  const user = await create(person);
  const decide = (body: Record<string, unknown>, params = { user }) => bank.call(simUserVerification, { params, body });
  const refused = await decide({ result: 'refused', reason: 'forged' });
  assert.equal(refused.data.verification_status, 'refused');
  assert.deepEqual(
    refused.data.events.map(({ action }: { action: string }) => action),
    ['USER.UPDATE', 'USER.RISK_SCORE'],
  );
  assert.deepEqual(await userUpdateEvent.render(bank.db, refused.events.slice(0, 1) as never), [
    { user, status: 'refused', previous_status: 'verified', reason: 'forged' },
  ]);
  const { events: _, ...shown } = refused.data;
  assert.deepEqual(await details(user), shown);
  assert.deepEqual(
    (await decide({ result: 'refused' })).events.map(({ action }) => action),
    ['USER.RISK_SCORE'],
  );
  for (const result of ['pending_review', 'verified']) {
    assert.equal((await decide({ result })).data.verification_status, result);
  }
  assert.equal((await decide({ result: 'not_started' })).refused?.refused.code, 11001);
  assert.equal((await decide({ result: 'verified', reason: 'bored' })).refused?.refused.code, 11001);
  assert.equal((await decide({ result: 'verified' }, { user: newId() })).refused?.refused.code, 11002);
});
