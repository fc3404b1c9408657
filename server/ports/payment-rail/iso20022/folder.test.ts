import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MessageFolder } from './folder.ts';

const root = mkdtempSync(join(tmpdir(), 'openemi-folder-'));
after(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
/** A folder as many processes of a bank see it; one of them was killed whenever a file is found taken. */
function open() {
  folders += 1;
  const path = join(root, String(folders));
  return { folder: new MessageFolder(path, -1), names: (of: string) => readdirSync(join(path, of)), path };
}

test('a message is handed over once, also by many at once, and not again when it has been fetched', async () => {
  const { folder, names, path } = open();
  let fetched = 0;
  const handOver = async (turn: number) => {
    await folder.handOver('pacs.008-1', `<a>${turn}</a>`);
    for (const name of names('outbox')) renameSync(join(path, 'outbox', name), join(path, `${fetched++}.xml`));
  };
  await Promise.all(Array.from({ length: 20 }, (_, turn) => handOver(turn)));
  assert.equal(fetched, 1);
  await folder.handOver('pacs.008-1', '<a/>');
  assert.deepEqual(names('outbox'), []);
  assert.deepEqual(names('sent'), ['pacs.008-1']);
  await folder.forget('pacs.008-1');
  await folder.handOver('pacs.008-1', '<a/>');
  assert.deepEqual(names('outbox'), ['pacs.008-1.xml']);
});

test('a process that was killed before the file went out: the next one lets it go', async () => {
  const { folder, names, path } = open();
  await folder.handOver('pacs.008-1', '<a/>');
  renameSync(join(path, 'outbox', 'pacs.008-1.xml'), join(path, 'sent', 'pacs.008-1', 'waiting.xml'));
  await folder.handOver('pacs.008-1', '<a/>');
  assert.deepEqual(names('outbox'), ['pacs.008-1.xml']);
});

test('what waits is cut into batches; what is too much or comes late waits for the next', async () => {
  const { folder, names } = open();
  for (const id of ['1', '2', '3']) await folder.spool('sct-2026-11-23', id, `<${id}/>`);
  const cuts = [];
  for await (const batch of folder.batches(2)) {
    if (cuts.push(batch) > 1) break;
    await folder.spool('sct-2026-11-23', '4', '<d/>');
    await folder.noteBatch(batch);
    await folder.dissolve(batch);
    assert.deepEqual([...batch.payments.keys()], ['1.xml', '2.xml']);
    assert.equal(await folder.messageOf('1'), batch.message);
  }
  const left = [];
  for await (const batch of folder.batches(10)) {
    left.push(...batch.payments.keys());
    await folder.dissolve(batch);
  }
  assert.deepEqual(left, ['3.xml', '4.xml']);
  assert.deepEqual([names('batches'), names('spool')], [[], []]);
});

test('a batch of a process that was killed goes on as it was noted', async () => {
  const { folder, names } = open();
  for (const id of ['1', '2']) await folder.spool('sct-2026-11-23', id, `<${id}/>`);
  const [first] = await Array.fromAsync(folder.batches(1));
  await folder.noteBatch(first!);
  const [again] = await Array.fromAsync(folder.batches(10));
  assert.deepEqual([again!.message, [...again!.payments.keys()]], [first!.message, ['1.xml']]);
  await folder.dissolve(again!);
  assert.deepEqual(names('spool'), ['sct-2026-11-23']);
});

test('a file that comes is taken by one process, and again when that one is killed', async () => {
  const { folder, names } = open();
  await folder.deliver('a.xml', Buffer.from('<a/>'));
  const [first] = await Array.fromAsync(folder.incoming());
  assert.deepEqual([first?.name, names('inbox').length, names('taking').length], ['a.xml', 0, 1]);
  assert.equal(await folder.waits('a.xml'), true);
  const [again] = await Array.fromAsync(folder.incoming());
  assert.equal(again?.name, 'a.xml');
  await folder.finish(again!.takenAs);
  assert.deepEqual([names('taking').length, names('done').length], [0, 1]);
  assert.equal(await folder.waits('a.xml'), false);
});

test('a second file of the same name never takes the place of one that is being taken', async () => {
  const { folder, names } = open();
  const busy = new MessageFolder(join(root, String(folders)));
  await folder.deliver('a.xml', Buffer.from('<first/>'));
  const [first] = await Array.fromAsync(busy.incoming());
  await folder.deliver('a.xml', Buffer.from('<second/>'));
  const [second] = await Array.fromAsync(busy.incoming());
  await folder.finish(first!.takenAs);
  assert.equal(second?.bytes.toString(), '<second/>');
  await folder.finish(second!.takenAs);
  assert.equal(names('done').length, 2);
});
