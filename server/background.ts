import type { Clock } from './kernel/clock.ts';
import { clockMover } from './kernel/clock-mover.ts';
import type { Domain } from './kernel/domain.ts';
import type { ChoreContext } from './kernel/job.ts';
import type { Log } from './kernel/log.ts';
import type { Vault } from './kernel/operation.ts';
import { bind, type PortBinding, portsOf, type UsePort } from './kernel/port.ts';
import type { Ledger } from './kernel/posting.ts';
import { openClockMover } from './runtime/clock-mover.ts';
import type { Job } from './runtime/jobs.ts';
import type { OpenDatabase } from './runtime/postgres.ts';
import { openRunner, type Runner } from './runtime/runner.ts';
import { schedule } from './runtime/schedule.ts';
import { openPost, openTransact } from './runtime/transact.ts';

interface BackgroundOptions {
  readonly database: OpenDatabase;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly environment: 'sandbox' | 'production';
  readonly clock: Clock;
  readonly log: Log;
  readonly domains: readonly Domain[];
  readonly ports: readonly PortBinding[];
}

/** What the bank does by itself. */
interface Background {
  readonly context: ChoreContext;
  readonly runner: Runner;
  readonly chores: readonly Job[];
  readonly port: UsePort;
}

/** Opens what the domains do without being asked: their jobs, when those are due, and their chores. */
export function openBackground(options: BackgroundOptions): Background {
  const { database, ledger, domains, clock } = options;
  const port: UsePort = (name) => ports(name);
  const context: ChoreContext = {
    environment: options.environment,
    vault: options.vault,
    db: database,
    log: options.log,
    clock,
    port,
    nowOf: (instance) => ledger.now(database, instance),
    transact: openTransact({ database, ledger, schedule, scheduled: () => runner.wake() }),
    post: openPost({ ledger }),
  };
  const jobs = domains.flatMap((domain) => domain.jobs ?? []);
  const runner = openRunner({ context, jobs, clocks: () => ledger.clocks(database) });
  const ports = portsOf([...options.ports, bind(clockMover, openClockMover({ database, ledger, runner, clock }))]);
  const chores = domains
    .flatMap((domain) => domain.chores ?? [])
    .map(({ name, everyMs, run }) => ({ name, everyMs, run: () => run(context) }));
  return { context, runner, chores, port };
}
