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

/** Digests are texts of 32 bytes (Latin-1), which cost half of what so many small buffers would. */
type Digest = string;

type Field = string | bigint | null | undefined;

/** Absent is empty: no field that may be absent can be an empty text as well. */
const or = (field: Field) => field ?? '';

export function movementHash(instance: string, number: bigint, at: string, row: MovementRow): Digest {
  const debit = `${row.debit}\n${row.debitVersion}\n${row.debitPosted}\n${or(row.debitTransaction)}`;
  const credit = `${row.credit}\n${row.creditVersion}\n${row.creditPosted}\n${or(row.creditTransaction)}`;
  const text = `${instance}\n${number}\n${at}\n${row.amountMinor}\n${row.currency}\n${debit}\n${credit}\n${row.forced === true}`;
  return hash('sha256', text, 'binary');
}

/** What of a transaction never changes; the hash of its TRANSACTION.NEW covers it. Its status lives in its events. */
function transactionText(row: TransactionRow): string {
  const what = `${row.id}\n${row.code}\n${row.channel}\n${row.side}\n${row.amountMinor}\n${row.currency}\n${row.feeMinor ?? 0n}`;
  const balance = `${row.balance}\n${row.balanceVersion}\n${row.balancePosted}`;
  const whose = `${or(row.account)}\n${or(row.merchant)}\n${or(row.user)}\n${or(row.card)}`;
  const kin = `${or(row.parent)}\n${or(row.link)}`;
  const texts = `${JSON.stringify(row.reference ?? null)}\n${row.hidden === true}\n${or(row.reasonCode)}\n${or(detailsText(row))}`;
  return `${what}\n${balance}\n${whose}\n${kin}\n${texts}\n${row.caller}\n${row.requestId}`;
}

/** The details as stored: JSON text, the same bytes in the row and under the seal. */
export function detailsText(row: TransactionRow & { readonly detailsText?: string | null }): string | null {
  if (row.detailsText !== undefined) return row.detailsText;
  return row.details === undefined ? null : JSON.stringify(row.details);
}

export function eventHash(instance: string, number: bigint, at: string, event: NewEvent): Digest {
  const about = `${event.action}\n${event.subject}\n${or(event.transaction)}`;
  const balance = `${or(event.version)}\n${or(event.posted)}\n${or(event.held)}`;
  const status = `${or(event.before)}\n${or(event.after)}`;
  const own = `${instance}\n${number}\n${at}\n${about}\n${balance}\n${status}\n${or(event.data)}`;
  return hash('sha256', event.row === undefined ? own : `${own}\n${transactionText(event.row)}`, 'binary');
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
  const rows = `${block.firstMovement}\n${block.movements}\n${block.firstEvent}\n${block.events}`;
  const header = `${instance}\n${block.number}\n${rows}`;
  return vault.mac('ledger-seal', previous, Buffer.from(header), rowHashes);
}

/** Seals what one group writes: `at` is the moment all its rows carry, RFC 3339 with milliseconds. */
export function sealBatch(vault: Vault, instance: string, head: Head, at: string, batch: Batch): Seal {
  const firstMovement = head.movementNumber + 1n;
  const firstEvent = head.eventNumber + 1n;
  const hashes = [
    ...batch.movements.map((row, index) => movementHash(instance, firstMovement + BigInt(index), at, row)),
    ...batch.events.map((event, index) => eventHash(instance, firstEvent + BigInt(index), at, event)),
  ];
  const rowHashes = Buffer.from(hashes.join(''), 'binary');
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
