import type { Database, Queryable } from '../../../kernel/database.ts';
import type { IncomingAnswer, IncomingItem } from '../port.ts';

/** What the simulated scheme knows of a payment that was handed in. */
export interface SchemePayment {
  readonly state: 'lost' | 'accepted' | 'settled' | 'rejected' | 'canceled';
  /** So many inquiries more stay without an answer. */
  readonly silent: number;
  readonly settlesAt: Date;
  readonly reasonCode: string | null;
  /** It comes back for this reason once it has settled. */
  readonly returnReason: string | null;
}

const columns = `state, silent, settles_at as "settlesAt", reason_code as "reasonCode", return_reason as "returnReason"`;

export async function readPayment(db: Queryable, instance: string, id: string): Promise<SchemePayment | undefined> {
  const [row] = await db.query<SchemePayment>(
    `select ${columns} from ports.scheme_payments where instance_id = $1 and payment_id = $2`,
    [instance, id],
  );
  return row;
}

/** Reads a payment, lets `change` say what it becomes, and writes that; answers it. */
export async function changePayment(
  db: Database,
  instance: string,
  id: string,
  change: (payment: SchemePayment) => SchemePayment,
): Promise<SchemePayment | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<SchemePayment>(
      `select ${columns} from ports.scheme_payments where instance_id = $1 and payment_id = $2 for no key update`,
      [instance, id],
    );
    if (row === undefined) return undefined;
    const next = change(row);
    await tx.query(
      `update ports.scheme_payments set state = $3, silent = $4, settles_at = $5, reason_code = $6, return_reason = $7
        where instance_id = $1 and payment_id = $2`,
      [instance, id, next.state, next.silent, next.settlesAt, next.reasonCode, next.returnReason],
    );
    return next;
  });
}

/** Notes a payment; what is known already stays as it is. Answers whether it is new. */
export async function insertPayment(
  db: Queryable,
  instance: string,
  id: string,
  payment: SchemePayment,
): Promise<boolean> {
  const rows = await db.query(
    `insert into ports.scheme_payments (instance_id, payment_id, state, silent, settles_at, reason_code, return_reason)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (instance_id, payment_id) do nothing returning 1`,
    [instance, id, payment.state, payment.silent, payment.settlesAt, payment.reasonCode, payment.returnReason],
  );
  return rows.length === 1;
}

/** Puts something that another bank sends on its way; once. */
export async function insertItem(
  db: Queryable,
  instance: string,
  id: string,
  dueAt: Date,
  item: IncomingItem,
): Promise<void> {
  await db.query(
    `insert into ports.scheme_items (instance_id, item_id, due_at, item) values ($1, $2, $3, $4)
     on conflict (instance_id, item_id) do nothing`,
    [instance, id, dueAt, JSON.stringify(item, (_, value) => (typeof value === 'bigint' ? String(value) : value))],
  );
}

export interface WaitingItem {
  readonly id: string;
  readonly item: IncomingItem;
}

/** What is due and not taken yet, in order. */
export async function readItems(db: Queryable, instance: string, now: Date, limit: number): Promise<WaitingItem[]> {
  const rows = await db.query<WaitingItem>(
    `select item_id as id, item from ports.scheme_items
      where instance_id = $1 and due_at <= $2 and answer is null
      order by due_at, item_id limit $3`,
    [instance, now, limit],
  );
  return rows.map(({ id, item }) => ({ id, item: revived(item) }));
}

/** JSON knows neither big integers nor moments. */
function revived(item: IncomingItem): IncomingItem {
  const money = <T extends { amountMinor: bigint }>(of: T): T => ({ ...of, amountMinor: BigInt(of.amountMinor) });
  if (item.kind === 'payment') {
    return { ...money(item), answerBy: item.answerBy === null ? null : new Date(item.answerBy) };
  }
  if (item.kind === 'return') return money(item);
  if (item.kind === 'recall') return { ...item, original: money(item.original) };
  if (item.kind === 'status' && item.state.status === 'settled') {
    return { ...item, state: { ...item.state, at: new Date(item.state.at) } };
  }
  return item;
}

export async function answerItem(db: Queryable, instance: string, id: string, answer: IncomingAnswer): Promise<void> {
  await db.query('update ports.scheme_items set answer = $3 where instance_id = $1 and item_id = $2', [
    instance,
    id,
    JSON.stringify(answer),
  ]);
}
