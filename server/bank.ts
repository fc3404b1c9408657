import { openConstraints } from './constraints.ts';
import { openCore } from './core.ts';
import { activeInstances } from './domains/instances/service.ts';
import { tellExpiringKeys } from './domains/keys/jobs.ts';
import { openKeys, openKeyUse } from './domains/keys/service.ts';
import { openSealLog } from './domains/ledger/jobs.ts';
import { openListener, openSftpDoor } from './doors.ts';
import type { Clock } from './kernel/clock.ts';
import type { Domain } from './kernel/domain.ts';
import type { Log } from './kernel/log.ts';
import type { Operation, Vault } from './kernel/operation.ts';
import type { PortBinding, UsePort } from './kernel/port.ts';
import type { Ledger } from './kernel/posting.ts';
import { openApi } from './runtime/api.ts';
import { openDoor } from './runtime/door.ts';
import { type Invoke, openInvoke } from './runtime/invoke.ts';
import { type Job, startJobs } from './runtime/jobs.ts';
import type { OpenDatabase } from './runtime/postgres.ts';
import { openReplays } from './runtime/replays.ts';
import { openRequestLog, type RequestLog } from './runtime/request-log.ts';
import { openRouter } from './runtime/router.ts';
import { withFaults } from './runtime/sabotage.ts';
import { schedule } from './runtime/schedule.ts';

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
  const core = openCore(options, () => invoke);
  const { database, vault, ledger, operations, log, clock, outcomes, background, deliveries } = core;
  const { port, runner } = background;
  const requestLog = openRequestLog(database, log);
  const replays = openReplays(database, clock);
  const invoke = openInvoke({
    ...core,
    port,
    schedule,
    scheduled: () => runner.wake(),
    checkAnswers: options.checkAnswers ?? false,
    constraints: openConstraints(database),
  });
  const listener = openApiDoor(core, { invoke, requestLog, replays, rootPath: options.rootPath ?? '' });
  const noteSeals = { name: 'note seals', everyMs: sealNoteMs, run: openSealLog(database, log) };
  const ownJobs = [sweep(database, [outcomes, replays]), noteSeals, tellExpiringKeys({ database, ledger, clock })];
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
      await core.databases.close();
    },
  };
}

interface ApiDoorOptions {
  readonly invoke: Invoke;
  readonly requestLog: RequestLog;
  readonly replays: ReturnType<typeof openReplays>;
  readonly rootPath: string;
}

/** The signed door with the API behind it, and the unsigned pages beside it. */
function openApiDoor(core: ReturnType<typeof openCore>, { invoke, requestLog, replays, rootPath }: ApiDoorOptions) {
  const { database, vault, operations, faults, isSandbox: sandbox, domains, metrics } = core;
  const findKey = openKeys(database, vault);
  const serve = openApi({
    ...core,
    route: openRouter(operations, rootPath),
    enter: openDoor({ ...core, findKey, noteUse: openKeyUse(database), replays }),
    invoke: sandbox ? withFaults(invoke, faults) : invoke,
    requestLog,
  });
  return openListener({ serve, rootPath, domains, sandbox, database, metrics });
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
