import { configuredAdapters } from './adapters.ts';
import { openBank } from './bank.ts';
import { type Config, ConfigError } from './runtime/config.ts';
import { openLog } from './runtime/log.ts';
import { refreshSandboxFile } from './sandbox-file.ts';
import { seedSandbox } from './seed.ts';

/** A bank that takes requests, in this process or in several. */
export interface Served {
  /** The address of the API with its root path. */
  readonly baseUrl: string;
  markReady(): void;
  stop(): Promise<void>;
}

/** Requests in flight get this long, so that all is over within the promised ten seconds. */
const graceMs = 6_000;

/** Opens the bank in this process and listens. */
export async function serve(config: Config, databaseUrl: string): Promise<Served> {
  const { environment, masterKeys, rootPath, port, host } = config;
  const log = openLog();
  const sandboxChanged = () =>
    void seedSandbox(bank.database, bank.vault, new Date()).then(
      (sandbox) => refreshSandboxFile(config.data, sandbox),
      (err) => log.error({ err }, 'sandbox.json could not be written'),
    );
  const bank = openBank({
    databaseUrl,
    environment,
    masterKeys,
    rootPath,
    ports: configuredAdapters(config),
    log,
    sandboxChanged,
  });
  try {
    const baseUrl = await bank.listen(port, host);
    return { baseUrl, markReady: () => bank.markReady(), stop: () => bank.close(graceMs) };
  } catch (error) {
    await bank.close(0);
    throw explain(error as NodeJS.ErrnoException, config);
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
