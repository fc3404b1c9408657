import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import ssh2, { type Client, type SFTPWrapper } from 'ssh2';
import type { MessageFolder } from './folder.ts';

/** The scheme's SFTP server, and our place on it. */
export interface SftpTarget {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** In OpenSSH's form. */
  readonly privateKey: string;
  /** The server's key as `ssh-keygen -l` prints it, `SHA256:…`: no other server gets anything. */
  readonly hostKeyFingerprint: string;
  /** Where our messages go, and where those for us lie. */
  readonly inbox: string;
  readonly outbox: string;
}

/** A file that is not whole has another ending: it is renamed when it is. */
const unfinished = '.part';

/**
 * Carries messages between the folder and the server, at most once in `everyMs`: what waits in the outbox goes up, what
 * lies on the server comes down and is removed there. A message goes up once, wherever a round is cut off; one that
 * comes down may come twice, and is then booked once, as every message.
 */
export function sftpCarrier(folder: MessageFolder, target: SftpTarget, everyMs = 30_000): () => Promise<void> {
  let dueAt = 0;
  return async () => {
    if (performance.now() < dueAt) return;
    dueAt = performance.now() + everyMs;
    const client = new ssh2.Client();
    try {
      const files = filesOf(await connect(client, target));
      await goUp(folder, files, target.inbox);
      await comeDown(folder, files, target.outbox);
    } finally {
      client.end();
    }
  };
}

const connectWithinMs = 20_000;

function connect(client: Client, target: SftpTarget): Promise<SFTPWrapper> {
  const { host, port, username, privateKey, hostKeyFingerprint } = target;
  return new Promise((resolve, reject) => {
    client
      .on('error', reject)
      .on('close', () => reject(new Error('the SFTP server closed the connection')))
      .on('ready', () => client.sftp((error, sftp) => (error === undefined ? resolve(sftp) : reject(error))))
      .connect({
        host,
        port,
        username,
        privateKey,
        readyTimeout: connectWithinMs,
        hostVerifier: (key: Buffer) => fingerprint(key) === hostKeyFingerprint,
      });
  });
}

function fingerprint(key: Buffer): string {
  return `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`;
}

function filesOf(sftp: SFTPWrapper) {
  const readdir = promisify(sftp.readdir.bind(sftp));
  return {
    read: promisify<string, Buffer>(sftp.readFile.bind(sftp)),
    write: promisify<string, Buffer, void>(sftp.writeFile.bind(sftp)),
    rename: promisify<string, string, void>(sftp.rename.bind(sftp)),
    remove: promisify<string, void>(sftp.unlink.bind(sftp)),
    list: async (path: string) => (await readdir(path)).map(({ filename }) => filename),
  };
}

type RemoteFiles = ReturnType<typeof filesOf>;

async function goUp(folder: MessageFolder, files: RemoteFiles, inbox: string): Promise<void> {
  for await (const leaving of folder.leaving()) {
    const path = `${inbox}/${leaving.name}`;
    if (leaving.isOffered) {
      // It had been written whole, and the round ended around its renaming: what is still there was not renamed.
      if ((await files.list(inbox)).includes(`${leaving.name}${unfinished}`))
        await files.rename(path + unfinished, path);
    } else {
      await files.write(path + unfinished, leaving.bytes);
      await folder.offered(leaving.name);
      await files.rename(path + unfinished, path);
    }
    await folder.left(leaving.name);
  }
}

async function comeDown(folder: MessageFolder, files: RemoteFiles, outbox: string): Promise<void> {
  for (const name of (await files.list(outbox)).sort()) {
    if (name.startsWith('.') || name.endsWith(unfinished)) continue;
    await folder.deliver(name, await files.read(`${outbox}/${name}`));
    await files.remove(`${outbox}/${name}`);
  }
}
