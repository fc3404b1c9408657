import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxAdapters } from '../../adapters.ts';
import { newId } from '../../kernel/ids.ts';
import { portsOf } from '../../kernel/port.ts';
import { schedule } from '../../runtime/schedule.ts';
import { seedLists } from '../../seed-lists.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import type { Subject } from './model.ts';
import {
  ListError,
  loadList,
  openCases,
  readLists,
  readOfficialFile,
  recordScreening,
  screenSubject,
} from './service.ts';

let t: TestBank;

before(async () => {
  t = await openTestBank();
});
after(() => t.close());

const folder = join(import.meta.dirname, 'testdata');
const unList = readFileSync(join(folder, 'un.xml'), 'utf8');

/** Loads the UN's list as it would be with these changes. */
const loadUn = (change: (xml: string) => string, evenIfSmaller = false) => {
  const bytes = Buffer.from(change(unList));
  const read = readOfficialFile({ name: 'un.xml', bytes, beside: () => undefined });
  return loadList(t.bank.database, read, { by: 'test', at: t.clock.now(), evenIfSmaller });
};
const individual = (id: string, first: string, second: string, more = '') =>
  `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${first}</FIRST_NAME><SECOND_NAME>${second}</SECOND_NAME>${more}</INDIVIDUAL>`;
const adding = (entry: string) => (xml: string) => xml.replace('</INDIVIDUALS>', `${entry}</INDIVIDUALS>`);

const createUser = async (first: string, last: string, more = {}) => {
  const body = { email: `${newId()}@example.com`, first_name: first, last_name: last, country: 'BG', ...more };
  const { data } = await t.call('user_create', { body });
  await t.settle();
  return data.token as string;
};
const casesOf = async (subject: string) => {
  const cases = await openCases(t.bank.database, t.sandbox.first.instance, 1000);
  return cases.filter((each) => each.subject?.id === subject);
};

const contextOf = () => ({ db: t.bank.database, port: portsOf(sandboxAdapters()), environment: 'sandbox' }) as const;

test('a user is screened when created, and again when the name becomes another', async () => {
  const listed = await createUser('Barnabas', 'Kisolerwa');
  const [found] = await casesOf(listed);
  assert.deepEqual([found?.origin, found?.hits[0]?.list], ['customer', 'UN-SC']);
  const user = await createUser('Ana', 'Dimova');
  assert.deepEqual(await casesOf(user), []);
  await t.call('user_update', { params: { user }, body: { city: 'Varna' } });
  await t.settle();
  await t.call('user_update', { params: { user }, body: { first_name: 'Zorana', last_name: 'Velkovich' } });
  await t.settle();
  assert.equal((await casesOf(user)).length, 1);
  const { data } = await t.call('events_list', { params: { page: 1, limit: 50 } });
  const told = data.items.filter(({ action }: { action: string }) => action === 'AML.MATCH');
  assert.deepEqual(
    told.map(({ payload }: { payload: { user: string } }) => payload.user),
    [user, listed],
  );
});

test('a job that runs again does not open a second case', async () => {
  const user = await createUser('Barnabas', 'Kisolerwa');
  await t.bank.database.transaction((tx) => {
    const again = { instance: t.sandbox.first.instance, name: 'screening.user', subject: user };
    return schedule.add(tx, [again], t.clock.now());
  });
  await t.settle();
  assert.equal((await casesOf(user)).length, 1);
});

test('a number of a document finds whom the name would not', async () => {
  const user = await createUser('Nikola', 'Somebodyelse', { id_passport_number: 'OB 0099417' });
  const [found] = await casesOf(user);
  assert.deepEqual([found?.hits[0]?.entry, found?.hits[0]?.features[0]?.feature], ['8000001', 'document']);
  assert.ok(!JSON.stringify(found).includes('0099417'), 'the number is not kept as evidence');
});

test('when a list changes every customer is held against what is new, and only that', async () => {
  const old = await createUser('Barnabas', 'Kisolerwa');
  const { length: before } = await casesOf(old);
  const user = await createUser('Tancred', 'Obersthal', { birthday: '1977-03-05' });
  const namesake = await createUser('Tancred', 'Obersthal', { birthday: '1999-10-30' });
  const born = '<INDIVIDUAL_DATE_OF_BIRTH><DATE>1977-03-05</DATE></INDIVIDUAL_DATE_OF_BIRTH>';
  const added = await loadUn(adding(individual('8000100', 'TANCRED', 'OBERSTAHL', born)));
  assert.deepEqual([added.added, added.changed, added.removed], [1, 0, 0]);
  await t.settle();
  const [found] = await casesOf(user);
  assert.deepEqual([found?.origin, found?.edition, found?.hits[0]?.entry], ['list_change', added.edition, '8000100']);
  assert.deepEqual(await casesOf(namesake), []);
  assert.equal((await casesOf(old)).length, before, 'nothing of theirs has changed');
  await t.settle();
  assert.equal((await casesOf(user)).length, 1, 'once');
});

test('a removed entry matches nobody, a changed one by what it is now', async () => {
  const name = { first_name: 'Ludmila', last_name: 'Garrowitz' };
  await loadUn(adding(individual('8000200', 'LUDMILA', 'GARROWITZ')));
  assert.equal((await t.call('aml_check', { body: name })).code, 18001);
  const changed = await loadUn(adding(individual('8000200', 'ROSWITHA', 'TELLENBERG')));
  assert.deepEqual([changed.added, changed.changed, changed.removed], [0, 1, 0]);
  assert.equal((await t.call('aml_check', { body: name })).code, 0);
  const now = { first_name: 'Roswitha', last_name: 'Tellenberg' };
  assert.equal((await t.call('aml_check', { body: now })).code, 18001);
  assert.equal((await loadUn((xml) => xml)).removed, 1);
  assert.equal((await t.call('aml_check', { body: now })).code, 0);
});

test('a file that was loaded already changes nothing; half a file is refused', async () => {
  const first = await loadUn((xml) => xml.replace('VERSIONNUM>1', 'VERSIONNUM>7'));
  const again = await loadUn((xml) => xml.replace('VERSIONNUM>1', 'VERSIONNUM>7'));
  assert.equal(again.edition, first.edition);
  const half = (xml: string) => xml.replace(/<INDIVIDUAL>[\s\S]*<\/INDIVIDUAL>/, '');
  await assert.rejects(loadUn(half), (error) => error instanceof ListError && /remove 2 of 3/.test(error.message));
  assert.equal((await loadUn(half, true)).removed, 2);
  assert.equal((await loadUn((xml) => xml)).added, 2);
});

test('a sandbox that starts again keeps the lists that were loaded meanwhile', async () => {
  const { edition } = await loadUn((xml) => xml.replace('VERSIONNUM>1', 'VERSIONNUM>9'));
  await seedLists(t.bank.database, t.clock.now());
  const lists = await readLists(t.bank.database);
  assert.equal(lists.find(({ list }) => list === 'UN-SC')?.edition, edition);
});

test('lists that are loaded at the same time each make an edition', async () => {
  const one = loadUn((xml) => xml.replace('VERSIONNUM>1', 'VERSIONNUM>8'));
  const file = readFileSync(join(folder, 'eu.csv'));
  const eu = readOfficialFile({ name: 'eu.csv', bytes: file, beside: () => undefined });
  const two = loadList(t.bank.database, eu, { by: 'test', at: t.clock.now(), evenIfSmaller: false });
  const editions = (await Promise.all([one, two])).map(({ edition }) => edition);
  assert.equal(Math.abs(editions[0]! - editions[1]!), 1);
});

test('somebody registered between a screening and a change of the lists is held against the change', async () => {
  const { instance } = t.sandbox.first;
  const subject: Subject = { subject: 'company', id: newId(), kind: 'organisation', name: 'Zephyrine Metals Ltd' };
  const found = await screenSubject(contextOf(), instance, subject);
  assert.equal(found.status, 'clear');
  const entity = '<ENTITY><DATAID>8000300</DATAID><FIRST_NAME>ZEPHYRINE METALS</FIRST_NAME></ENTITY>';
  await loadUn((xml) => xml.replace('</ENTITIES>', `${entity}</ENTITIES>`));
  const record = { now: t.clock.now(), emit: () => {} };
  await t.bank.database.transaction((tx) => recordScreening({ ...record, tx }, instance, subject, found, 'test'));
  await t.settle();
  const [hit] = await casesOf(subject.id);
  assert.equal(hit?.hits[0]?.entry, '8000300');
});

test('a provider that does not answer leaves nobody clear; what it knows stands beside the lists', async () => {
  const { instance } = t.sandbox.first;
  const screen = (name: string) => screenSubject(contextOf(), instance, { kind: 'person', name });
  assert.equal((await screen('Ana Timeout')).status, 'unknown');
  assert.equal((await screen('Zorana Velkovich Timeout')).status, 'match');
  const { status, hits } = await screen('Ana Pep');
  assert.deepEqual([status, hits[0]?.category], ['clear', 'pep']);
});
