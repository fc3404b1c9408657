import { createRequire } from 'node:module';

/** The part of ssh2-sftp-client that the tests use; it has no types of its own. */
export interface SftpClient {
  list(path: string): Promise<{ readonly name: string; readonly size: number }[]>;
  stat(path: string): Promise<{ readonly isFile: boolean }>;
  exists(path: string): Promise<false | 'd' | '-' | 'l'>;
  get(path: string): Promise<Buffer>;
  put(contents: Buffer, path: string): Promise<unknown>;
  rename(from: string, to: string): Promise<unknown>;
  delete(path: string): Promise<unknown>;
  mkdir(path: string): Promise<unknown>;
  end(): Promise<unknown>;
}

interface Unconnected extends SftpClient {
  connect(options: object): Promise<unknown>;
  /** The connection below. */
  readonly client: { setNoDelay(on: boolean): void };
}

type Listeners = Readonly<Record<'error' | 'end' | 'close', () => void>>;
const Client: new (name: string, listeners: Listeners) => Unconnected = createRequire(import.meta.url)(
  'ssh2-sftp-client',
);

/** It tells of every connection that ends; nobody wants to know. */
const quiet: Listeners = { error() {}, end() {}, close() {} };

/** Connects to an SFTP server on this machine. */
export async function connectSftp(
  port: number,
  username: string,
  proof: { readonly privateKey: string } | { readonly password: string },
): Promise<SftpClient> {
  const client = new Client('test', quiet);
  await client.connect({ host: '127.0.0.1', port, username, ...proof });
  // Else each of its small requests waits for the answer to the one before.
  client.client.setNoDelay(true);
  return client;
}
