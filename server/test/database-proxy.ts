import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** When a connection is cut: the commit is not passed on, just passed on, or done but its answer is not passed back. */
export type CutAt = 'before' | 'sent' | 'done';

/** Stands between a bank and its PostgreSQL's socket, and cuts connections of the posting engine. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  /** Cuts the connection over which the engine sends its next commit; answers once that has happened. */
  cutNextCommit(at: CutAt): Promise<void>;
  close(): Promise<void>;
}

const socketName = '.s.PGSQL.5432';

export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const address = new URL(url);
  const real = join(address.searchParams.get('host')!, socketName);
  const folder = mkdtempSync(join(tmpdir(), 'openemi-proxy-'));
  const open = new Set<Socket>();
  let armed: { at: CutAt; done: () => void } | undefined;

  const server = createServer((client) => {
    const database = connect(real);
    let isEngine = false;
    const cut = () => {
      armed?.done();
      armed = undefined;
      client.destroy();
    };
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        database.end();
      });
    }
    let cutting = false;
    client.on('data', (bytes) => {
      isEngine ||= bytes.includes('openemi engine');
      cutting = armed !== undefined && isEngine && bytes.includes('commit\0');
      if (cutting && armed!.at === 'before') return cut();
      database.write(bytes, () => {
        if (cutting && armed?.at === 'sent') cut();
      });
    });
    database.on('data', (bytes) => {
      if (cutting && armed?.at === 'done') cut();
      else client.write(bytes);
    });
  });
  server.listen(join(folder, socketName));
  await once(server, 'listening');
  address.searchParams.set('host', folder);
  return {
    url: address.href,
    cutNextCommit: (at) =>
      new Promise((done) => {
        armed = { at, done };
      }),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
