import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absolutePath, placeOf } from './sftp-path.ts';

test('there are a root, two folders, and files in them', () => {
  assert.deepEqual(placeOf('.'), { kind: 'root' });
  assert.deepEqual(placeOf('/'), { kind: 'root' });
  assert.deepEqual(placeOf('inbox/'), { kind: 'folder', folder: 'inbox' });
  assert.deepEqual(placeOf('/inbox/form 1.xlsx'), { kind: 'file', folder: 'inbox', name: 'form 1.xlsx' });
  assert.deepEqual(placeOf('/outbox/../inbox//./a'), { kind: 'file', folder: 'inbox', name: 'a' });
});

test('a name is the same in each form in which systems write it', () => {
  assert.deepEqual(placeOf('/inbox/й.pdf'), placeOf('/inbox/й.pdf'));
});

test('no path leads anywhere else', () => {
  for (const path of [
    '/etc/passwd',
    '../../etc/passwd',
    '/inbox/../../../etc/passwd',
    '/inbox/folder/file',
    '/inbox/..\\..\\file',
    '/inbox/C:evil',
    '/inbox/.ssh',
    '/inbox/...',
    '/inbox/a.',
    '/inbox/a ',
    '/inbox/a\0b',
    '/inbox/a\nb',
    '/inbox/a\u202eb',
    '/inbox/\ud800',
    '/inbox/\ufffd',
    `/inbox/${'x'.repeat(201)}`,
    `/inbox/${'й'.repeat(101)}`,
    '/Inbox/a',
  ]) {
    assert.deepEqual(placeOf(path), { kind: 'nowhere' }, path);
  }
});

test('an absolute path stays below the root', () => {
  assert.equal(absolutePath('.'), '/');
  assert.equal(absolutePath('../..'), '/');
  assert.equal(absolutePath('/../inbox'), '/inbox');
});
