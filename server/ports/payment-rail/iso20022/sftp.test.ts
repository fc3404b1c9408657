import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { SharedFile, SharedFiles } from '../../../kernel/shared-folder.ts';
import { openSftp, type Sftp } from '../../../runtime/sftp.ts';
import { ensureSshKey, type SshKey } from '../../../runtime/ssh-key.ts';
import { MessageFolder } from './folder.ts';
import { type SftpTarget, sftpCarrier } from './sftp.ts';

type Stored = SharedFile & { readonly bytes: Buffer };

const root = mkdtempSync(join(tmpdir(), 'openemi-carrier-'));
const remote = { inbox: new Map<string, Stored>(), outbox: new Map<string, Stored>() };
/** Renames that the server still has to break off the connection before, or after. */
let cutBefore = 0;
let cutAfter = 0;
const files: SharedFiles = {
  list: async (folder) => [...remote[folder].values()],
  read: async (folder, name) => remote[folder].get(name)?.bytes,
  async write(name, bytes) {
    remote.inbox.set(name, { name, bytes: Buffer.from(bytes), sizeBytes: bytes.length, at: new Date() });
    return true;
  },
  async rename(from, to) {
    if (cutBefore-- > 0) throw new Error('cut before');
    const found = remote.inbox.get(from);
    if (found !== undefined) remote.inbox.set(to, { ...found, name: to });
    const was = remote.inbox.delete(from);
    if (cutAfter-- > 0) throw new Error('cut after');
    return was;
  },
  remove: async (folder, name) => remote[folder].delete(name),
};

let sftp: Sftp;
let target: SftpTarget;
const key = (name: string): SshKey => ensureSshKey(join(root, `${name}.key`), name);

before(async () => {
  const directory = { keysOf: async () => [key('bank').publicKey], filesOf: () => files };
  sftp = openSftp({ hostKey: key('host').privateKey, directory, log: { info() {}, warn() {}, error() {} } });
  const port = await sftp.listen(0, '127.0.0.1');
  const blob = Buffer.from(key('host').publicKey.split(' ')[1]!, 'base64');
  const hostKeyFingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
  target = {
    host: '127.0.0.1',
    port,
    username: 'bank',
    privateKey: key('bank').privateKey,
    hostKeyFingerprint,
    inbox: '/inbox',
    outbox: '/outbox',
  };
});
after(async () => {
  await sftp.close();
  rmSync(root, { recursive: true, force: true });
});

/** A carrier and its folder; what was left by a round that was cut off is taken up at once. */
function carried(name: string) {
  const folder = new MessageFolder(join(root, name), -1);
  return { folder, carry: sftpCarrier(folder, target, 0) };
}

test('what waits goes up, and what lies there comes down', async () => {
  const { folder, carry } = carried('both');
  await folder.handOver('pacs.008-1', '<a/>');
  remote.outbox.set('news.xml', { name: 'news.xml', bytes: Buffer.from('<b/>'), sizeBytes: 4, at: new Date() });
  await carry();
  assert.deepEqual([...remote.inbox.keys()], ['pacs.008-1.xml']);
  assert.equal(remote.outbox.size, 0);
  assert.deepEqual(readdirSync(join(root, 'both', 'inbox')), ['news.xml']);
  assert.deepEqual(readdirSync(join(root, 'both', 'leaving')), []);
});

for (const moment of ['before', 'after'] as const) {
  test(`a round that is cut off ${moment} the renaming: the message is there once, and not sent again`, async () => {
    remote.inbox.clear();
    const { folder, carry } = carried(moment);
    await folder.handOver('pacs.008-2', '<a/>');
    if (moment === 'before') cutBefore = 1;
    else cutAfter = 1;
    await assert.rejects(carry());
    // The scheme takes what it finds whole.
    const taken = remote.inbox.delete('pacs.008-2.xml') ? 1 : 0;
    await carry();
    await carry();
    assert.equal(taken + [...remote.inbox.keys()].filter((name) => name === 'pacs.008-2.xml').length, 1);
    assert.deepEqual(readdirSync(join(root, moment, 'leaving')), []);
  });
}

test('a server with another key gets nothing', async () => {
  const folder = new MessageFolder(join(root, 'wary'));
  await folder.handOver('pacs.008-3', '<a/>');
  const carry = sftpCarrier(folder, { ...target, hostKeyFingerprint: 'SHA256:other' });
  await assert.rejects(carry());
  assert.deepEqual(readdirSync(join(root, 'wary', 'outbox')), ['pacs.008-3.xml']);
});
