import type { Queryable } from '../../kernel/database.ts';
import { countedTotal } from '../../kernel/paging.ts';
import type { StoredTransaction } from './record.ts';
import * as search from './search-store.ts';
import { readBalanceOwners, readEventNumber, readTransactionsByNumber } from './store.ts';

/** What a list of transactions is asked for; null asks nothing. Dates are the first moment inside and the first behind. */
export interface TransactionFilter extends search.RowFilter {
  readonly from: Date | null;
  readonly to: Date | null;
  /** Only what was committed after this transaction, the oldest first. */
  readonly loadAfter: string | null;
}

export interface Found {
  readonly rows: readonly StoredTransaction[];
  /** How many there are in all, counted up to one more than is shown. */
  readonly counted: number;
}

/** A reference that so many transactions have is no longer looked up by itself. */
const commonReference = 2000;
/** A holder with more accounts than this is searched for row by row. */
const mostAccounts = 200;

/**
 * One page of the transactions that a filter admits, in commit order: newest first, or oldest first after `loadAfter`.
 * Undefined when the instance has no such transaction to start after. `limit` rows are read, so ask for one more than
 * the page holds.
 */
export async function searchTransactions(
  db: Queryable,
  instance: string,
  filter: TransactionFilter,
  cut: search.Cut,
): Promise<Found | undefined> {
  // Read first: everything up to here is committed, and what comes meanwhile is left to the next call. Otherwise a row
  // could be passed over for good by whoever polls with `loadAfter`.
  const last = await readEventNumber(db, instance);
  const span = await spanOf(db, instance, filter, last);
  if (span === undefined) return undefined;
  const few = await byReference(db, instance, filter, span);
  if (few !== undefined) return cutOf(few, span, cut);
  const way = await wayOf(db, instance, filter);
  if (way === undefined) return { rows: [], counted: 0 };
  const numbers = await search.findNumbers(db, instance, way, span, cut);
  const rows = await readTransactionsByNumber(db, instance, numbers);
  return { rows: ordered(rows, span), counted: await search.countNumbers(db, instance, way, span, countedTotal + 1) };
}

async function spanOf(
  db: Queryable,
  instance: string,
  { from, to, loadAfter }: TransactionFilter,
  last: bigint,
): Promise<search.Span | undefined> {
  const start = from === null ? 0n : (await search.readFirstNumberAt(db, instance, from, last)) - 1n;
  const before = to === null ? last + 1n : await search.readFirstNumberAt(db, instance, to, last);
  if (loadAfter === null) return { after: start, before, oldestFirst: false };
  const token = await search.readNumber(db, instance, loadAfter);
  if (token === undefined) return undefined;
  return { after: token > start ? token : start, before, oldestFirst: true };
}

/** The transactions with a reference, as long as they are few: then they are read and asked one by one. */
async function byReference(
  db: Queryable,
  instance: string,
  filter: TransactionFilter,
  span: search.Span,
): Promise<StoredTransaction[] | undefined> {
  if (filter.reference === null) return undefined;
  const numbers = await search.readNumbersOfReference(db, instance, filter.reference, span, commonReference + 1);
  if (numbers.length > commonReference) return undefined;
  return (await readTransactionsByNumber(db, instance, numbers)).filter((row) => admits(filter, row));
}

/** Whether a row is what a filter asks for. */
function admits(filter: search.RowFilter, row: StoredTransaction): boolean {
  const { account, balance, merchant, user, card } = filter;
  return (
    admitsKind(filter, row) &&
    [
      [account, row.account],
      [balance, row.balance],
      [merchant, row.merchant],
      [user, row.user],
      [card, row.card],
    ].every(([asked, is]) => asked === null || asked === is)
  );
}

type Alike = Pick<search.Kind, 'code' | 'channel' | 'status' | 'side' | 'hidden'>;

function admitsKind({ codes, channel, status, side, showHidden }: search.RowFilter, kind: Alike): boolean {
  return (
    (codes === null || codes.includes(kind.code)) &&
    (channel === null || channel === kind.channel) &&
    (status === null || status === kind.status) &&
    (side === null || side === kind.side) &&
    (showHidden || !kind.hidden)
  );
}

const mass = ['debit', 'credit'].map((side) => ({
  code: 'internal-transfer',
  channel: 'internal',
  status: 'completed',
  side,
  hidden: false,
}));

/** The cheapest way to search; undefined when nothing can be found. */
async function wayOf(db: Queryable, instance: string, filter: TransactionFilter): Promise<search.Search | undefined> {
  if (filter.card !== null) return search.byRows(filter);
  const scope = await scopeOf(db, instance, filter);
  const isMass = scope === null && mass.some((kind) => admitsKind(filter, kind));
  if (isMass || (scope !== null && scope.accounts.length > mostAccounts)) return search.byRows(filter);
  const kinds = await search.readKinds(db, instance, scope?.accounts ?? null);
  const admitted = kinds.filter(
    (kind) => admitsKind(filter, kind) && (scope?.currency == null || scope.currency === kind.currency),
  );
  return admitted.length === 0 ? undefined : search.byKinds(admitted, filter.reference);
}

/** The accounts that a filter leaves, and the currency where it names a balance; null where it names no one's. */
async function scopeOf(db: Queryable, instance: string, { account, balance, merchant, user }: TransactionFilter) {
  if (account === null && balance === null && merchant === null && user === null) return null;
  const owner = balance === null ? undefined : (await readBalanceOwners(db, instance, [balance])).get(balance);
  if (balance !== null && owner?.account == null) return { accounts: [], currency: null };
  const [by, id] =
    account !== null
      ? (['account', account] as const)
      : owner !== undefined
        ? (['main', owner.account] as const)
        : user !== null
          ? (['user', user] as const)
          : (['merchant', merchant!] as const);
  const gates = await search.readGatesBy(db, instance, by, id, mostAccounts + 1);
  const accounts = gates.filter(
    (gate) =>
      (owner === undefined || (gate.main ?? gate.id) === owner.account) &&
      (merchant === null || gate.merchant === merchant) &&
      (user === null || gate.user === user),
  );
  return { accounts: accounts.map((gate) => gate.id), currency: owner?.currency ?? null };
}

function ordered(rows: readonly StoredTransaction[], { oldestFirst }: search.Span): StoredTransaction[] {
  const sign = oldestFirst ? 1 : -1;
  return rows.toSorted((one, other) => sign * Number(one.number - other.number));
}

function cutOf(rows: readonly StoredTransaction[], span: search.Span, { limit, offset }: search.Cut): Found {
  return { rows: ordered(rows, span).slice(offset, offset + limit), counted: rows.length };
}
