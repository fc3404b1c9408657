import { hash } from 'node:crypto';
import type { Vault } from '../../kernel/operation.ts';
import type { Batch, Head, MovementRow, NewEvent, Seal, TransactionRow } from './model.ts';

/**
 * Sealed history. Each commit's movements and events are one block: the SHA-256 of every row, in the order of their
 * numbers, under a digest keyed by the master key that covers the block before. Who changes, removes or inserts a row
 * afterwards cannot make the chain fit again, and the row hashes tell which row it was.
 *
 * Fields stand one to a line; free text is JSON, so no text can pose as two fields.
 */

const lines = (...fields: readonly (string | bigint | number | boolean | null | undefined)[]) => fields.join('\n');

export function movementHash(instance: string, number: bigint, at: string, row: MovementRow): Buffer {
  return hash(
    'sha256',
    lines(
      instance,
      number,
      at,
      row.amountMinor,
      row.currency,
      row.debit,
      row.debitVersion,
      row.debitPosted,
      row.debitTransaction,
      row.credit,
      row.creditVersion,
      row.creditPosted,
      row.creditTransaction,
      row.forced === true,
    ),
    'buffer',
  );
}

/** What of a transaction never changes; the hash of its TRANSACTION.NEW covers it. Its status lives in its events. */
function transactionLines(row: TransactionRow): string {
  return lines(
    row.id,
    row.code,
    row.channel,
    row.side,
    row.amountMinor,
    row.currency,
    row.feeMinor ?? 0n,
    row.balance,
    row.balanceVersion,
    row.balancePosted,
    row.account,
    row.merchant,
    row.user,
    row.card,
    row.parent,
    row.link,
    JSON.stringify(row.reference ?? null),
    row.hidden === true,
    row.reasonCode,
    detailsText(row),
    row.caller,
    row.requestId,
  );
}

/** The details as stored: JSON text, the same bytes in the row and under the seal. */
export function detailsText(row: TransactionRow & { readonly detailsText?: string | null }): string | null {
  if (row.detailsText !== undefined) return row.detailsText;
  return row.details === undefined ? null : JSON.stringify(row.details);
}

export function eventHash(instance: string, number: bigint, at: string, event: NewEvent): Buffer {
  const own = lines(
    instance,
    number,
    at,
    event.action,
    event.subject,
    event.transaction,
    event.version,
    event.posted,
    event.held,
    event.before,
    event.after,
    event.data,
  );
  return hash('sha256', event.row === undefined ? own : lines(own, transactionLines(event.row)), 'buffer');
}

/** The digest of the empty chain of an instance. */
export function genesisMac(vault: Vault, instance: string): Buffer {
  return vault.mac('ledger-seal', Buffer.from(instance));
}

/** The digest of one block over the one before. */
export function blockMac(
  vault: Vault,
  instance: string,
  previous: Uint8Array,
  block: { number: bigint; firstMovement: bigint; movements: number; firstEvent: bigint; events: number },
  rowHashes: Uint8Array,
): Buffer {
  const header = lines(instance, block.number, block.firstMovement, block.movements, block.firstEvent, block.events);
  return vault.mac('ledger-seal', previous, Buffer.from(header), rowHashes);
}

/** Seals what one group writes: `at` is the moment all its rows carry, RFC 3339 with milliseconds. */
export function sealBatch(vault: Vault, instance: string, head: Head, at: string, batch: Batch): Seal {
  const firstMovement = head.movementNumber + 1n;
  const firstEvent = head.eventNumber + 1n;
  const rowHashes = Buffer.concat([
    ...batch.movements.map((row, index) => movementHash(instance, firstMovement + BigInt(index), at, row)),
    ...batch.events.map((event, index) => eventHash(instance, firstEvent + BigInt(index), at, event)),
  ]);
  const number = head.sealNumber + 1n;
  const block = {
    number,
    firstMovement,
    movements: batch.movements.length,
    firstEvent,
    events: batch.events.length,
  };
  return { number, rowHashes, mac: blockMac(vault, instance, head.sealMac, block, rowHashes) };
}
