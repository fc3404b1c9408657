import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import { type OpenDatabase, openDatabase } from '../../../runtime/postgres.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { payeeDirectoryConformance } from '../conformance.ts';
import type { PayeeAccount, PayeeQuestion } from '../port.ts';
import { magicAccountNumbers, sandboxDirectory } from './directory.ts';

let database: TestDatabase;
let db: OpenDatabase;
before(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, { max: 2 });
});
after(async () => {
  await db?.close();
  await database?.drop();
});

const iban = (text: string): PayeeAccount => ({ scheme: 'vop', iban: text });
const british = (accountNumber: string): PayeeAccount => ({ scheme: 'cop', sortCode: '009910', accountNumber });
const question = (account: PayeeAccount, name: string): PayeeQuestion => ({
  account,
  name,
  accountType: account.scheme === 'cop' ? 'personal' : null,
  secondaryReference: null,
});
const german = iban('DE89370400440532013000');

payeeDirectoryConformance(
  sandboxDirectory,
  (timeMs) => ({ db, instance: newId(), signal: AbortSignal.timeout(timeMs) }),
  {
    match: [question(german, 'Erika Mustermann'), question(british('70000018'), 'Anybody')],
    close: [question(german, 'CLOSE Erika Mustermann'), question(british('70000034'), 'Anybody')],
    noMatch: [question(german, 'NOMATCH Erika Mustermann'), question(british('70000026'), 'Anybody')],
    silent: question(german, 'TIMEOUT Erika Mustermann'),
    beyond: question(iban('AE070331234567890123456'), 'Anybody'),
  },
);

test('the account numbers of the document are those that answer', () => {
  const document = readFileSync(new URL('../../../../docs/payees.md', import.meta.url), 'utf8');
  const documented = [...document.matchAll(/^\| (\d{8}) \| ([A-Z0-9]{4})/gm)].map(([, number, code]) => [number, code]);
  assert.deepEqual(documented, [...magicAccountNumbers]);
});
