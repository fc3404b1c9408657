import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import type { Faults } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import type { Context, Vault } from '../../kernel/operation.ts';
import { Courier, type Depot, leaseMilliseconds } from './courier.ts';
import { claim, LeaseLost, readTargets, type Target } from './delivery-store.ts';
import { type EventDefinitions, Feed } from './feed.ts';
import { openSender } from './sender.ts';
import { openDestination } from './service.ts';

export interface DeliveryDependencies {
  /** A pool of its own, so that deliveries do not take connections from requests. */
  readonly database: Database;
  readonly vault: Vault;
  readonly environment: Context['environment'];
  /** All events of the bank, by action. */
  readonly events: EventDefinitions;
  /** Says when retries are due, when leases end, and what time deliveries bear. */
  readonly clock: Clock;
  readonly log: Log;
  /** What a sandbox was told to do wrong. */
  readonly faults: Faults;
  readonly metrics: Pick<Metrics, 'delivery' | 'eventLag'>;
}

/** The running delivery of events. */
export interface Deliveries {
  /** There may be new events: called after commits in this process. Costs next to nothing. */
  wake(): void;
  /** Waits until everything up to now was delivered, given up, or waits for its next attempt. */
  settle(): Promise<void>;
  /** Stops, within about two seconds. What was not answered by then is sent again later. */
  stop(): Promise<void>;
}

/** Events that other processes wrote, retries, new and changed endpoints are noticed within this time. */
const lookMilliseconds = 500;
/** However often it is woken, it looks at most once in this time. */
const wakeMilliseconds = 20;
/** After a fault an endpoint rests for so long. */
const restMilliseconds = 1_000;
/** What slow endpoints of a process may have under way together, beyond the guaranteed share of each. */
const spareInFlight = 2_048;

interface Route {
  readonly courier: Courier;
  readonly ended: Promise<void>;
}

/**
 * Starts to deliver events to the endpoints of all instances. Any number of processes may run this on one database: each
 * endpoint is served by one at a time, which holds a lease on it while there is something to do.
 */
export function startDeliveries(dependencies: DeliveryDependencies): Deliveries {
  const round = new Round(dependencies);
  const timer = setInterval(() => void round.look(true), lookMilliseconds);
  let soon: NodeJS.Timeout | undefined;
  return {
    wake() {
      if (!round.wake() || soon !== undefined) return;
      soon = setTimeout(() => {
        soon = undefined;
        void round.look(false);
      }, wakeMilliseconds);
    },
    settle: () => round.settle(),
    async stop() {
      clearInterval(timer);
      clearTimeout(soon);
      await round.stop();
    },
  };
}

/** One process's part in the deliveries: looks which endpoints have something to do, and has a courier serve each. */
class Round {
  readonly #dependencies: DeliveryDependencies;
  readonly #depot: Depot;
  readonly #owner = newId();
  readonly #routes = new Map<string, Route>();
  readonly #restUntil = new Map<string, number>();
  #targets = 0;
  #looking: Promise<boolean> | undefined;
  #stopped = false;

  constructor(dependencies: DeliveryDependencies) {
    const { database, events, environment, clock, metrics, faults } = dependencies;
    this.#dependencies = dependencies;
    const feed = new Feed(database, events, environment);
    this.#depot = { database, feed, sender: openSender(environment), clock, metrics, faults, spareInFlight };
  }

  /** Tells the couriers; answers whether there is any endpoint to look at. */
  wake(): boolean {
    for (const { courier } of this.#routes.values()) courier.wake();
    return this.#targets > 0;
  }

  /** Looks once; a call while a look is under way gets that one's answer: whether anything is left to do. */
  look(timed: boolean): Promise<boolean> {
    if (this.#stopped) return Promise.resolve(false);
    this.#looking ??= this.#lookOnce(timed)
      .catch((error: unknown) => {
        this.#dependencies.log.error({ job: 'deliveries', err: error }, 'could not look for events to deliver');
        return true;
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async settle(): Promise<void> {
    await this.#looking;
    while (await this.look(false)) {
      const ended = [...this.#routes.values()].map((route) => route.ended);
      // Another process may hold a lease: then there is only the next look.
      await (ended.length > 0 ? Promise.race(ended) : new Promise((resolve) => setTimeout(resolve, wakeMilliseconds)));
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#looking;
    for (const { courier } of this.#routes.values()) courier.stop();
    await Promise.all([...this.#routes.values()].map((route) => route.ended));
    await this.#depot.sender.close();
  }

  async #lookOnce(timed: boolean): Promise<boolean> {
    const now = this.#depot.clock.now();
    const targets = await readTargets(this.#depot.database, now);
    this.#targets = targets.length;
    this.#followChanges(targets);
    const idle = targets.filter((target) => !this.#routes.has(target.id));
    const last = await this.#lastNumbers(idle);
    const busy = idle.filter((target) => target.due || target.position < (last.get(target.instance) ?? 0n));
    await Promise.all(busy.map((target) => this.#serve(target, now)));
    if (timed)
      await this.#reportLag(
        targets.filter((target) => !idle.includes(target) || busy.includes(target)),
        now,
      );
    return busy.length > 0 || this.#routes.size > 0;
  }

  /** Couriers under way take over what was changed; those whose endpoint is gone or switched off stop. */
  #followChanges(targets: readonly Target[]): void {
    const byId = new Map(targets.map((target) => [target.id, target]));
    for (const [id, { courier }] of this.#routes) {
      const target = byId.get(id);
      if (target === undefined) courier.stop();
      else courier.follow(openDestination(this.#dependencies.vault, target.instance, target));
    }
  }

  async #lastNumbers(targets: readonly Target[]): Promise<Map<string, bigint>> {
    const instances = [...new Set(targets.map((target) => target.instance))];
    const numbers = await Promise.all(instances.map((instance) => this.#depot.feed.last(instance)));
    return new Map(instances.map((instance, index) => [instance, numbers[index]!]));
  }

  async #serve(target: Target, now: Date): Promise<void> {
    if (target.leaseUntil !== null && target.leaseUntil > now) return;
    if ((this.#restUntil.get(target.id) ?? 0) > performance.now()) return;
    const lease = { instance: target.instance, endpoint: target.id, owner: this.#owner };
    const until = new Date(now.getTime() + leaseMilliseconds);
    const position = await claim(this.#depot.database, lease, until, now);
    if (position === undefined || this.#stopped) return;
    const destination = openDestination(this.#dependencies.vault, target.instance, target);
    const courier = new Courier(this.#depot, lease, destination, position, until);
    const ended = courier
      .run()
      .catch((error: unknown) => this.#failed(target, error))
      .finally(() => this.#routes.delete(target.id));
    this.#routes.set(target.id, { courier, ended });
  }

  #failed(target: Target, error: unknown): void {
    if (error instanceof LeaseLost) return;
    this.#restUntil.set(target.id, performance.now() + restMilliseconds);
    const { log } = this.#dependencies;
    log.error({ job: 'deliveries', instance: target.instance, webhook: target.id, err: error }, 'delivery stopped');
  }

  async #reportLag(behind: readonly Target[], now: Date): Promise<void> {
    const first = new Map<string, bigint>();
    for (const { instance, position } of behind) {
      const known = first.get(instance);
      if (known === undefined || position < known) first.set(instance, position);
    }
    const oldest = await Promise.all([...first].map(([instance, at]) => this.#depot.feed.momentAfter(instance, at)));
    const ages = oldest.map((at) => (at === undefined ? 0 : now.getTime() - at.getTime()));
    this.#dependencies.metrics.eventLag(Math.max(0, ...ages) / 1000);
  }
}
