import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from './model.ts';
import { emailKey, fullName, identifierKey, profileOf, verification } from './rules.ts';

const complete: Profile = {
  first_name: 'Maria',
  last_name: 'Petrova',
  birthday: '1990-05-17',
  nationality: 'BG',
  country: 'BG',
};

test('the sandbox verifies a complete person at once', () => {
  assert.equal(verification('sandbox', complete).status, 'verified');
});

test('production verifies nobody by itself', () => {
  assert.deepEqual(verification('production', complete), { status: 'not_started', risk: null });
});

for (const name of ['first_name', 'last_name', 'birthday', 'nationality', 'country'] as const) {
  test(`without ${name} the verification does not start`, () => {
    const { [name]: _, ...rest } = complete;
    assert.deepEqual(verification('sandbox', rest), { status: 'not_started', risk: null });
  });
}

for (const [lastName, status] of [
  ['SANCTION', 'pending_review'],
  ['REFER', 'pending_review'],
  [' refer ', 'pending_review'],
  ['DECLINE', 'refused'],
  ['constructor', 'verified'],
  ['REFERS', 'verified'],
]) {
  test(`the last name "${lastName}" comes to ${status} in the sandbox`, () => {
    assert.equal(verification('sandbox', { ...complete, last_name: lastName! }).status, status);
  });
}

test('an empty string is no value, false and an empty list are', () => {
  const profile = profileOf({
    email: 'a@b.example',
    first_name: '',
    risk_score: '',
    specified_us_person: false,
    additional_nationality: [],
  });
  assert.deepEqual(profile, { specified_us_person: false, additional_nationality: [] });
});

test('names, e-mail addresses and identifiers are compared in one form', () => {
  assert.equal(fullName({ first_name: 'Ana', last_name: 'Li' }), 'Ana Li');
  assert.equal(fullName({ first_name: 'Ana', middle_name: 'B.', last_name: 'Li' }), 'Ana B. Li');
  assert.equal(emailKey('Ana@Example.COM'), 'ana@example.com');
  assert.equal(identifierKey(' ab 12 '), 'AB12');
});
