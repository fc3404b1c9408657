import { sandboxAdapters, unconnectedAdapters } from './adapters.ts';
import { openBackground } from './background.ts';
import type { BankOptions } from './bank.ts';
import { openLedger } from './domains/ledger/engine.ts';
import { openFaults } from './domains/simulations/service.ts';
import { startDeliveries } from './domains/webhooks/jobs.ts';
import { systemClock } from './kernel/clock.ts';
import { faultsPort, noFaults } from './kernel/faults.ts';
import type { Log } from './kernel/log.ts';
import { bind } from './kernel/port.ts';
import { sandboxReset } from './kernel/sandbox-reset.ts';
import { scenariosPort } from './kernel/scenarios.ts';
import { registry } from './registry.ts';
import { openOutcomes } from './runtime/idempotency.ts';
import type { Invoke } from './runtime/invoke.ts';
import { openLog } from './runtime/log.ts';
import { openMetrics } from './runtime/metrics.ts';
import { openDatabase } from './runtime/postgres.ts';
import { schedule } from './runtime/schedule.ts';
import { openVault } from './runtime/vault.ts';
import { openScenarios } from './scenarios.ts';
import { openSandboxReset } from './seed.ts';

/**
 * What stands behind the doors: the databases, the ledger, the deliveries, and what the domains do by themselves.
 * `invoke` comes later: stories call operations, and operations stand on all of this.
 */
export function openCore(options: BankOptions, invoke: () => Invoke) {
  const { environment, clock = systemClock, domains = registry } = options;
  const log = options.log ?? openLog();
  const databases = openDatabases(options, log);
  const { database } = databases;
  const vault = openVault(options.masterKeys);
  const outcomes = openOutcomes(clock);
  const events = new Map(domains.flatMap((domain) => domain.events).map((event) => [event.action, event]));
  const isSandbox = environment === 'sandbox';
  const faults = isSandbox ? openFaults(database) : noFaults;
  const common = { vault, environment, events, clock, log, metrics: openMetrics(), faults };
  const deliveries = startDeliveries({ ...common, database: databases.deliveries });
  const committed = () => {
    deliveries.wake();
    background.runner.wake();
  };
  const ledger = openLedger({ ...common, database: databases.engine, outcomes, committed, schedule });
  const operations = domains.flatMap((domain) => domain.operations).filter((each) => isSandbox || !each.sandboxOnly);
  const ports = [
    bind(faultsPort, faults),
    bind(
      sandboxReset,
      openSandboxReset(vault, clock, () => options.sandboxChanged?.()),
    ),
    bind(scenariosPort, openScenarios(operations, invoke, options.scenariosFolder)),
    ...(isSandbox ? sandboxAdapters() : unconnectedAdapters()),
    ...(options.ports ?? []),
  ];
  const background = openBackground({ ...common, database, ledger, domains, ports });
  return { ...common, databases, database, outcomes, deliveries, ledger, operations, background, domains, isSandbox };
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
