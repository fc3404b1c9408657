import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { ObjectStore } from './port.ts';

/** What every object store has to do, whatever it keeps its objects in. */
export function objectStoreConforms(open: () => ObjectStore): void {
  const name = () => `conformance/${randomBytes(8).toString('hex')}`;

  it('gives back exactly the bytes that were put', async () => {
    const store = open();
    for (const bytes of [Buffer.alloc(0), Buffer.from([0, 255, 10, 13]), randomBytes(300_000)]) {
      const each = name();
      await store.put(each, bytes);
      assert.deepEqual(await store.get(each), bytes);
    }
  });

  it('replaces what is there under a name', async () => {
    const store = open();
    const each = name();
    await store.put(each, Buffer.from('a longer first one'));
    await store.put(each, Buffer.from('second'));
    assert.equal(String(await store.get(each)), 'second');
  });

  it('knows nothing of a name that was never put or is removed', async () => {
    const store = open();
    const each = name();
    assert.equal(await store.get(each), undefined);
    await store.remove(each);
    await store.put(each, Buffer.from('gone soon'));
    await store.remove(each);
    await store.remove(each);
    assert.equal(await store.get(each), undefined);
  });

  it('takes no name that could lead elsewhere', async () => {
    const store = open();
    for (const bad of [
      '../master',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      'a/',
      '',
      'a\\b',
      'A',
      'a.b',
      '%2e%2e/a',
      'a\0b',
    ]) {
      await assert.rejects(async () => store.put(bad, Buffer.from('x')), /not a name/);
      await assert.rejects(async () => store.get(bad), /not a name/);
      await assert.rejects(async () => store.remove(bad), /not a name/);
    }
  });
}
