import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ssh2, { type AuthContext, type Connection, type PublicKeyAuthContext } from 'ssh2';
import type { Log } from '../kernel/log.ts';
import type { SharedFilesDirectory } from '../kernel/shared-folder.ts';
import { type Budget, serveSftp } from './sftp-session.ts';

export interface SftpOptions {
  /** The server's own key, in OpenSSH's form: what clients know it by. */
  readonly hostKey: string;
  readonly directory: SharedFilesDirectory;
  readonly log: Log;
}

export interface Sftp {
  /** Answers the port. Port 0 takes any free one. */
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

const maxConnections = 100;
const maxBufferedBytes = 256 * 1024 * 1024;
const maxAttempts = 6;
const entryMs = 20_000;
const idleMs = 10 * 60_000;
const closeMs = 2_000;

/**
 * An SFTP server: public keys only, no shell, no forwarding, no way to anything but the user's own files. Whoever is not
 * let in hears the same, whether the name or the key is wrong.
 */
export function openSftp({ hostKey, directory, log }: SftpOptions): Sftp {
  const connections = new Set<Connection>();
  const budget: Budget = { freeBytes: maxBufferedBytes };
  const algorithms = { serverHostKey: ['ssh-ed25519' as const] };
  const server = new ssh2.Server({ hostKeys: [hostKey], ident: 'OpenEMI', algorithms }, (connection) => {
    // A transfer is many small questions and answers: none of them waits for the next.
    (connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true);
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    welcome(connection, { directory, log, budget });
  });
  server.maxConnections = maxConnections;
  return {
    async listen(port, host) {
      const listening = once(server, 'listening');
      server.listen(port, host);
      await listening;
      return (server.address() as AddressInfo).port;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.end();
      // Nobody waits for clients that are gone without a word.
      await Promise.race([closed, pause(closeMs, undefined, { ref: false })]);
    },
  };
}

/** Lets a client in, and serves the one thing that it may ask for then. */
function welcome(
  connection: Connection,
  { directory, log, budget }: Omit<SftpOptions, 'hostKey'> & { readonly budget: Budget },
): void {
  let timer = setTimeout(() => connection.end(), entryMs).unref();
  const patience = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => connection.end(), ms).unref();
  };
  let attempts = 0;
  let userName = '';
  connection.on('authentication', (context) => {
    attempts += 1;
    if (attempts > maxAttempts) return void connection.end();
    isAllowed(context, directory).then(
      (allowed) => {
        if (!allowed) return context.reject(['publickey']);
        // Without a signature it is only asked whether the key would do.
        if (context.method === 'publickey' && context.signature !== undefined) userName = context.username;
        context.accept();
      },
      (err) => {
        log.error({ err }, 'an SFTP client could not be let in');
        context.reject(['publickey']);
      },
    );
  });
  connection.on('ready', () => {
    patience(idleMs);
    const files = directory.filesOf(userName);
    const failed = (err: unknown) => log.error({ err }, 'an SFTP request failed');
    const session = { files, budget, failed, active: () => patience(idleMs) };
    connection.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => {
        const letGo = serveSftp(acceptSftp(), session);
        connection.on('close', letGo);
      }),
    );
  });
  // Clients that break off are everyday.
  connection.on('error', () => {});
  connection.on('close', () => clearTimeout(timer));
}

/** A client first asks whether a key would do, and then proves that it has it. */
async function isAllowed(context: AuthContext, directory: SharedFilesDirectory): Promise<boolean> {
  if (context.method !== 'publickey') return false;
  for (const text of await directory.keysOf(context.username)) {
    const key = ssh2.utils.parseKey(text);
    if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) continue;
    return proves(context, key);
  }
  return false;
}

function proves({ blob, signature, hashAlgo }: PublicKeyAuthContext, key: ssh2.ParsedKey): boolean {
  return blob === undefined || signature === undefined || key.verify(blob, signature, hashAlgo) === true;
}
