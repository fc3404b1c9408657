import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import ssh2, { type ParsedKey, type SFTPWrapper } from 'ssh2';
import type { SharedFile, SharedFiles } from '../kernel/shared-folder.ts';
import { connectSftp, type SftpClient } from '../test/sftp-client.ts';
import { openSftp, type Sftp } from './sftp.ts';
import { ensureSshKey, type SshKey } from './ssh-key.ts';

type Done<Value> = (error: Error | null | undefined, value: Value) => void;
type Stored = SharedFile & { readonly bytes: Buffer };

/** Two partners' files in memory, with room for eight files. */
function memoryFiles() {
  const inbox = new Map<string, Stored>();
  const outbox = new Map<string, Stored>();
  const folders = { inbox, outbox };
  const stored = (name: string, bytes: Buffer) => ({ name, bytes, sizeBytes: bytes.length, at: new Date() });
  const files: SharedFiles = {
    list: async (folder) => [...folders[folder].values()],
    read: async (folder, name) => folders[folder].get(name)?.bytes,
    async write(name, bytes) {
      if (inbox.size >= 8) return false;
      inbox.set(name, stored(name, Buffer.from(bytes)));
      return true;
    },
    async rename(from, to) {
      const found = inbox.get(from);
      if (found !== undefined) inbox.set(to, { ...found, name: to });
      return inbox.delete(from);
    },
    remove: async (folder, name) => folders[folder].delete(name),
  };
  outbox.set('answer.json', stored('answer.json', Buffer.from('{"answer":42}')));
  return { inbox, files };
}

const folder = mkdtempSync(join(tmpdir(), 'openemi-sftp-'));
const partners = new Map(['anna', 'boris'].map((name) => [name, { ...memoryFiles(), key: key(name) }]));
const anna = partners.get('anna')!;
const logged: unknown[] = [];
const log = { info() {}, warn() {}, error: (fields: unknown) => void logged.push(fields) };
let sftp: Sftp;
let port = 0;

function key(name: string): SshKey {
  return ensureSshKey(join(folder, `${name}.key`), name);
}

before(async () => {
  const directory = {
    keysOf: async (name: string) => (partners.has(name) ? [partners.get(name)!.key.publicKey] : []),
    filesOf: (name: string) => partners.get(name)!.files,
  };
  sftp = openSftp({ hostKey: key('host').privateKey, directory, log });
  port = await sftp.listen(0, '127.0.0.1');
});
after(async () => {
  await sftp.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(logged, []);
});

const connect = (username = 'anna', privateKey = key('anna').privateKey) => connectSftp(port, username, { privateKey });

async function withClient<T>(work: (client: SftpClient) => Promise<T>, username = 'anna'): Promise<T> {
  const client = await connect(username, key(username).privateKey);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('who is let in', () => {
  it('has the key of the name, and nothing less', async () => {
    await assert.rejects(connect('anna', key('boris').privateKey), /authentication methods failed/);
    await assert.rejects(connect('nobody', key('anna').privateKey), /authentication methods failed/);
    await assert.rejects(connectSftp(port, 'anna', { password: 'anna' }), /authentication methods failed/);
  });

  it('has signed with the key, and not only shown it', async () => {
    const thief = ssh2.utils.parseKey(key('boris').privateKey) as ParsedKey;
    class Forger extends ssh2.BaseAgent<string> {
      override getIdentities(done: (error: null, keys: string[]) => void): void {
        done(null, [anna.key.publicKey]);
      }
      override sign(
        _key: unknown,
        data: Buffer,
        _options: unknown,
        done?: (error: null, signature: Buffer) => void,
      ): void {
        done?.(null, thief.sign(data));
      }
    }
    const connection = new ssh2.Client();
    connection.connect({ host: '127.0.0.1', port, username: 'anna', agent: new Forger() });
    await assert.rejects(once(connection, 'ready'), /authentication methods failed/);
  });

  it('sees its own files only', async () => {
    await withClient((client) => client.put(Buffer.from('of anna'), '/inbox/own.pdf'));
    await withClient(async (client) => {
      assert.deepEqual(await client.list('/inbox'), []);
      await assert.rejects(client.get('/inbox/own.pdf'), /No such file/);
      await assert.rejects(client.get('../anna/inbox/own.pdf'), /No such file/);
    }, 'boris');
  });
});

describe('files', () => {
  it('are uploaded whole, listed, renamed, read back and taken away', () =>
    withClient(async (client) => {
      const bytes = randomBytes(1_500_000);
      await client.put(bytes, '/inbox/scan.pdf.part');
      await client.rename('/inbox/scan.pdf.part', '/inbox/scan.pdf');
      assert.deepEqual(await client.get('/inbox/scan.pdf'), bytes);
      const listed = (await client.list('/inbox')).find(({ name }) => name === 'scan.pdf');
      assert.equal(listed?.size, bytes.length);
      assert.equal((await client.stat('/inbox/scan.pdf')).isFile, true);
      assert.equal(await client.exists('/inbox'), 'd');
      await client.delete('/inbox/scan.pdf');
      assert.equal(await client.exists('/inbox/scan.pdf'), false);
    }));

  it('of the outbox are read, and never written', () =>
    withClient(async (client) => {
      assert.equal(String(await client.get('/outbox/answer.json')), '{"answer":42}');
      await assert.rejects(client.put(Buffer.from('x'), '/outbox/answer.json'), /into \/inbox/);
      await assert.rejects(client.rename('/outbox/answer.json', '/inbox/answer.json'), /Permission denied/);
    }));

  it('cannot be named outside of the two folders', () =>
    withClient(async (client) => {
      for (const path of ['/x', '/inbox/../x', '/inbox/a/b', '/inbox/.hidden', '/inbox/a\\..\\b', '/etc/passwd']) {
        await assert.rejects(client.put(Buffer.from('x'), path), /\/inbox/, path);
      }
      await assert.rejects(client.mkdir('/inbox/folder'), /only inbox and outbox/);
      await assert.rejects(client.list('/etc'), /No such file/);
    }));

  it('are not there before they are closed, and never when the client is cut off', async () => {
    const connection = new ssh2.Client();
    connection.connect({ host: '127.0.0.1', port, username: 'anna', privateKey: key('anna').privateKey });
    await once(connection, 'ready');
    const raw = await promisify(connection.sftp.bind(connection) as (done: Done<SFTPWrapper>) => void)();
    const handle = await promisify<Buffer>((done: Done<Buffer>) => raw.open('/inbox/half.pdf', 'w', done))();
    await promisify<void>((done) => raw.write(handle, Buffer.from('half of it'), 0, 10, 0, done))();
    assert.equal(anna.inbox.has('half.pdf'), false);
    const closed = once(connection, 'close');
    connection.destroy();
    await closed;
    await withClient((client) => client.list('/inbox'));
    assert.equal(anna.inbox.has('half.pdf'), false);
  });

  it('that are larger than 10 MiB, or for which there is no room, are refused', () =>
    withClient(async (client) => {
      await assert.rejects(client.put(Buffer.alloc(10 * 1024 * 1024 + 1), '/inbox/large.pdf'), /larger than 10 MiB/);
      assert.equal(anna.inbox.has('large.pdf'), false);
      await client.put(Buffer.alloc(10 * 1024 * 1024), '/inbox/just-right.pdf');
      for (let at = anna.inbox.size; at < 8; at += 1) await client.put(Buffer.from('x'), `/inbox/${at}.pdf`);
      await assert.rejects(client.put(Buffer.from('x'), '/inbox/one-more.pdf'), /No room/);
      for (const name of [...anna.inbox.keys()]) await client.delete(`/inbox/${name}`);
    }));
});

describe('the keys', () => {
  it('are made once, for the own user only', () => {
    const file = join(folder, 'fresh.key');
    const made = ensureSshKey(file, 'fresh');
    assert.deepEqual(ensureSshKey(file, 'fresh'), made);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match(made.publicKey, /^ssh-ed25519 /);
  });
});

// Where OpenSSH is installed, its own client has to agree.
if (existsSync('/usr/bin/sftp')) {
  it('OpenSSH uploads, lists, downloads, and gets no shell', async () => {
    writeFileSync(join(folder, 'form.json'), '{"products":["pos"]}');
    const known = key('host').publicKey.split(' ').slice(0, 2).join(' ');
    writeFileSync(join(folder, 'known_hosts'), `[127.0.0.1]:${port} ${known}\n`);
    const options = ['-F', '/dev/null', '-i', join(folder, 'anna.key'), '-o', 'StrictHostKeyChecking=yes'];
    const hosts = [
      '-o',
      `UserKnownHostsFile=${join(folder, 'known_hosts')}`,
      '-o',
      'IdentitiesOnly=yes',
      '-o',
      'BatchMode=yes',
    ];
    const batch = join(folder, 'batch');
    const commands = [
      'put -p form.json inbox/form.json',
      'ls -l inbox',
      'get outbox/answer.json answer.json',
      'rename inbox/form.json inbox/done.json',
    ];
    writeFileSync(batch, `lcd ${folder}\n${commands.join('\n')}\n`);
    const run = promisify(execFile);
    const { stdout } = await run('sftp', [...options, ...hosts, '-P', String(port), '-b', batch, 'anna@127.0.0.1']);
    assert.match(stdout, /form\.json/);
    assert.equal(readFileSync(join(folder, 'answer.json'), 'utf8'), '{"answer":42}');
    assert.equal(String(anna.inbox.get('done.json')?.bytes), '{"products":["pos"]}');
    const shell = run('ssh', [...options, ...hosts, '-p', String(port), 'anna@127.0.0.1', 'id']);
    await assert.rejects(shell, /exec request failed/);
  });
}
