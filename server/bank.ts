import { sandboxAdapters, unconnectedAdapters } from './adapters.ts';
import { openBackground } from './background.ts';
import { openConstraints } from './constraints.ts';
import { activeInstances } from './domains/instances/service.ts';
import { sharedFiles } from './domains/intake/service.ts';
import { tellExpiringKeys } from './domains/keys/jobs.ts';
import { openKeys, openKeyUse } from './domains/keys/service.ts';
import { openLedger } from './domains/ledger/engine.ts';
import { openSealLog } from './domains/ledger/jobs.ts';
import { openFaults } from './domains/simulations/service.ts';
import { startDeliveries } from './domains/webhooks/jobs.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Domain } from './kernel/domain.ts';
import { faultsPort, noFaults } from './kernel/faults.ts';
import type { ChoreContext } from './kernel/job.ts';
import type { Log } from './kernel/log.ts';
import type { Operation, Vault } from './kernel/operation.ts';
import { bind, type PortBinding, type UsePort } from './kernel/port.ts';
import type { Ledger } from './kernel/posting.ts';
import { sandboxReset } from './kernel/sandbox-reset.ts';
import { scenariosPort } from './kernel/scenarios.ts';
import { openPages } from './pages.ts';
import { registry } from './registry.ts';
import { openApi } from './runtime/api.ts';
import { openDoor } from './runtime/door.ts';
import { openHttp, type Serve } from './runtime/http.ts';
import { openOutcomes } from './runtime/idempotency.ts';
import { type Invoke, openInvoke } from './runtime/invoke.ts';
import { type Job, startJobs } from './runtime/jobs.ts';
import { openLog } from './runtime/log.ts';
import { openMetrics } from './runtime/metrics.ts';
import { type OpenDatabase, openDatabase } from './runtime/postgres.ts';
import { openReplays } from './runtime/replays.ts';
import { openRequestLog, type RequestLog } from './runtime/request-log.ts';
import { openRouter } from './runtime/router.ts';
import { withFaults } from './runtime/sabotage.ts';
import { schedule } from './runtime/schedule.ts';
import { openSftp, type Sftp } from './runtime/sftp.ts';
import { openVault } from './runtime/vault.ts';
import { openScenarios } from './scenarios.ts';
import { openSandboxReset } from './seed.ts';

export interface BankOptions {
  /** A migrated database. */
  readonly databaseUrl: string;
  readonly environment: 'sandbox' | 'production';
  /** Current first. */
  readonly masterKeys: readonly Buffer[];
  /** Real time; tests hold it still. */
  readonly clock?: Clock;
  /** Prefix of all API paths. */
  readonly rootPath?: string;
  readonly domains?: readonly Domain[];
  /** The adapters of third parties' ports; of two for one port the later counts. */
  readonly ports?: readonly PortBinding[];
  /** Where whoever runs the bank puts scenarios of their own. */
  readonly scenariosFolder?: string;
  /** A sandbox instance was retired and another took its place. */
  readonly sandboxChanged?: () => void;
  readonly log?: Log;
  /** Whether answers are checked against their schemas: in tests. */
  readonly checkAnswers?: boolean;
  /** Connections for requests; the posting engine has its own. */
  readonly connections?: number;
}

/** The whole bank in one process: production, tests, examples and benchmarks all open this one. */
export interface Bank {
  readonly database: OpenDatabase;
  readonly vault: Vault;
  readonly ledger: Ledger;
  readonly operations: readonly Operation[];
  readonly requestLog: RequestLog;
  readonly invoke: Invoke;
  readonly port: UsePort;
  /** Serves the API; answers its address with the root path. Port 0 takes any free one. */
  listen(port: number, host: string): Promise<string>;
  /** Serves the partners' folders by SFTP, under this host key; answers the port. Port 0 takes any free one. */
  listenSftp(port: number, host: string, hostKey: string): Promise<number>;
  /** From now on `/ready` says so, as long as the database answers. */
  markReady(): void;
  /** Brings everything that happens by itself to its end: jobs, deliveries, logs. */
  settle(): Promise<void>;
  /** Takes no more requests, finishes those in flight within `graceMs`, and lets go of everything. */
  close(graceMs?: number): Promise<void>;
}

export function openBank(options: BankOptions): Bank {
  const { environment, clock = systemClock, rootPath = '', domains = registry, checkAnswers = false } = options;
  const ports = [...(environment === 'sandbox' ? sandboxAdapters() : unconnectedAdapters()), ...(options.ports ?? [])];
  const log = options.log ?? openLog();
  const databases = openDatabases(options, log);
  const { database } = databases;
  const vault = openVault(options.masterKeys);
  const outcomes = openOutcomes(clock);
  const metrics = openMetrics();
  const events = new Map(domains.flatMap((domain) => domain.events).map((event) => [event.action, event]));
  const faults = environment === 'sandbox' ? openFaults(database) : noFaults;
  const common = { vault, environment, events, clock, log, metrics, faults };
  const deliveries = startDeliveries({ ...common, database: databases.deliveries });
  const committed = () => {
    deliveries.wake();
    background.runner.wake();
  };
  const ledger = openLedger({ ...common, database: databases.engine, outcomes, committed, schedule });
  const sandbox = environment === 'sandbox';
  const operations = domains.flatMap((domain) => domain.operations).filter((each) => sandbox || !each.sandboxOnly);
  const resets = openSandboxReset(vault, clock, () => options.sandboxChanged?.());
  const scenarios = openScenarios(operations, () => invoke, options.scenariosFolder);
  const own = [bind(faultsPort, faults), bind(sandboxReset, resets), bind(scenariosPort, scenarios)];
  const background = openBackground({ ...common, database, ledger, domains, ports: [...own, ...ports] });
  const { port, runner } = background;
  const requestLog = openRequestLog(database, log);
  const replays = openReplays(database, clock);
  const constraints = openConstraints(database);
  const asking = { port, schedule, scheduled: () => runner.wake() };
  const invoke = openInvoke({
    ...common,
    ...asking,
    operations,
    database,
    ledger,
    outcomes,
    checkAnswers,
    constraints,
  });
  const enter = openDoor({ ...common, findKey: openKeys(database, vault), noteUse: openKeyUse(database), replays });
  const disturbed = sandbox ? withFaults(invoke, faults) : invoke;
  const serve = openApi({
    route: openRouter(operations, rootPath),
    enter,
    invoke: disturbed,
    requestLog,
    metrics,
    log,
  });
  const listener = openListener({ serve, rootPath, domains, sandbox, database, metrics });
  const noteSeals = { name: 'note seals', everyMs: sealNoteMs, run: openSealLog(database, log) };
  const expiringKeys = tellExpiringKeys({ database, ledger, clock });
  const ownJobs = [sweep(database, [outcomes, replays]), noteSeals, expiringKeys];
  const jobs = startJobs([...ownJobs, ...background.chores], log);
  const sftp = openSftpDoor(background.context, log);
  return {
    database,
    vault,
    ledger,
    operations,
    requestLog,
    invoke,
    port,
    listen: listener.listen,
    listenSftp: sftp.listen,
    markReady: listener.markReady,
    async settle() {
      await jobs.settle();
      await runner.settle();
      await deliveries.settle();
      await requestLog.flush();
    },
    async close(graceMs = 5000) {
      await Promise.all([listener.close(graceMs), sftp.close()]);
      await runner.close();
      await ledger.drained();
      await noteSeals.run();
      await Promise.all([jobs.close(), deliveries.stop(), requestLog.close()]);
      await databases.close();
    },
  };
}

/** The SFTP server, where one is asked for. */
function openSftpDoor(context: ChoreContext, log: Log) {
  let sftp: Sftp | undefined;
  return {
    listen(port: number, host: string, hostKey: string): Promise<number> {
      sftp = openSftp({ hostKey, directory: sharedFiles(context), log });
      return sftp.listen(port, host);
    },
    close: async () => sftp?.close(),
  };
}

const engineConnections = 4;
const deliveryConnections = 4;

/** Three pools on one database: whoever waits in one of them does not keep the others waiting. */
function openDatabases({ databaseUrl, connections = 10 }: BankOptions, log: Log) {
  const onError = (err: Error) => log.warn({ err }, 'a database connection was lost');
  const database = openDatabase(databaseUrl, { max: connections, onError });
  const engine = openDatabase(databaseUrl, { max: engineConnections, engine: true, onError });
  const deliveries = openDatabase(databaseUrl, { max: deliveryConnections, onError });
  const close = async () => void (await Promise.all([database.close(), engine.close(), deliveries.close()]));
  return { database, engine, deliveries, close };
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
function openListener({ serve, rootPath, domains, sandbox, database, metrics }: ListenerOptions) {
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

const sweepMs = 10 * 60_000;
const sealNoteMs = 60_000;

/** Forgets what need not be kept any longer, one instance after the other. */
function sweep(
  database: OpenDatabase,
  parts: readonly { sweep(db: OpenDatabase, instance: string): Promise<void> }[],
): Job {
  return {
    name: 'sweep',
    everyMs: sweepMs,
    async run() {
      for (const instance of await activeInstances(database)) {
        for (const part of parts) await part.sweep(database, instance);
      }
    },
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
