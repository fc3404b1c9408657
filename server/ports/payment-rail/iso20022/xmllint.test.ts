import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { samplePayment } from '../conformance.ts';
import type { Payment } from '../port.ts';
import { neverCame } from './answers.ts';
import { type Message, writeMessage } from './message.ts';
import {
  cancellationRequestOf,
  creditTransfersOf,
  paymentReturnsOf,
  resolutionOf,
  statusRequestOf,
} from './outgoing.ts';
import { profiles } from './rails.ts';

/**
 * A second opinion on what the bank writes: xmllint by the schemes' schemas, where the command is there and the
 * environment variable OPENEMI_XSD names a folder with the schemas.
 */
const folder = process.env.OPENEMI_XSD;
const isMissing = folder === undefined || spawnSync('xmllint', ['--version']).error !== undefined;

const us = { bic: 'BNBGBGSF', bicOf: () => 'COBADEFF' };
const now = new Date();
const british = { sortCode: '200000', accountNumber: '55779911' };

/** The same payment by another rail, between accounts that have both kinds of number. */
function by(rail: Payment['rail']): Payment {
  const { debtor, creditor } = samplePayment;
  const { currency } = profiles[rail];
  return { ...samplePayment, rail, currency, debtor: { ...debtor, ...british }, creditor: { ...creditor, ...british } };
}

const { instance, settlementDate } = samplePayment;
const original = { ...samplePayment, senderBic: 'COBADEFF' };
const question = statusRequestOf(samplePayment, 'Q1', us, now);
const written: readonly Message[] = [
  ...(['sct', 'sct_inst', 'fps', 'bisera'] as const).map((rail) => creditTransfersOf(by(rail), us, now)),
  neverCame(question, { bic: us.bic, clock: { now: () => now } }),
  paymentReturnsOf('r1', [{ id: 'r1', original, reasonCode: 'AC04', settlementDate }], us, now),
  question,
  cancellationRequestOf({ instance, id: 'c1', reasonCode: 'DUPL', payment: samplePayment }, us, now),
  resolutionOf({ recall: 'c2', original, reasonCode: 'NOAS' }, us, now),
];

test('what the bank writes is valid by xmllint', { skip: isMissing && 'needs xmllint and OPENEMI_XSD' }, () => {
  for (const message of written) {
    const input = writeMessage(message);
    const [schema] = /(?<=xsd:)[a-z0-9.]+(?=")/.exec(input)!;
    const options = ['--noout', '--schema', join(folder!, `${schema}.xsd`), '-'];
    const { status, stderr } = spawnSync('xmllint', options, { input, encoding: 'utf8' });
    assert.equal(status, 0, `${stderr}${input}`);
  }
});
