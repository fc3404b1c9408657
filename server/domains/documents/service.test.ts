import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import { bind, portsOf } from '../../kernel/port.ts';
import { folderStore } from '../../ports/object-store/folder/folder.ts';
import { objectStore } from '../../ports/object-store/port.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { openFile } from './service.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank.close());

const contents = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
const pdf = (text: string) => ({ file: contents(text).toString('base64'), file_type: 'pdf' });
const create = (documents: readonly object[], change: object = {}) =>
  bank.call('user_create', { body: { email: `${newId()}@example.com`, documents, ...change } });
const details = (user: string, key = bank.sandbox.first) => bank.call('user_details', { params: { user }, key });

/** The files in the object store. */
const kept = () =>
  readdirSync(bank.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const uploads = () => bank.bank.database.query('select * from documents.uploads');

describe('documents of a user', () => {
  it('are answered without their contents, and kept sealed', async () => {
    const { data } = await create([{ ...pdf('Ivan Vazov 1850'), document_type: 'Passport' }]);
    const [document] = data.documents;
    assert.equal(document.status, 'uploaded');
    assert.equal(document.user, data.token);
    assert.equal(document.document_type, 'Passport');
    assert.equal(document.size, contents('Ivan Vazov 1850').length);
    assert.deepEqual((await details(data.token)).data.documents, data.documents);
    const path = kept().find((file) => file.endsWith(document.token))!;
    assert.ok(!readFileSync(path).includes('Vazov'));
    const port = portsOf([bind(objectStore, folderStore(join(bank.data, 'objects')))]);
    const context = { port, vault: bank.bank.vault };
    const opened = await openFile(context, bank.sandbox.first.instance, document.token);
    assert.deepEqual(opened, contents('Ivan Vazov 1850'));
    await assert.rejects(async () => {
      await folderStore(join(bank.data, 'objects')).put(
        `documents/${bank.sandbox.second.instance}/${document.token}`,
        readFileSync(path),
      );
      await openFile(context, bank.sandbox.second.instance, document.token);
    });
  });

  it('may be as large as the specification lets them', async () => {
    const { file } = pdf('x'.repeat(6 * 1024 * 1024));
    const { code, data } = await create([{ file, file_type: 'pdf' }]);
    assert.equal(code, 0);
    assert.equal(data.documents[0].size, Buffer.from(file, 'base64').length);
  });

  it('that are wrong are all named, and nothing of them stays', async () => {
    const before = kept().length;
    const cut = { ...pdf('x'), file: pdf('x').file.slice(0, -2) };
    const answer = await create([pdf('right'), { ...pdf('y'), file_type: 'png' }, cut]);
    assert.equal(answer.code, -3);
    assert.deepEqual(
      answer.data.errors.map(({ field, rule }: { field: string; rule: string }) => [field, rule]),
      [
        ['documents[1].file', 'file_type'],
        ['documents[2].file', 'base64'],
      ],
    );
    assert.equal(kept().length, before);
    assert.deepEqual(await uploads(), []);
  });

  it('that are there twice are refused, and the files are swept once an hour is over', async () => {
    const before = kept().length;
    const email = `${newId()}@example.com`;
    const answer = await create([pdf('same'), pdf('same')], { email });
    assert.equal(answer.code, -2);
    assert.equal(answer.data.field, 'documents[1].file');
    assert.equal((await create([], { email })).code, 0);
    await bank.settle();
    assert.equal(kept().length, before + 2);
    bank.clock.advance(3601);
    await bank.settle();
    assert.equal(kept().length, before);
    assert.deepEqual(await uploads(), []);
  });

  it('are one when a request is repeated under its idempotency key', async () => {
    const body = { email: `${newId()}@example.com`, documents: [pdf('once')] };
    const call = () => bank.call('user_create', { body, headers: { 'x-idempotency-key': 'documents-once' } });
    const first = await call();
    const before = kept().length;
    assert.deepEqual((await call()).data, first.data);
    assert.equal(kept().length, before);
  });
});

describe('the review of a document', () => {
  const review = (document: string, body: object, key = bank.sandbox.first) =>
    bank.call('sim_document_review', { params: { document }, body, key });

  it('is told by DOCUMENT.UPDATE, once for each change', async () => {
    const { data } = await create([pdf('reviewed')]);
    const { token } = data.documents[0];
    const rejected = await review(token, { result: 'rejected', reason: 'expired' });
    assert.deepEqual(rejected.data.events, [{ action: 'DOCUMENT.UPDATE', subject: token }]);
    assert.equal(rejected.data.status, 'rejected');
    assert.deepEqual((await review(token, { result: 'rejected', reason: 'expired' })).data.events, []);
    assert.equal((await review(token, { result: 'accepted' })).data.reason, null);
    const { data: list } = await bank.call('events_list', { params: { page: 1, limit: 10 } });
    const told = list.items.filter(({ action }: { action: string }) => action === 'DOCUMENT.UPDATE');
    assert.deepEqual(
      told.map(({ payload }: { payload: object }) => payload),
      [
        { document: token, application: null, status: 'accepted', previous_status: 'rejected', reason: null },
        { document: token, application: null, status: 'rejected', previous_status: 'uploaded', reason: 'expired' },
      ],
    );
  });

  it('needs a reason to reject, and only then; and the document to be there', async () => {
    const { data } = await create([pdf('needs a reason')]);
    const { token } = data.documents[0];
    assert.equal((await review(token, { result: 'rejected' })).code, 11001);
    assert.equal((await review(token, { result: 'accepted', reason: 'forged' })).code, 11001);
    assert.equal((await review(newId(), { result: 'accepted' })).code, 11002);
    assert.equal((await review(token, { result: 'accepted' }, bank.sandbox.second)).code, 11002);
  });
});
