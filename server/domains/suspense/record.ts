import { toMajor } from '../../kernel/money.ts';
import type { RailAddress } from '../../ports/payment-rail/port.ts';
import type { QueueRecord } from './model.ts';
import { daysLeft } from './rules.ts';
import type { SuspenseRow } from './store.ts';

/** A record as the API and the webhooks show it at a moment (R6 of the reference). */
export function shownRecord(row: SuspenseRow, at: Date): QueueRecord {
  const { debtor, senderBic, endToEndId } = row.message;
  return {
    token: row.id,
    status: row.status,
    rail: row.rail,
    is_instant: row.rail === 'sct_inst',
    amount: toMajor(row.amountMinor, row.currency),
    currency: row.currency,
    reference: row.reference,
    merchant: row.merchant,
    user: row.user,
    account: row.account,
    balance: row.balance,
    transaction: row.transaction,
    return_transaction: row.returnId,
    wires: {
      sender_name: debtor.name,
      sender_iban: debtor.iban,
      sender_sort_code: debtor.sortCode,
      sender_account_number: debtor.accountNumber,
      sender_bic: debtor.bic ?? senderBic,
      sender_address: addressText(debtor.address),
      sender_country: debtor.address?.country ?? debtor.iban?.slice(0, 2) ?? null,
      end_to_end_id: endToEndId,
    },
    queued_at: row.queuedAt.toISOString(),
    deadline: row.deadline.toISOString(),
    business_days_left: daysLeft(row.rail, row.deadline, at),
    decision: row.decision,
  };
}

function addressText(address: RailAddress | null): string | null {
  if (address === null) return null;
  const { line, street, postCode, town, country } = address;
  return [line, street, postCode, town, country].filter(Boolean).join(', ') || null;
}
