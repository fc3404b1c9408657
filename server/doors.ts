import { sharedFiles } from './domains/intake/service.ts';
import type { Domain } from './kernel/domain.ts';
import type { ChoreContext } from './kernel/job.ts';
import type { Log } from './kernel/log.ts';
import { openPages } from './pages.ts';
import { openHttp, type Serve } from './runtime/http.ts';
import type { OpenDatabase } from './runtime/postgres.ts';
import { openSftp, type Sftp } from './runtime/sftp.ts';

/** The SFTP server, where one is asked for. */
export function openSftpDoor(context: ChoreContext, log: Log) {
  let sftp: Sftp | undefined;
  return {
    listen(port: number, host: string, hostKey: string): Promise<number> {
      sftp = openSftp({ hostKey, directory: sharedFiles(context), log });
      return sftp.listen(port, host);
    },
    close: async () => sftp?.close(),
  };
}

interface ListenerOptions {
  readonly serve: Serve;
  readonly rootPath: string;
  readonly domains: readonly Domain[];
  readonly sandbox: boolean;
  readonly database: OpenDatabase;
  readonly metrics: Parameters<typeof openPages>[0]['metrics'];
}

/** The HTTP server with the API and the unsigned pages. */
export function openListener({ serve, rootPath, domains, sandbox, database, metrics }: ListenerOptions) {
  let baseUrl = '';
  let isReady = false;
  const ready = async () => isReady && (await answers(database));
  const http = openHttp({ serve, pages: openPages({ domains, sandbox, baseUrl: () => baseUrl, ready, metrics }) });
  return {
    async listen(port: number, host: string): Promise<string> {
      const address = host.includes(':') ? `[${host}]` : host;
      baseUrl = `http://${address}:${await http.listen(port, host)}${rootPath}`;
      return baseUrl;
    },
    markReady(): void {
      isReady = true;
    },
    close: http.close,
  };
}

async function answers(database: OpenDatabase): Promise<boolean> {
  try {
    await database.query('select 1');
    return true;
  } catch {
    return false;
  }
}
