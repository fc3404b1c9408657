import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openVault, parseMasterKeys } from './vault.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

test('what is sealed opens in its place only, and looks different each time', () => {
  const vault = openVault([oldKey]);
  const sealed = vault.seal('a secret', 'keys.keys/1/secret');
  assert.equal(vault.open(sealed, 'keys.keys/1/secret').toString(), 'a secret');
  assert.throws(() => vault.open(sealed, 'keys.keys/2/secret'));
  assert.ok(!sealed.equals(vault.seal('a secret', 'keys.keys/1/secret')));
  assert.ok(!sealed.includes('a secret'));
  const bytes = Uint8Array.of(0, 255, 7);
  assert.deepEqual(vault.open(vault.seal(bytes, 'x'), 'x'), Buffer.from(bytes));
});

test('one changed bit anywhere is noticed', () => {
  const vault = openVault([oldKey]);
  const sealed = vault.seal('a secret', 'x');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    assert.throws(() => vault.open(changed, 'x'), `byte ${index} is not covered`);
  }
  assert.throws(() => vault.open(sealed.subarray(0, 70), 'x'));
  assert.throws(() => vault.open(Buffer.alloc(0), 'x'));
});

test('after a change of the master key the old one still opens, and digests stay', () => {
  const before = openVault([oldKey]);
  const rotated = openVault([newKey, oldKey]);
  assert.equal(rotated.open(before.seal('old', 'x'), 'x').toString(), 'old');
  const sealed = rotated.seal('new', 'x');
  assert.equal(openVault([newKey]).open(sealed, 'x').toString(), 'new');
  assert.throws(() => before.open(sealed, 'x'), /master key that is not here/);
  assert.deepEqual(rotated.mac('chain', Buffer.from('a')), before.mac('chain', Buffer.from('a')));
});

test('digests differ by purpose and by how their parts are cut', () => {
  const vault = openVault([oldKey]);
  const texts = [
    vault.mac('chain', Buffer.from('ab'), Buffer.from('c')),
    vault.mac('chain', Buffer.from('a'), Buffer.from('bc')),
    vault.mac('chain', Buffer.from('abc')),
    vault.mac('look-up', Buffer.from('abc')),
    openVault([newKey]).mac('chain', Buffer.from('abc')),
  ].map((mac) => mac.toString('hex'));
  assert.equal(new Set(texts).size, texts.length);
});

test('master keys are 32 bytes in base64 or hex', () => {
  assert.deepEqual(parseMasterKeys(newKey.toString('base64')), [newKey]);
  assert.deepEqual(parseMasterKeys(`${newKey.toString('hex')}, ${oldKey.toString('base64')}`), [newKey, oldKey]);
  for (const text of ['', 'short', randomBytes(31).toString('hex'), `${newKey.toString('hex')},`]) {
    assert.equal(parseMasterKeys(text), undefined, text);
  }
});
