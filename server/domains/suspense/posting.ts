import type { BalanceRef, Facts, Plan, Posting } from '../../kernel/posting.ts';
import { accountNotActive, type Refused, refuse } from '../../kernel/refusal.ts';
import { houseBalance } from '../ledger/service.ts';
import type { QueueRail } from './model.ts';
import type { SuspenseRow } from './store.ts';

/** What the bookings of a record need of it. */
type Booked = Pick<
  SuspenseRow,
  'id' | 'transaction' | 'rail' | 'amountMinor' | 'currency' | 'account' | 'balance' | 'reference' | 'message'
> & { readonly instance: string };

/** The rail by which a transfer goes back: what came by SEPA Instant is returned by SEPA Credit Transfer. */
export function wayBack(rail: QueueRail): 'sct' | 'fps' {
  return rail === 'fps' ? 'fps' : 'sct';
}

export function releasePlan({ instance, balance, account, transaction, currency }: Booked): Plan {
  const suspense = houseBalance(instance, 'suspense', currency);
  return {
    balances: [balance, suspense].map((id) => ({ instance, id })),
    gates: [{ instance, id: account }],
    lookups: [{ instance, id: transaction }],
    transactions: [],
  };
}

/** Credits what was held to its account. Refused where the account has been blocked or closed since. */
export function decideRelease(record: Booked, facts: Facts): Posting | Refused<'account_not_active'> {
  const { instance, balance, account, transaction, amountMinor, currency } = record;
  const ref = (id: string): BalanceRef => ({ instance, id });
  const main = facts.balance(ref(balance))!.account!;
  const stopped = [account, main].map((id) => facts.gate(ref(id))!.state).find((state) => state !== 'active');
  if (stopped !== undefined) return refuse(accountNotActive, { status: stopped });
  return {
    transactions: [],
    movements: [
      {
        instance,
        amountMinor,
        currency,
        debit: houseBalance(instance, 'suspense', currency),
        credit: balance,
        debitTransaction: null,
        creditTransaction: transaction,
      },
    ],
    updates: [{ instance, transaction, status: 'completed' }],
    answer: {},
  };
}

/**
 * The way back begins: a further transaction, hidden, whose parent is the incoming one. The money stays on suspense
 * until the return is settled.
 */
export function decideReturn(record: Booked, returnId: string, reasonCode: string, facts: Facts): Posting {
  const { instance, transaction, rail, message, reference } = record;
  const incoming = facts.transaction({ instance, id: transaction })!;
  const { debtor, creditor, senderBic } = message;
  const channel = wayBack(rail);
  return {
    transactions: [
      {
        instance,
        id: returnId,
        code: 'wire-transfer',
        channel,
        status: 'pending',
        side: 'debit',
        amountMinor: incoming.amountMinor,
        currency: incoming.currency,
        balance: incoming.balance,
        account: incoming.account,
        merchant: incoming.merchant,
        user: incoming.user,
        parent: transaction,
        hidden: true,
        reasonCode,
        ...(reference !== null && { reference }),
        details: {
          counterpart: { internal: false, name: debtor.name, iban: debtor.iban, bic: senderBic },
          wires: {
            network: channel,
            sender_name: creditor.name,
            sender_iban: creditor.iban,
            receiver_name: debtor.name,
            receiver_iban: debtor.iban,
          },
        },
      },
    ],
    movements: [],
    jobs: [{ instance, name: 'wires.return', subject: returnId, data: { record: record.id, reason: reasonCode } }],
    answer: {},
  };
}
