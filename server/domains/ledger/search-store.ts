import type { Queryable } from '../../kernel/database.ts';

/**
 * The SQL of the transaction list. Every search is for numbers, `no`, in an open interval; the rows are read afterwards.
 * `kind` stands for code, channel, status, side, currency and hidden together.
 */

/** The numbers strictly between `after` and `before`, the newest first or the oldest first. */
export interface Span {
  readonly after: bigint;
  readonly before: bigint;
  readonly oldestFirst: boolean;
}

/** Which of the numbers found: so many after so many. */
export interface Cut {
  readonly limit: number;
  readonly offset: number;
}

/** A kind of transactions that an account, or the whole instance, has. */
export interface Kind {
  readonly account: string | null;
  readonly kind: bigint;
  readonly code: string;
  readonly channel: string;
  readonly status: string;
  readonly side: string;
  readonly currency: string;
  readonly hidden: boolean;
}

export interface Gate {
  readonly id: string;
  readonly main: string | null;
  readonly merchant: string | null;
  readonly user: string | null;
}

const gateColumns = 'gate_id as id, main_id as main, merchant_id as merchant, user_id as "user"';
const gateTexts = {
  account: `select ${gateColumns} from ledger.gates where instance_id = $1 and gate_id = $2 limit $3`,
  user: `select ${gateColumns} from ledger.gates where instance_id = $1 and user_id = $2 limit $3`,
  merchant: `select ${gateColumns} from ledger.gates where instance_id = $1 and merchant_id = $2 limit $3`,
  main: `select ${gateColumns} from ledger.gates where instance_id = $1 and (gate_id = $2 or main_id = $2) limit $3`,
};

/** The gates of one account, of a holder, or of a main account with its virtual ones; at most `most`. */
export async function readGatesBy(
  db: Queryable,
  instance: string,
  by: keyof typeof gateTexts,
  id: string,
  most: number,
): Promise<Gate[]> {
  return db.query<Gate>(gateTexts[by], [instance, id, most]);
}

/** The number of a transaction; undefined when the instance has none of that token. */
export async function readNumber(db: Queryable, instance: string, id: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ no: bigint }>(
    'select no from ledger.transactions where instance_id = $1 and transaction_id = $2',
    [instance, id],
  );
  return row?.no;
}

/** The first event number at or after a moment, by bisection: numbers have no gaps, and their times never go back. */
export async function readFirstNumberAt(db: Queryable, instance: string, at: Date, last: bigint): Promise<bigint> {
  const [row] = await db.query<{ low: bigint }>(
    `with recursive search (low, high) as (
       select 1::bigint, $3::bigint + 1
        union all
       select case when e.at < $2 then e.no + 1 else s.low end, case when e.at < $2 then s.high else e.no end
         from search s
         join ledger.events e on e.instance_id = $1 and e.no = (s.low + s.high) / 2
        where s.low < s.high)
     select low from search where low = high`,
    [instance, at, last],
  );
  return row!.low;
}

const mass = `code = 'internal-transfer' and channel = 'internal' and status = 'completed' and not hidden`;
const kindColumns = 'kind, code, channel, status, side, currency, hidden';

const accountKinds = `with recursive found as (
    (select a.account_id as account, k.*
       from unnest($2::uuid[]) as a(account_id)
      cross join lateral (
            select ${kindColumns} from ledger.transactions
             where instance_id = $1 and account_id = a.account_id
             order by kind limit 1) k)
     union all
    select f.account, k.*
      from found f
     cross join lateral (
           select ${kindColumns} from ledger.transactions
            where instance_id = $1 and account_id = f.account and kind > f.kind
            order by kind limit 1) k)
  select account, ${kindColumns} from found`;

const rareKinds = `with recursive found as (
    (select ${kindColumns} from ledger.transactions where instance_id = $1 and not (${mass}) order by kind limit 1)
     union all
    select k.*
      from found f
     cross join lateral (
           select ${kindColumns} from ledger.transactions
            where instance_id = $1 and kind > f.kind and not (${mass})
            order by kind limit 1) k)
  select null as account, ${kindColumns} from found`;

/** The kinds that some accounts have; without accounts those of the instance beside its mass. One index probe each. */
export async function readKinds(db: Queryable, instance: string, accounts: readonly string[] | null): Promise<Kind[]> {
  return accounts === null ? db.query<Kind>(rareKinds, [instance]) : db.query<Kind>(accountKinds, [instance, accounts]);
}

const orders = { newest: 'desc', oldest: 'asc' } as const;
type Order = keyof typeof orders;
const orderOf = ({ oldestFirst }: Span): Order => (oldestFirst ? 'oldest' : 'newest');

/** The texts of one way to search: a page in either order, and how many there are. Each stream gives `$4` at most. */
function searchTexts(source: (order: 'asc' | 'desc') => string) {
  const page = (order: Order) =>
    `select t.no from ${source(orders[order])} order by t.no ${orders[order]} limit $5 offset $6`;
  return {
    newest: page('newest'),
    oldest: page('oldest'),
    count: `select count(*) as count from (select 1 from ${source('desc')} limit $5 offset $6) as counted`,
  };
}

const span = 't.instance_id = $1 and t.no > $2 and t.no < $3';

/** The same span, but of no use to the index of numbers, which a plan made for any reference would walk from its start. */
const ofReference = 't.instance_id = $1 and t.no + 0 > $2 and t.no + 0 < $3';

const kindStreams = searchTexts(
  (order) => `unnest($7::uuid[], $8::bigint[]) as k(account_id, kind) cross join lateral (
    select t.no from ledger.transactions t
     where ${span} and t.account_id = k.account_id and t.kind = k.kind
     order by t.no ${order} limit $4) t`,
);
const referredStreams = searchTexts(
  (order) => `unnest($7::uuid[]) as a(account_id)
    cross join generate_series($2::bigint >> 18, $3::bigint >> 18) as portion
    cross join lateral (
    select t.no from ledger.transactions t
     where ${ofReference} and t.no >> 18 = portion and t.account_id = a.account_id and t.kind = any($9::bigint[])
       and t.reference is not null and hashtextextended(t.reference, 0) = hashtextextended($8, 0) and t.reference = $8
     order by t.no ${order} limit $4) t`,
);
const rareStreams = searchTexts(
  (order) => `unnest($7::bigint[]) as k(kind) cross join lateral (
    select t.no from ledger.transactions t
     where ${span} and t.kind = k.kind and not (${mass}) and ($8::text is null or t.reference = $8)
     order by t.no ${order} limit $4) t`,
);

const conditions = `($7::text[] is null or t.code = any($7)) and ($8::text is null or t.channel = $8)
  and ($9::text is null or t.status = $9) and ($10::text is null or t.side = $10) and ($11 or not t.hidden)
  and ($12::uuid is null or t.account_id = $12) and ($13::uuid is null or t.balance_id = $13)
  and ($14::uuid is null or t.merchant_id = $14) and ($15::uuid is null or t.user_id = $15)
  and ($16::text is null or t.reference = $16)`;
const everything = searchTexts(
  (order) =>
    `(select t.no from ledger.transactions t where ${span} and ${conditions} order by t.no ${order} limit $4) t`,
);
const ofCard = searchTexts(
  (order) => `(select t.no from ledger.transactions t where ${span} and t.card_id = $17 and ${conditions}
    order by t.no ${order} limit $4) t`,
);

/** What a row itself is asked where no index picks it. */
export interface RowFilter {
  readonly codes: readonly string[] | null;
  readonly channel: string | null;
  readonly status: string | null;
  readonly side: string | null;
  readonly showHidden: boolean;
  readonly account: string | null;
  readonly balance: string | null;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly reference: string | null;
  readonly card: string | null;
}

/** One way to search: its texts and their values behind the common six. */
export interface Search {
  readonly texts: ReturnType<typeof searchTexts>;
  readonly values: readonly unknown[];
}

/**
 * Searches the streams of these kinds, each in order; all of accounts, or all of the whole instance. With a reference the
 * index of references is walked instead, which holds the account and keeps the order within each of its portions.
 */
export function byKinds(kinds: readonly Kind[], reference: string | null): Search {
  const numbers = kinds.map(({ kind }) => kind);
  if (kinds.some(({ account }) => account === null)) return { texts: rareStreams, values: [numbers, reference] };
  const accounts = kinds.map(({ account }) => account);
  if (reference === null) return { texts: kindStreams, values: [accounts, numbers] };
  return { texts: referredStreams, values: [[...new Set(accounts)], reference, [...new Set(numbers)]] };
}

/** Searches row by row: those of a card where one is named, else all of the instance. */
export function byRows(filter: RowFilter): Search {
  const { codes, channel, status, side, showHidden, account, balance, merchant, user, reference, card } = filter;
  const values = [codes, channel, status, side, showHidden, account, balance, merchant, user, reference];
  return card === null ? { texts: everything, values } : { texts: ofCard, values: [...values, card] };
}

/** The numbers of one cut of what a search finds. */
export async function findNumbers(
  db: Queryable,
  instance: string,
  { texts, values }: Search,
  within: Span,
  { limit, offset }: Cut,
): Promise<bigint[]> {
  const rows = await db.query<{ no: bigint }>(texts[orderOf(within)], [
    instance,
    within.after,
    within.before,
    limit + offset,
    limit,
    offset,
    ...values,
  ]);
  return rows.map(({ no }) => no);
}

/** How many a search finds, counted up to `most`. */
export async function countNumbers(
  db: Queryable,
  instance: string,
  { texts, values }: Search,
  within: Span,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(texts.count, [
    instance,
    within.after,
    within.before,
    most,
    most,
    0,
    ...values,
  ]);
  return Number(row!.count);
}

/** The numbers with a reference, at most `most`: the index keeps them in portions of 2^18 numbers. */
export async function readNumbersOfReference(
  db: Queryable,
  instance: string,
  reference: string,
  { after, before }: Span,
  most: number,
): Promise<bigint[]> {
  const rows = await db.query<{ no: bigint }>(
    `select t.no
       from generate_series($3::bigint >> 18, $4::bigint >> 18) as portion
      cross join lateral (
            select no from ledger.transactions
             where instance_id = $1 and no >> 18 = portion and reference is not null
               and hashtextextended(reference, 0) = hashtextextended($2, 0) and reference = $2
               and no + 0 > $3 and no + 0 < $4
             limit $5) t
      limit $5`,
    [instance, reference, after, before, most],
  );
  return rows.map(({ no }) => no);
}
