import { getOrMake } from '../../kernel/collections.ts';
import type { BalanceRow, NumberedEvent, NumberedMovement } from './verify-store.ts';

/** One thing that is not as it must be, and the row that it is about. */
export interface Problem {
  readonly rule: string;
  readonly table: string;
  readonly row: string;
  readonly message: string;
}

export type Note = (problem: Problem) => void;

interface State {
  readonly row: BalanceRow;
  posted: bigint;
  held: bigint;
  version: bigint;
  /** Was once debited by force, so it may have stood below its floor. */
  forced: boolean;
  /** The versions that its events say came from holds. */
  readonly holdVersions: Set<bigint>;
}

/** One change of one balance: by a movement (with its delta), or else by a hold. */
interface Change {
  readonly version: bigint;
  readonly delta: bigint | null;
  readonly posted: bigint;
  readonly event: NumberedEvent | undefined;
}

/**
 * The books made anew from movements and events alone, block by block: each balance starts at nothing, each change must
 * be the next version and add up, each change of a holder's balance has its event, and no event is without its change.
 */
export class Rederivation {
  readonly #states: Map<string, State>;
  readonly #note: Note;

  constructor(balances: readonly BalanceRow[], note: Note) {
    this.#note = note;
    this.#states = new Map(
      balances.map((row) => [
        row.id,
        { row, posted: 0n, held: 0n, version: 0n, forced: false, holdVersions: new Set<bigint>() },
      ]),
    );
  }

  get size(): number {
    return this.#states.size;
  }

  /** What all balances sum to, per currency, by the rows of the balances themselves. */
  sums(): Record<string, string> {
    const sums = new Map<string, bigint>();
    for (const { row } of this.#states.values()) sums.set(row.currency, (sums.get(row.currency) ?? 0n) + row.posted);
    return Object.fromEntries([...sums].sort().map(([currency, sum]) => [currency, String(sum)]));
  }

  takeBlock(movements: readonly NumberedMovement[], events: readonly NumberedEvent[]): void {
    const updates = new Map<string, NumberedEvent>();
    for (const event of events) {
      if (event.action === 'BALANCE.UPDATE') updates.set(`${event.subject}|${event.version}`, event);
    }
    const changes = new Map<string, Change[]>();
    const change = (balance: string, version: bigint, posted: bigint, delta: bigint) => {
      const event = updates.get(`${balance}|${version}`);
      updates.delete(`${balance}|${version}`);
      getOrMake(changes, balance, () => [] as Change[]).push({ version, delta, posted, event });
    };
    for (const row of movements) {
      change(row.debit, row.debitVersion, row.debitPosted, -row.amountMinor);
      change(row.credit, row.creditVersion, row.creditPosted, row.amountMinor);
      const debited = this.#states.get(row.debit);
      if (row.forced && debited !== undefined) debited.forced = true;
    }
    // What is left was changed by holds: nothing moved.
    for (const event of updates.values()) {
      const { subject, version, posted } = event;
      getOrMake(changes, subject, () => [] as Change[]).push({
        version: version!,
        delta: null,
        posted: posted!,
        event,
      });
    }
    for (const [balance, found] of changes) this.#takeChanges(balance, found);
  }

  #takeChanges(balance: string, changes: Change[]): void {
    const state = this.#states.get(balance);
    if (state === undefined) {
      this.#problem('missing_row', balance, 'has changes but is not there');
      return;
    }
    changes.sort((one, other) => (one.version < other.version ? -1 : 1));
    for (const { version, delta, posted, event } of changes) {
      if (version !== state.version + 1n) {
        this.#problem('version', balance, `version ${version} follows version ${state.version}`);
      }
      state.version = version;
      state.posted += delta ?? 0n;
      if (state.posted !== posted) {
        this.#problem('balance', balance, `stood at ${state.posted} at version ${version}, not ${posted}`);
        state.posted = posted;
      }
      this.#takeEvent(state, delta, version, posted, event);
    }
  }

  #takeEvent(
    state: State,
    delta: bigint | null,
    version: bigint,
    posted: bigint,
    event: NumberedEvent | undefined,
  ): void {
    const { id, floor } = state.row;
    if (floor === null) {
      if (event !== undefined) this.#problem('event', id, `a house account has the event ${event.no}`);
      return;
    }
    if (event === undefined) {
      this.#problem('event', id, `the change to version ${version} has no event`);
      return;
    }
    if (event.posted !== posted) this.#problem('event', id, `event ${event.no} says ${event.posted}, not ${posted}`);
    if (delta === null) state.holdVersions.add(version);
    else if (event.held !== state.held) this.#problem('event', id, `event ${event.no} changes what is held`);
    state.held = event.held!;
    if (posted - state.held < floor && !state.forced) {
      this.#problem('floor', id, `stood below its floor at version ${version}`);
    }
  }

  /** The balances whose events tell of holds, or that hold something. */
  balancesWithHolds(): string[] {
    return [...this.#states.values()]
      .filter(({ row, holdVersions }) => holdVersions.size > 0 || row.held !== 0n || row.open !== 0n)
      .map(({ row }) => row.id);
  }

  /** Takes the hold rows: each is one change that the events know, and no event of a hold is without its row. */
  takeHolds(rows: readonly { balance: string; version: bigint }[]): void {
    for (const { balance, version } of rows) {
      const known = this.#states.get(balance)!.holdVersions.delete(version);
      if (!known) this.#problem('hold', balance, `the hold row of version ${version} has no event`);
    }
  }

  /** Compares what was derived with what the balances say. */
  finish(): void {
    for (const { row, posted, held, version, holdVersions } of this.#states.values()) {
      if (row.posted !== posted) this.#problem('balance', row.id, `is ${row.posted}, its movements sum to ${posted}`);
      if (row.version !== version) this.#problem('version', row.id, `is at version ${row.version}, not ${version}`);
      if (row.held !== row.open) this.#problem('hold', row.id, `holds ${row.held}, its holds leave ${row.open} open`);
      if (row.floor !== null && row.held !== held) {
        this.#problem('hold', row.id, `holds ${row.held}, its last event says ${held}`);
      }
      for (const missing of holdVersions) this.#problem('hold', row.id, `version ${missing} has no hold row`);
    }
    for (const [currency, sum] of Object.entries(this.sums())) {
      if (sum !== '0') this.#problem('sum', currency, `the books of ${currency} sum to ${sum}`);
    }
  }

  #problem(rule: string, row: string, message: string): void {
    this.#note({ rule, table: 'balances', row, message });
  }
}
