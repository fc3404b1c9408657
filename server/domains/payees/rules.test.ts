import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeQuestion } from '../../ports/payee-directory/port.ts';
import { labelledPayees } from '../../test/names/labelled-payees.ts';
import { defaultSettings } from './model.ts';
import { decideAnswer, type RespondingAccount } from './rules.ts';

const account: RespondingAccount = {
  ...defaultSettings,
  status: 'active',
  supported: true,
  type: 'personal',
  holder: 'Ana Dimova',
};
const question: PayeeQuestion = {
  account: { scheme: 'cop', sortCode: '009900', accountNumber: '00000019' },
  name: 'Ana Dimova',
  accountType: 'personal',
  secondaryReference: 'ROLL/7',
};

test('the first reason in the order of the scheme is the answer', () => {
  const all: RespondingAccount = {
    ...account,
    status: 'closed',
    switched: true,
    optedOut: true,
    supported: false,
    secondaryReference: 'ROLL/8',
  };
  // Each step takes the reason of the answer before it away.
  const steps = [
    ['SCNS', false, all],
    ['AC01', true, all],
    ['AC01', true, undefined],
    ['CASS', true, { ...all, status: 'blocked' }],
    ['OPTO', true, { ...all, status: 'active', switched: false }],
    ['ACNS', true, { ...all, status: 'active', switched: false, optedOut: false }],
    ['IVCR', true, { ...account, secondaryReference: 'ROLL/8' }],
    ['IVCR', true, account],
    ['MTCH', true, { ...account, secondaryReference: 'ROLL/7' }],
  ] as const;
  for (const [code, served, asked] of steps) {
    assert.deepEqual(decideAnswer(question, served, asked), { code, verifiedName: null });
  }
});

test('of the labelled payees at least 97 % get the right reason code, and no wrong name a full match', () => {
  // Accounts of ours have one holder.
  const pairs = labelledPayees().filter(({ holders }) => holders.length === 1);
  const answered = pairs.map(({ kind, holders, given, code }) => {
    const isOther = ['BANM', 'PANM', 'BAMM', 'PAMM'].includes(code);
    const expected = isOther ? (kind === 'personal' ? 'business' : 'personal') : kind;
    const asked = { ...question, name: given, accountType: expected, secondaryReference: null } as const;
    return { code, answer: decideAnswer(asked, true, { ...account, type: kind, holder: holders[0]! }).code };
  });
  const right = answered.filter(({ code, answer }) => code === answer);
  const codes = new Set(pairs.map(({ code }) => code));
  assert.deepEqual([...codes].sort(), ['ANNM', 'BAMM', 'BANM', 'MBAM', 'MTCH', 'PAMM', 'PANM']);
  assert.ok(pairs.length >= 500, `${pairs.length} pairs`);
  assert.ok(right.length / pairs.length >= 0.97, `${right.length} of ${pairs.length}`);
  assert.ok(answered.every(({ code, answer }) => code !== 'ANNM' || !['MTCH', 'BANM', 'PANM'].includes(answer)));
});
