import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, readConfig } from './runtime/config.ts';
import { startEmbedded } from './runtime/embedded/embedded.ts';
import { migrate } from './runtime/migrate.ts';
import { openDatabase } from './runtime/postgres.ts';
import { openVault } from './runtime/vault.ts';
import { writeSandboxFile } from './sandbox-file.ts';
import { allowPartnerKey } from './sandbox-sftp.ts';
import { type Sandbox, seedSandbox } from './seed.ts';
import { serve } from './serve.ts';
import { welcome } from './welcome.ts';
import { serveByWorkers, work } from './workers.ts';

interface Running {
  stop(): Promise<void>;
}

/** Brings up the database, the sandbox and the API, in this order. */
async function start(config: Config): Promise<Running> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataRoot: config.data, log: (line) => console.log(line) })
      : undefined;
  try {
    const databaseUrl = config.databaseUrl ?? embedded!.url;
    await migrate(databaseUrl);
    const sandbox = config.environment === 'sandbox' ? await seed(config, databaseUrl) : undefined;
    const served = await (config.processes === 1 ? serve : serveByWorkers)(config, databaseUrl);
    const { baseUrl, sftpPort } = served;
    if (sandbox !== undefined) {
      const sftp = { host: config.host, port: sftpPort };
      writeSandboxFile(config.data, { baseUrl, sandbox, sftp, databaseData: embedded?.data ?? null });
    }
    served.markReady();
    console.log(welcome(config, served, sandbox?.first));
    return {
      async stop() {
        await served.stop();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function seed(config: Config, databaseUrl: string): Promise<Sandbox> {
  const database = openDatabase(databaseUrl, { max: 1 });
  try {
    const sandbox = await seedSandbox(database, openVault(config.masterKeys), new Date());
    await allowPartnerKey(database, config.data, sandbox);
    return sandbox;
  } finally {
    await database.close();
  }
}

/** Stops once, whoever asks first, and ends with exit code 0. */
function stopOnSignal(running: Promise<Running>): void {
  let asked = false;
  const stop = () => {
    if (asked) return;
    asked = true;
    // A start that fails has its own ending.
    running.then(async ({ stop: end }) => {
      await end();
      process.exit(0);
    }, fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
}

/** Whoever configured something wrong gets one line that says what; everything else is shown whole. */
function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

function main(): void {
  try {
    const config = readConfig(process.env, fileURLToPath(new URL('..', import.meta.url)));
    const running: Promise<Running> = cluster.isPrimary ? start(config) : work(config);
    stopOnSignal(running);
    running.catch(fail);
  } catch (error) {
    fail(error);
  }
}

main();
