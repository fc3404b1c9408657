import type { Queryable } from '../../kernel/database.ts';
import { joinedJson, plainArray, textArray } from '../../kernel/sql-array.ts';
import type { Rail } from '../../ports/payment-rail/port.ts';
import type { RecallRow, Wire, WireState } from './model.ts';

/** Writes the wires of one group, and their entries in the directory. */
export async function insertWires(tx: Queryable, instance: string, wires: readonly Wire[]): Promise<void> {
  const ids = [plainArray(wires, (row) => row.transaction), plainArray(wires, (row) => row.networkId)];
  await tx.query(
    `insert into wires.wires (instance_id, transaction_id, network_id, rail, state, source, balance_id, hold_id, fee_id,
       amount, fee, currency, settlement_date, message, returned, parent_id, reason_code, accepted_at)
     select $1, id, network, rail, 'queued', source, balance, hold, fee_id, amount, fee, currency, settlement, message,
            returned, parent, reason, accepted
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[], $9::bigint[],
                   $10::bigint[], $11::text[], $12::date[], string_to_array($13, U&'\\001E', '')::json[],
                   string_to_array($14, U&'\\001E', '')::json[], $15::uuid[], $16::text[], $17::timestamptz[])
            as u(id, network, rail, source, balance, hold, fee_id, amount, fee, currency, settlement, message, returned,
                 parent, reason, accepted)`,
    [
      instance,
      ...ids,
      plainArray(wires, (row) => row.rail),
      plainArray(wires, (row) => row.source),
      plainArray(wires, (row) => row.balance),
      plainArray(wires, (row) => row.hold),
      plainArray(wires, (row) => row.feeId),
      plainArray(wires, (row) => row.amountMinor),
      plainArray(wires, (row) => row.feeMinor),
      plainArray(wires, (row) => row.currency),
      plainArray(wires, (row) => row.settlementDate),
      joinedJson(wires, (row) => JSON.stringify(row.message)),
      joinedJson(wires, (row) => row.returned && JSON.stringify(row.returned)),
      plainArray(wires, (row) => row.parent),
      textArray(wires, (row) => row.reasonCode),
      plainArray(wires, (row) => row.acceptedAt.toISOString()),
    ],
  );
  await tx.query(
    `insert into wires.network_ids (instance_id, transaction_id, network_id)
     select $1, id, network from unnest($2::uuid[], $3::text[]) as u(id, network)`,
    [instance, ...ids],
  );
}

const columns = `instance_id as instance, transaction_id as transaction, network_id as "networkId", rail, state, source,
  balance_id as balance, hold_id as hold, fee_id as "feeId", amount as "amountMinor", fee as "feeMinor", currency,
  settlement_date::text as "settlementDate", message, returned, parent_id as parent, reason_code as "reasonCode",
  accepted_at as "acceptedAt", submitted_at as "submittedAt", ended_at as "endedAt"`;

export async function readWire(db: Queryable, instance: string, transaction: string): Promise<Wire | undefined> {
  const [row] = await db.query<Wire>(
    `select ${columns} from wires.wires where instance_id = $1 and transaction_id = $2`,
    [instance, transaction],
  );
  return row;
}

/** Reads a wire and locks it: its state holds until the transaction's end. */
export async function lockWire(tx: Queryable, instance: string, transaction: string): Promise<Wire | undefined> {
  const [row] = await tx.query<Wire>(
    `select ${columns} from wires.wires where instance_id = $1 and transaction_id = $2 for no key update`,
    [instance, transaction],
  );
  return row;
}

/** Moves a wire on, if it is where it is thought to be; answers whether it was. */
export async function moveWire(
  db: Queryable,
  { instance, transaction }: Pick<Wire, 'instance' | 'transaction'>,
  from: WireState,
  to: WireState,
  at: Date | null,
): Promise<boolean> {
  const rows = await db.query(
    `update wires.wires set state = $4, submitted_at = coalesce(submitted_at, $5)
      where instance_id = $1 and transaction_id = $2 and state = $3
     returning transaction_id`,
    [instance, transaction, from, to, at],
  );
  return rows.length === 1;
}

/** Writes how a locked wire ended. */
export async function endWire(
  tx: Queryable,
  { instance, transaction }: Pick<Wire, 'instance' | 'transaction'>,
  state: WireState,
  reasonCode: string | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `update wires.wires set state = $3, reason_code = coalesce($4, reason_code), ended_at = $5
      where instance_id = $1 and transaction_id = $2`,
    [instance, transaction, state, reasonCode, at],
  );
}

/** Whose a payment is, by our id towards the schemes. */
export async function findNetworkId(
  db: Queryable,
  networkId: string,
): Promise<{ readonly instance: string; readonly transaction: string } | undefined> {
  const [row] = await db.query<{ instance: string; transaction: string }>(
    `select instance_id as instance, transaction_id as transaction from wires.network_ids where network_id = $1`,
    [networkId],
  );
  return row;
}

/** A received payment by what makes it unique. */
export interface SchemeId {
  readonly rail: Rail;
  readonly senderBic: string;
  readonly id: string;
}

/** Which of some received payments were refused before because they named no account of ours, and why. */
export async function readRefusals(db: Queryable, ids: readonly SchemeId[]): Promise<Map<string, string>> {
  const rows = await db.query<SchemeId & { reasonCode: string }>(
    `select rail, sender_bic as "senderBic", scheme_id as id, reason_code as "reasonCode"
       from wires.refusals where scheme_id = any ($1::text[])`,
    [textArray(ids, ({ id }) => id)],
  );
  return new Map(rows.map((row) => [schemeKey(row), row.reasonCode]));
}

export function schemeKey({ rail, senderBic, id }: SchemeId): string {
  return `${rail}|${senderBic}|${id}`;
}

export async function insertRefusals(
  db: Queryable,
  refused: readonly SchemeId[],
  reasonCode: string,
  at: Date,
): Promise<void> {
  await db.query(
    `insert into wires.refusals (scheme_id, rail, sender_bic, reason_code, refused_at)
     select id, rail, sender, $4, $5 from unnest($1::text[], $2::text[], $3::text[]) as u(id, rail, sender)
         on conflict (scheme_id, rail, sender_bic) do nothing`,
    [
      textArray(refused, ({ id }) => id),
      plainArray(refused, ({ rail }) => rail),
      textArray(refused, ({ senderBic }) => senderBic),
      reasonCode,
      at,
    ],
  );
}

/** Opens a recall; false when the transaction has one that is open, or this one was there already. */
export async function insertRecall(tx: Queryable, instance: string, recall: RecallRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into wires.recalls (instance_id, recall_id, transaction_id, direction, network_id, state, reason_code,
       original, deadline, opened_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning recall_id`,
    [
      instance,
      recall.id,
      recall.transaction,
      recall.direction,
      recall.networkId,
      recall.state,
      recall.reasonCode,
      recall.original === null ? null : JSON.stringify(recall.original),
      recall.deadline,
      recall.openedAt,
    ],
  );
  return rows.length === 1;
}

const recallColumns = `recall_id as id, transaction_id as transaction, direction, network_id as "networkId", state,
  reason_code as "reasonCode", original, deadline, opened_at as "openedAt", answered_at as "answeredAt",
  answer_code as "answerCode"`;

export async function readRecalls(db: Queryable, instance: string, ids: readonly string[]): Promise<RecallRow[]> {
  return db.query<RecallRow>(
    `select ${recallColumns} from wires.recalls where instance_id = $1 and recall_id = any ($2::uuid[])`,
    [instance, ids],
  );
}

/** The open recall of a transaction, locked. */
export async function lockOpenRecall(
  tx: Queryable,
  instance: string,
  transaction: string,
  direction: 'in' | 'out',
): Promise<RecallRow | undefined> {
  const [row] = await tx.query<RecallRow>(
    `select ${recallColumns} from wires.recalls
      where instance_id = $1 and transaction_id = $2 and direction = $3 and state = 'open' for no key update`,
    [instance, transaction, direction],
  );
  return row;
}

export async function endRecall(
  tx: Queryable,
  instance: string,
  id: string,
  { state, answerCode, at }: { state: 'accepted' | 'refused'; answerCode: string | null; at: Date },
): Promise<void> {
  await tx.query(
    `update wires.recalls set state = $3, answer_code = $4, answered_at = $5 where instance_id = $1 and recall_id = $2`,
    [instance, id, state, answerCode, at],
  );
}
