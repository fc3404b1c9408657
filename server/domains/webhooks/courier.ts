import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import { type Faults, isWebhookFault } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import {
  advanceReplay,
  handBack,
  keep,
  type Lease,
  type Outcome,
  type Replay,
  readDue,
  readReplay,
  record,
} from './delivery-store.ts';
import type { Feed, Item } from './feed.ts';
import type { Endpoint } from './model.ts';
import { guaranteedInFlight, inFlightLimit, standing, wants } from './rules.ts';
import type { Answer, Sender } from './sender.ts';
import { signatureHeaders } from './signature.ts';

/** An endpoint with its secrets opened. The secret before signs until its time is up. */
export interface Destination extends Endpoint {
  readonly secrets: readonly { readonly text: string; readonly until: Date | null }[];
}

/** What all couriers of a process share. */
export interface Depot {
  readonly database: Database;
  readonly feed: Feed;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'delivery'>;
  readonly faults: Faults;
  /** Attempts that may still be started beyond what every endpoint has for certain. */
  spareInFlight: number;
}

/** How long an endpoint stays with a server that is not heard of any more: so long nothing is delivered after a crash. */
export const leaseMilliseconds = 10_000;
const renewMilliseconds = 3_000;
/** With fewer than this waiting to be sent, more is read. */
const refillBelow = 128;
const dueLimit = 256;
/** While an endpoint is slow, how long it may take until retries that have become due are noticed. */
const lookMilliseconds = 250;
/** What is under way when the server stops gets this long; what is cut off is sent again by the next server. */
const stopMilliseconds = 2_000;

interface Job {
  readonly item: Item;
  readonly tries: number;
  /** It stands in the table of deliveries: a retry, or asked for again. */
  readonly stored: boolean;
}

/**
 * Serves one endpoint while its lease lasts and there is something to deliver. Nothing in it waits for another endpoint:
 * it has its own queue and its own share of connections.
 */
export class Courier {
  readonly #depot: Depot;
  readonly #lease: Lease;
  #destination: Destination;
  /** Number of the last event that was read from the feed. */
  #read: bigint;
  /** Events read and not yet recorded, in the order of their numbers: the position stays before the first of them. */
  readonly #open = new Set<bigint>();
  readonly #storedOpen = new Set<bigint>();
  #queue: Job[] = [];
  #outcomes: Outcome[] = [];
  #inFlight = 0;
  #averageMilliseconds = 0;
  #leaseUntil: Date;
  #stopped = false;
  #woken = true;
  #lookedAt = 0;
  #nudge: () => void = () => {};

  constructor(depot: Depot, lease: Lease, destination: Destination, position: bigint, leaseUntil: Date) {
    this.#depot = depot;
    this.#lease = lease;
    this.#destination = destination;
    this.#read = position;
    this.#leaseUntil = leaseUntil;
  }

  /** The endpoint may have been changed: what is sent from now on follows. */
  follow(destination: Destination): void {
    this.#destination = destination;
  }

  /** There may be new events. */
  wake(): void {
    this.#woken = true;
    this.#nudge();
  }

  /** Ends as soon as what is under way has been answered, or two seconds have gone. */
  stop(): void {
    this.#stopped = true;
    this.#nudge();
  }

  /** Delivers until there is nothing left to do, and gives the lease back. Throws `LeaseLost` or the database's error. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#fill();
      this.#launch();
      if (this.#outcomes.length > 0) await this.#record();
      else if (this.#inFlight > 0) await this.#pause(lookMilliseconds);
      else if (this.#queue.length === 0 && !this.#woken) break;
      await this.#renew();
    }
    const deadline = performance.now() + stopMilliseconds;
    while (this.#inFlight > 0 && performance.now() < deadline) await this.#pause(deadline - performance.now());
    if (this.#outcomes.length > 0) await this.#record();
    // What is cut off stands in the table from now on: otherwise everything answered after it would be sent again too.
    await handBack(this.#depot.database, this.#lease, this.#read, [...this.#open]);
  }

  /** Reads more to send: what is due for another attempt first, then new events. */
  async #fill(): Promise<void> {
    if (this.#queue.length >= refillBelow) return;
    const now = performance.now();
    if (!this.#woken && now - this.#lookedAt < lookMilliseconds) return;
    this.#woken = false;
    this.#lookedAt = now;
    const found = (await this.#fillDue()) + (await this.#fillNew());
    // Whatever was found, there may be more of it.
    if (found > 0) this.#woken = true;
  }

  async #fillDue(): Promise<number> {
    const { database, feed, clock } = this.#depot;
    const replay = await readReplay(database, this.#lease);
    if (replay !== undefined) await this.#replay(replay);
    const due = await readDue(database, this.#lease, clock.now(), [...this.#storedOpen], dueLimit);
    for (const { event, tries } of due) {
      const item = await feed.get(this.#lease.instance, event);
      if (item === undefined) throw new Error(`event ${event} is not there any more`);
      this.#storedOpen.add(event);
      this.#queue.push({ item, tries, stored: true });
    }
    return due.length;
  }

  async #fillNew(): Promise<number> {
    const items = await this.#depot.feed.after(this.#lease.instance, this.#read);
    for (const item of items) {
      this.#read = item.number;
      if (!wants(this.#destination, item)) continue;
      this.#open.add(item.number);
      this.#queue.push({ item, tries: 0, stored: false });
    }
    return items.length;
  }

  /** Takes the next piece of a replay. What is not new to the endpoint by then is left to its turn. */
  async #replay(replay: Replay): Promise<void> {
    const { database, feed } = this.#depot;
    const items = await feed.after(this.#lease.instance, replay.position);
    const piece = items.filter((item) => item.number <= replay.last && wants(this.#destination, item));
    await advanceReplay(database, this.#lease, replay, {
      events: piece.map((item) => item.number),
      position: items.at(-1)?.number ?? replay.last,
    });
    this.#woken = true;
  }

  /** Starts attempts while there are any to start and the endpoint's share allows it. */
  #launch(): void {
    while (this.#queue.length > 0 && !this.#stopped && this.#mayStart()) {
      if (this.#inFlight >= guaranteedInFlight) this.#depot.spareInFlight--;
      this.#inFlight++;
      void this.#attempt(this.#queue.shift()!);
    }
  }

  #mayStart(): boolean {
    if (this.#inFlight < guaranteedInFlight) return true;
    return this.#inFlight < inFlightLimit(this.#averageMilliseconds) && this.#depot.spareInFlight > 0;
  }

  async #attempt(job: Job): Promise<void> {
    const { sender, clock, faults } = this.#depot;
    const destination = this.#destination;
    const at = clock.now();
    const headers = { ...destination.headers, ...this.#signature(job, at) };
    const fault = await faults.take(this.#lease.instance, job.item.action, isWebhookFault);
    if (fault?.kind === 'reorder_webhook') await sleep(fault.delayMs);
    if (fault?.kind === 'duplicate_webhook') await sender.send(destination.url, headers, job.item.body);
    const answer = await sender.send(destination.url, headers, job.item.body);
    this.#inFlight--;
    if (this.#inFlight >= guaranteedInFlight) this.#depot.spareInFlight++;
    // A moving average over about ten answers.
    this.#averageMilliseconds += (answer.milliseconds - this.#averageMilliseconds) / 10;
    this.#outcomes.push(this.#outcome(job, at, answer));
    this.#launch();
    this.#nudge();
  }

  #signature({ item, tries }: Job, at: Date): Record<string, string> {
    const { apiKey, secrets } = this.#destination;
    const valid = secrets.filter(({ until }) => until === null || until > at).map(({ text }) => text);
    const { action, id, body } = item;
    return signatureHeaders({ apiKey, action, id, attempt: tries + 1, body, at }, valid);
  }

  #outcome({ item, tries, stored }: Job, at: Date, answer: Answer): Outcome {
    const follows = standing(answer.status, tries + 1, this.#depot.clock.now());
    const kind = follows.state === 'waiting' ? 'retry' : follows.state;
    this.#depot.metrics.delivery(kind, answer.milliseconds / 1000);
    return {
      stored,
      standing: follows,
      attempt: {
        id: newId(),
        endpoint: this.#lease.endpoint,
        event: item.number,
        action: item.action,
        attempt: tries + 1,
        state: follows.state,
        status: answer.status,
        error: answer.error,
        answer: answer.text,
        milliseconds: answer.milliseconds,
        at,
      },
    };
  }

  /** Records everything that was answered meanwhile, in one transaction. */
  async #record(): Promise<void> {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    for (const { attempt, stored } of outcomes) (stored ? this.#storedOpen : this.#open).delete(attempt.event);
    const until = this.#nextLease();
    await record(this.#depot.database, this.#lease, this.#position(), until, outcomes);
    this.#leaseUntil = until;
  }

  #position(): bigint {
    const first = this.#open.values().next().value;
    return first === undefined ? this.#read : first - 1n;
  }

  /** Keeps the lease while nothing is answered, and stores how far events were read that the endpoint does not want. */
  async #renew(): Promise<void> {
    const { clock, database } = this.#depot;
    const left = this.#leaseUntil.getTime() - clock.now().getTime();
    if (left > leaseMilliseconds - renewMilliseconds) return;
    const until = this.#nextLease();
    await keep(database, this.#lease, this.#position(), until);
    this.#leaseUntil = until;
  }

  #nextLease(): Date {
    return new Date(this.#depot.clock.now().getTime() + leaseMilliseconds);
  }

  /** Waits until something is answered, there may be new events, or the time is over. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#nudge = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
