import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../domains/keys/service.ts';
import type { Database } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';
import { scopes, type Vault } from '../kernel/operation.ts';
import { type SandboxInstance, seedInstance } from '../seed.ts';
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts';
import type { Target } from './signed-client.ts';

export interface WorldOptions {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly vault: Vault;
  readonly masterKeys: readonly Buffer[];
  /** Told what happens, a line each. */
  readonly say: (line: string) => void;
}

/** A server of the proof's own, which it may kill and start again on the same port. */
export interface Server {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** What the stories play in: servers and instances of their own on the user's database. */
export interface World {
  readonly database: Database;
  readonly vault: Vault;
  readonly say: (line: string) => void;
  /** Addresses of so many server processes, which all stories share. */
  servers(count: number): Promise<readonly string[]>;
  /** Starts a server process for one story alone; it ends with the world. */
  startServer(): Promise<Server>;
  /** Makes an instance that only this proof uses, and whose history stays. */
  newInstance(name: string): Promise<SandboxInstance>;
  /** Another key of an instance: one that gives the first answer to a request that comes twice. */
  guardedKey(instance: string): Promise<Omit<Target, 'url'>>;
  /** The instances made so far. */
  readonly instances: readonly { readonly id: string; readonly name: string }[];
  close(): Promise<void>;
}

const program = new URL('./server.ts', import.meta.url).pathname;

export function openWorld({ databaseUrl, database, vault, masterKeys, say }: WorldOptions): World {
  const data = mkdtempSync(join(tmpdir(), 'openemi-prove-'));
  const running = new Set<ServerProcess>();
  const instances: { id: string; name: string }[] = [];
  const startOn = async (port: number) => {
    const process = await startServerProcess(program, {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      OPENEMI_DATA: data,
      OPENEMI_MASTER_KEY: masterKeys.map((key) => key.toString('base64')).join(','),
    });
    running.add(process);
    return process;
  };
  const startServer = () => openServer(startOn, running);
  const shared: Promise<Server>[] = [];
  return {
    database,
    vault,
    say,
    instances,
    startServer,
    async servers(count) {
      while (shared.length < count) shared.push(startServer());
      return (await Promise.all(shared.slice(0, count))).map(({ url }) => url);
    },
    async newInstance(name) {
      const made = await seedInstance(database, vault, newId(), name, new Date());
      instances.push({ id: made.instance, name });
      return made;
    },
    async guardedKey(instance) {
      const [apiKey, secretKey] = [randomUUID(), randomBytes(32).toString('base64url')];
      const key = {
        instance,
        apiKey,
        label: 'Proof',
        scopes,
        secret: secretKey,
        replayGuard: true,
        createdAt: new Date(),
      };
      await database.transaction((tx) => createKey(tx, vault, key));
      return { apiKey, secretKey };
    },
    async close() {
      await Promise.all([...running].map((process) => process.end('SIGTERM')));
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts a server on a free port, which it keeps however often it is killed. */
async function openServer(
  startOn: (port: number) => Promise<ServerProcess>,
  running: Set<ServerProcess>,
): Promise<Server> {
  const port = await freePort();
  let process = await startOn(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      running.delete(process);
      await process.end('SIGKILL');
    },
    async start() {
      process = await startOn(port);
    },
  };
}
