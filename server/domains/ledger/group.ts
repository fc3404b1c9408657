import { getOrMake } from '../../kernel/collections.ts';
import type { EventDraft } from '../../kernel/event.ts';
import type {
  BalanceFact,
  BalanceRef,
  CounterDraft,
  Facts,
  GateFact,
  HoldDraft,
  HoldEndDraft,
  HoldFact,
  MovementDraft,
  Posting,
  StatusDraft,
  TransactionDraft,
  TransactionFact,
} from '../../kernel/posting.ts';
import type { LockedBalance } from './engine-store.ts';
import type { BalanceState, Batch, MovementRow, NewEvent, TransactionRow } from './model.ts';

/** What a group's locks and reads gave. */
export interface Gathered {
  readonly now: Date;
  readonly balances: readonly LockedBalance[];
  readonly gates: readonly GateFact[];
  readonly holds: readonly HoldFact[];
  readonly transactions: readonly TransactionFact[];
}

/** A posting that the books cannot take: a mistake of the operation's `decide`, never the caller's. */
export class PostingFault extends Error {}

interface Changed {
  balances: Map<string, BalanceState>;
  holds: Map<string, HoldFact>;
  transactions: Map<string, TransactionFact>;
}

/** The rows of one instance, as they gather. */
type Rows = { -readonly [Table in keyof Omit<Batch, 'balances'>]: Batch[Table][number][] };

const noRows = (): Rows => ({
  movements: [],
  holds: [],
  holdEnds: [],
  transactions: [],
  updates: [],
  events: [],
  records: [],
  jobs: [],
});

/**
 * The books while one group decides: every work sees what the ones before it did. Pure: it holds what the locks gave
 * and collects the rows to write; a posting is taken whole or, with a PostingFault, not at all.
 */
export class Books implements Facts {
  readonly now: Date;
  readonly #balances = new Map<string, BalanceState>();
  readonly #gates = new Map<string, GateFact>();
  readonly #holds = new Map<string, HoldFact>();
  readonly #transactions = new Map<string, TransactionFact>();
  readonly #rows = new Map<string, Rows>();

  constructor(gathered: Gathered) {
    this.now = gathered.now;
    for (const { fact, version } of gathered.balances) {
      this.#balances.set(fact.id, { fact, seenVersion: version, seenPosted: fact.postedMinor, version });
    }
    for (const gate of gathered.gates) this.#gates.set(gate.id, gate);
    for (const hold of gathered.holds) this.#holds.set(hold.id, hold);
    for (const found of gathered.transactions) this.#transactions.set(found.id, found);
  }

  balance(ref: BalanceRef): BalanceFact | undefined {
    const fact = this.#balances.get(ref.id)?.fact;
    return fact?.instance === ref.instance ? fact : undefined;
  }

  gate(ref: BalanceRef): GateFact | undefined {
    const gate = this.#gates.get(ref.id);
    return gate?.instance === ref.instance ? gate : undefined;
  }

  hold(ref: BalanceRef): HoldFact | undefined {
    const hold = this.#holds.get(ref.id);
    return hold?.instance === ref.instance ? hold : undefined;
  }

  transaction(ref: BalanceRef): TransactionFact | undefined {
    const found = this.#transactions.get(ref.id);
    return found?.instance === ref.instance ? found : undefined;
  }

  /** Takes a posting: checks it whole, then makes it what the next work sees. */
  apply(posting: Posting, caller: string, requestId: string): void {
    const changed: Changed = { balances: new Map(), holds: new Map(), transactions: new Map() };
    const rows = new Map<string, Rows>();
    const rowsOf = (instance: string) => getOrMake(rows, instance, noRows);
    // What a hold sets free may be moved in the same posting.
    for (const end of posting.holdEnds ?? []) this.#end(changed, rowsOf(end.instance), end);
    for (const movement of posting.movements) this.#move(changed, rowsOf(movement.instance), movement);
    for (const hold of posting.holds ?? []) this.#place(changed, rowsOf(hold.instance), hold);
    for (const counter of posting.counters ?? []) this.#count(changed, counter);
    for (const draft of posting.transactions) {
      const { fact, version } = this.#state(changed, { instance: draft.instance, id: draft.balance });
      const after = lastSide(rowsOf(draft.instance).movements, draft.id, fact, version);
      rowsOf(draft.instance).transactions.push({ ...draft, ...after, caller, requestId, eventIndex: -1 });
      changed.transactions.set(draft.id, factOf(draft, this.now));
    }
    for (const update of posting.updates ?? []) this.#update(changed, rowsOf(update.instance), update);
    for (const event of posting.events ?? []) rowsOf(event.instance).events.push(newEvent(event));
    for (const record of posting.records ?? []) rowsOf(record.instance).records.push(record);
    for (const job of posting.jobs ?? []) rowsOf(job.instance).jobs.push(job);
    for (const [ref, state] of changed.balances) this.#balances.set(ref, state);
    for (const [ref, hold] of changed.holds) this.#holds.set(ref, hold);
    for (const [ref, found] of changed.transactions) this.#transactions.set(ref, found);
    for (const [instance, found] of rows) this.#collect(instance, found);
  }

  /** The instances that have rows to write, in order. */
  get instances(): string[] {
    return [...this.#rows.keys()].sort();
  }

  /**
   * Hands over what is to be written for one instance; its deltas are asserted to be zero in every currency. What the
   * next works do is written after it, and finds the balances as this leaves them.
   */
  take(instance: string): Batch {
    const balances = [...this.#balances.values()].filter(
      (state) => state.fact.instance === instance && (state.version !== state.seenVersion || state.counted === true),
    );
    assertZero(balances);
    for (const { fact, version } of balances) {
      this.#balances.set(fact.id, { fact, seenVersion: version, seenPosted: fact.postedMinor, version });
    }
    const rows = this.#rows.get(instance)!;
    this.#rows.delete(instance);
    return { ...rows, balances };
  }

  #state(changed: Changed, ref: BalanceRef): BalanceState {
    const state = changed.balances.get(ref.id) ?? this.#balances.get(ref.id);
    if (state?.fact.instance !== ref.instance) throw new PostingFault(`balance ${ref.id} was not named in the plan`);
    return state;
  }

  /** The next version of a balance. Below its floor it may go only by force, and then the shortfall is kept. */
  #change(changed: Changed, ref: BalanceRef, postedDelta: bigint, heldDelta: bigint, forced: boolean): BalanceState {
    const before = this.#state(changed, ref);
    const { fact } = before;
    const postedMinor = fact.postedMinor + postedDelta;
    const heldMinor = fact.heldMinor + heldDelta;
    let forcedMinor = 0n;
    if (fact.floorMinor !== null) {
      const shortfall = fact.floorMinor - (postedMinor - heldMinor);
      const covered = shortfall > 0n ? shortfall : 0n;
      if (covered > fact.forcedMinor && !forced) throw new PostingFault(`balance ${ref.id} would pass its floor`);
      forcedMinor = covered;
    }
    const after = { ...fact, postedMinor, heldMinor, forcedMinor };
    const state = { ...before, fact: after, version: before.version + 1n };
    changed.balances.set(ref.id, state);
    return state;
  }

  #move(changed: Changed, rows: Rows, movement: MovementDraft): void {
    const { instance, amountMinor, currency, forced = false } = movement;
    if (amountMinor <= 0n) throw new PostingFault('a movement is more than zero');
    if (movement.debit === movement.credit) throw new PostingFault('a movement has two balances');
    const debit = this.#change(changed, { instance, id: movement.debit }, -amountMinor, 0n, forced);
    const credit = this.#change(changed, { instance, id: movement.credit }, amountMinor, 0n, true);
    if (debit.fact.currency !== currency || credit.fact.currency !== currency) {
      throw new PostingFault('a movement has one currency');
    }
    rows.movements.push({
      ...movement,
      debitVersion: debit.version,
      debitPosted: debit.fact.postedMinor,
      creditVersion: credit.version,
      creditPosted: credit.fact.postedMinor,
    });
    noteBalance(rows, debit, movement.debitTransaction);
    noteBalance(rows, credit, movement.creditTransaction);
  }

  #place(changed: Changed, rows: Rows, hold: HoldDraft): void {
    const { instance, id, balance, transaction, amountMinor } = hold;
    if (amountMinor <= 0n) throw new PostingFault('a hold is more than zero');
    const state = this.#change(changed, { instance, id: balance }, 0n, amountMinor, false);
    changed.holds.set(id, { instance, id, balance, transaction, openMinor: amountMinor });
    rows.holds.push({ id, balance, transaction, amountMinor, version: state.version });
    noteBalance(rows, state, transaction);
  }

  #end(changed: Changed, rows: Rows, end: HoldEndDraft): void {
    const ref = { instance: end.instance, id: end.hold };
    const hold = changed.holds.get(ref.id) ?? this.#holds.get(ref.id);
    if (hold?.instance !== ref.instance) throw new PostingFault(`hold ${end.hold} was not named in the plan`);
    if (end.amountMinor <= 0n || end.amountMinor > hold.openMinor) {
      throw new PostingFault('a hold ends by what is open of it');
    }
    const state = this.#change(changed, { instance: end.instance, id: hold.balance }, 0n, -end.amountMinor, true);
    const openAfter = hold.openMinor - end.amountMinor;
    changed.holds.set(ref.id, { ...hold, openMinor: openAfter });
    rows.holdEnds.push({ ...end, version: state.version, openAfter });
    noteBalance(rows, state, hold.transaction);
  }

  #count(changed: Changed, { instance, id, name, counter }: CounterDraft): void {
    const state = this.#state(changed, { instance, id });
    const counters = { ...state.fact.counters, [name]: counter };
    changed.balances.set(id, { ...state, fact: { ...state.fact, counters }, counted: true });
  }

  /** The next status of a transaction, whose balance has to be locked: nobody else can be changing it. */
  #update(changed: Changed, rows: Rows, update: StatusDraft): void {
    const before = changed.transactions.get(update.transaction) ?? this.#transactions.get(update.transaction);
    if (before?.instance !== update.instance) {
      throw new PostingFault(`transaction ${update.transaction} was not named in the plan`);
    }
    this.#state(changed, { instance: before.instance, id: before.balance });
    if (before.status === update.status) throw new PostingFault(`a transaction is ${update.status} already`);
    changed.transactions.set(before.id, { ...before, status: update.status });
    const { transaction: subject, status: after, reasonCode, wires } = update;
    const data = { ...(reasonCode && { reason_code: reasonCode }), ...(wires && { wires }) };
    rows.updates.push({ ...update, before: before.status, eventIndex: rows.events.length });
    rows.events.push(newEvent({ action: 'TRANSACTION.UPDATE', subject, before: before.status, after, data }));
  }

  /** Adds a posting's rows to the group's: its TRANSACTION.NEW events first, then the others in their order. */
  #collect(instance: string, found: Rows): void {
    const all = getOrMake(this.#rows, instance, noRows);
    all.movements.push(...found.movements);
    all.holds.push(...found.holds);
    all.holdEnds.push(...found.holdEnds);
    for (const draft of found.transactions) {
      const row = { ...draft, eventIndex: all.events.length };
      all.transactions.push(row);
      all.events.push(transactionNew(row));
    }
    const first = all.events.length;
    all.updates.push(...found.updates.map((row) => ({ ...row, eventIndex: first + row.eventIndex })));
    all.events.push(...found.events);
    all.records.push(...found.records);
    all.jobs.push(...found.jobs);
  }
}

/** Nothing appears and nothing vanishes: what some balances gain others lose, in every currency. */
function assertZero(balances: readonly BalanceState[]): void {
  const sums = new Map<string, bigint>();
  for (const { fact, seenPosted } of balances) {
    sums.set(fact.currency, (sums.get(fact.currency) ?? 0n) + fact.postedMinor - seenPosted);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new PostingFault(`the group's ${currency} does not sum to zero`);
  }
}

/** The balance after a transaction: after its last movement, or as it stands where it has none. */
function lastSide(movements: readonly MovementRow[], transaction: string, fact: BalanceFact, version: bigint) {
  const last = movements.findLast(
    (row) => row.debitTransaction === transaction || row.creditTransaction === transaction,
  );
  if (last === undefined) return { balanceVersion: version, balancePosted: fact.postedMinor };
  return last.debitTransaction === transaction
    ? { balanceVersion: last.debitVersion, balancePosted: last.debitPosted }
    : { balanceVersion: last.creditVersion, balancePosted: last.creditPosted };
}

/** A change of a holder's balance is a BALANCE.UPDATE; house accounts have no webhooks. */
function noteBalance(rows: Rows, { fact, version }: BalanceState, transaction: string | null): void {
  if (fact.floorMinor === null) return;
  rows.events.push({
    action: 'BALANCE.UPDATE',
    subject: fact.id,
    transaction,
    version,
    posted: fact.postedMinor,
    held: fact.heldMinor,
    before: null,
    after: null,
    data: null,
  });
}

function transactionNew(row: TransactionRow): NewEvent {
  return { ...newEvent({ action: 'TRANSACTION.NEW', subject: row.id, after: row.status }), row };
}

/** An event that is not about a balance. */
export function newEvent({ action, subject, before, after, data }: EventDraft): NewEvent {
  return {
    action,
    subject,
    transaction: null,
    version: null,
    posted: null,
    held: null,
    before: before ?? null,
    after: after ?? null,
    data: data === undefined ? null : JSON.stringify(data),
  };
}

/** A transaction of this group, as a later work of it sees it. */
function factOf(draft: TransactionDraft, now: Date): TransactionFact {
  const { instance, id, code, channel, status, side, amountMinor, feeMinor = 0n, currency, balance } = draft;
  const { account, merchant, user, parent = null, link = null, reference = null, details = {} } = draft;
  const what = { instance, id, code, channel, status, side, amountMinor, feeMinor, currency, balance };
  return { ...what, account, merchant, user, parent, link, reference, details, createdAt: now };
}
