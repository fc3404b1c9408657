import type { Batch, Head, Seal } from '../../server/domains/ledger/model.ts';
import { detailsText } from '../../server/domains/ledger/seal.ts';
import { copyRow } from './copy-in.ts';

/** The history's tables and the columns that a group writes into each, as ledger.write does. */
export const historyTables = {
  movements:
    'instance_id no at amount currency debit_id debit_version debit_posted debit_transaction_id credit_id credit_version credit_posted credit_transaction_id forced',
  transactions:
    'instance_id transaction_id no code channel status side amount currency fee balance_id balance_version balance_posted account_id merchant_id user_id card_id parent_id link_id reference hidden reason_code details caller request_id created_at',
  events: 'instance_id no action at subject_id transaction_id version posted held status_before status_after data',
  seals: 'instance_id no first_movement movements first_event events row_hashes mac',
} as const;

/** Rows in COPY's text format, by table. */
export type History = Record<keyof typeof historyTables, string[]>;

export const noHistory = (): History => ({ movements: [], transactions: [], events: [], seals: [] });

/** Adds what one group writes. It must hold nothing but movements, transactions and their events. */
export function addGroup(into: History, instance: string, head: Head, at: string, batch: Batch, seal: Seal): void {
  const firstMovement = head.movementNumber + 1n;
  const firstEvent = head.eventNumber + 1n;
  batch.movements.forEach((row, index) => {
    const debit = [row.debit, row.debitVersion, row.debitPosted, row.debitTransaction];
    const credit = [row.credit, row.creditVersion, row.creditPosted, row.creditTransaction];
    const what = [instance, firstMovement + BigInt(index), at, row.amountMinor, row.currency];
    into.movements.push(copyRow([...what, ...debit, ...credit, row.forced === true]));
  });
  for (const row of batch.transactions) {
    const what = [instance, row.id, firstEvent + BigInt(row.eventIndex), row.code, row.channel, row.status, row.side];
    const money = [
      row.amountMinor,
      row.currency,
      row.feeMinor ?? 0n,
      row.balance,
      row.balanceVersion,
      row.balancePosted,
    ];
    const kin = [row.account, row.merchant, row.user, row.card, row.parent, row.link];
    const texts = [row.reference, row.hidden === true, row.reasonCode, detailsText(row), row.caller, row.requestId, at];
    into.transactions.push(copyRow([...what, ...money, ...kin, ...texts]));
  }
  batch.events.forEach((row, index) => {
    const what = [instance, firstEvent + BigInt(index), row.action, at, row.subject, row.transaction];
    into.events.push(copyRow([...what, row.version, row.posted, row.held, row.before, row.after, row.data]));
  });
  const movements = [firstMovement, batch.movements.length, firstEvent, batch.events.length];
  into.seals.push(copyRow([instance, seal.number, ...movements, seal.rowHashes, seal.mac]));
}
