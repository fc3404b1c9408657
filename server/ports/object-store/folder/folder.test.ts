import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { objectStoreConforms } from '../conformance.ts';
import { folderStore } from './folder.ts';

describe('objects in a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'openemi-objects-'));
  after(() => rmSync(root, { recursive: true, force: true }));

  objectStoreConforms(() => folderStore(root));

  it('lets only the own user read them, and leaves no drafts behind', async () => {
    await folderStore(root).put('private/passport', Buffer.from('x'));
    assert.equal(statSync(join(root, 'private/passport')).mode & 0o777, 0o600);
    assert.equal(statSync(join(root, 'private')).mode & 0o777, 0o700);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((name) => name.includes('.part')),
      [],
    );
  });

  it('leaves what was there, and no draft, when a write fails', async () => {
    const store = folderStore(root);
    await store.put('whole/first', Buffer.from('first'));
    // A folder stands where the object should go.
    await assert.rejects(store.put('whole', Buffer.from('second')));
    assert.equal(String(await store.get('whole/first')), 'first');
    assert.deepEqual(
      readdirSync(root).filter((name) => name.includes('.part')),
      [],
    );
  });
});
