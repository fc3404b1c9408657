import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuredAdapters } from './adapters.ts';
import { type Bank, openBank } from './bank.ts';
import { adoptModulusTable } from './kernel/uk-modulus.ts';
import { openRails } from './rails.ts';
import { type Config, ConfigError } from './runtime/config.ts';
import { openLog } from './runtime/log.ts';
import { ensureSshKey } from './runtime/ssh-key.ts';
import { refreshSandboxFile } from './sandbox-file.ts';
import { allowPartnerKey } from './sandbox-sftp.ts';
import { seedSandbox } from './seed.ts';

/** A bank that takes requests, in this process or in several. */
export interface Served {
  /** The address of the API with its root path. */
  readonly baseUrl: string;
  readonly sftpPort: number;
  markReady(): void;
  stop(): Promise<void>;
}

/** Requests in flight get this long, so that all is over within the promised ten seconds. */
const graceMs = 6_000;

/** Opens the bank in this process and listens. */
export async function serve(config: Config, databaseUrl: string): Promise<Served> {
  const { environment, masterKeys, rootPath, port, host } = config;
  const log = openLog();
  if (config.modulusTable !== undefined) adoptModulusTable(readFileSync(config.modulusTable, 'utf8'));
  const rails = openRails(config.rails, config.schemas);
  const sandboxChanged = () =>
    void renewSandbox(bank, config.data).catch((err) => log.error({ err }, 'sandbox.json could not be written'));
  const bank = openBank({
    databaseUrl,
    environment,
    masterKeys,
    rootPath,
    ports: [...configuredAdapters(config), ...rails.ports],
    log,
    sandboxChanged,
    scenariosFolder: join(config.data, 'scenarios'),
  });
  try {
    const baseUrl = await bank.listen(port, host);
    const sftpPort = await listenSftp(bank, config);
    const scheme = await rails.listen();
    const stop = async () => {
      scheme?.close();
      await bank.close(graceMs);
    };
    return { baseUrl, sftpPort, markReady: () => bank.markReady(), stop };
  } catch (error) {
    await bank.close(0);
    throw explain(error as NodeJS.ErrnoException, config);
  }
}

/** After a reset: another instance is the sandbox's partner, and comes with the same SSH key. */
async function renewSandbox({ database, vault }: Bank, data: string): Promise<void> {
  const sandbox = await seedSandbox(database, vault, new Date());
  await allowPartnerKey(database, data, sandbox);
  refreshSandboxFile(data, sandbox);
}

const usualSftpPort = 2222;

/** In the sandbox a port that nobody asked for gives way to another one; `sandbox.json` says which. */
async function listenSftp(bank: Bank, { data, environment, sftpPort, host }: Config): Promise<number> {
  const { privateKey } = ensureSshKey(join(data, 'sftp', 'host.key'), 'openemi');
  const listen = (port: number) => bank.listenSftp(port, host, privateKey);
  try {
    return await listen(sftpPort ?? usualSftpPort);
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (taken && sftpPort === undefined && environment === 'sandbox') return listen(0);
    const reason = taken ? 'is taken by another program' : `cannot be listened on: ${(error as Error).message}`;
    throw new ConfigError(`SFTP_PORT ${sftpPort ?? usualSftpPort} on ${host} ${reason}`);
  }
}

function explain(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(`PORT ${port} on ${host} is taken by another program`);
  if (error.code === 'EACCES') return new ConfigError(`PORT ${port} needs more rights than this user has`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigError(`HOST ${host} is not an address of this machine`);
  }
  return error;
}
