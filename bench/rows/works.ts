import { newId } from '../../server/kernel/ids.ts';
import type { BalanceFact, GateFact, MovementDraft, Posting, TransactionDraft } from '../../server/kernel/posting.ts';

/** An account as the history needs it. */
export interface Holder {
  readonly fact: BalanceFact;
  readonly gate: GateFact;
}

/** Whom money moves between, beside the holders. */
export interface Houses {
  readonly settlement: string;
  readonly feeIncome: string;
}

/** Every fifth work has a share in the first account, so that a fifth of the works, a tenth of the sides, is its own. */
const hotEvery = 5;

/**
 * The work of one turn: mostly transfers; of a hundred, one rejected load, two loads, two transfers with a fee. The
 * same turn is always the same work, but for its ids.
 */
export function workOf(turn: number, holders: readonly Holder[], houses: Houses): Posting {
  const [debtor, creditor] = parties(turn, holders);
  const kind = turn % 100;
  if (kind === 0) return loadOf(turn, creditor, houses, 'rejected');
  if (kind <= 2) return loadOf(turn, creditor, houses, 'completed');
  return transferOf(turn, debtor, creditor, kind <= 4 ? houses : undefined);
}

function parties(turn: number, holders: readonly Holder[]): [debtor: Holder, creditor: Holder] {
  const others = holders.length - 1;
  const first = 1 + ((Math.imul(turn + 1, 2654435761) >>> 0) % others);
  const second = 1 + ((Math.imul(turn + 7, 2246822519) >>> 0) % others);
  const [one, other] = [holders[first]!, holders[second === first ? 1 + (first % others) : second]!];
  if (turn % hotEvery !== 3) return [one, other];
  const hot = holders[0]!;
  return turn % (2 * hotEvery) === 3 ? [hot, other] : [one, hot];
}

const amountOf = (turn: number) => BigInt(1 + ((Math.imul(turn + 3, 40503) >>> 0) % 999));
/** Mostly a reference of its own, and one that many have. */
const referenceOf = (turn: number) => (turn % 50 === 7 ? 'salary' : `invoice ${turn}`);

function row({ fact, gate }: Holder, id: string, turn: number) {
  const { instance, currency } = fact;
  const whose = { balance: fact.id, account: gate.id, merchant: gate.merchant, user: gate.user };
  return { instance, id, currency, ...whose, amountMinor: amountOf(turn), status: 'completed' };
}

function movement(turn: number, debit: string, credit: string, of: Holder): MovementDraft {
  const { instance, currency } = of.fact;
  const nobody = { debitTransaction: null, creditTransaction: null };
  return { instance, currency, amountMinor: amountOf(turn), debit, credit, ...nobody };
}

function loadOf(turn: number, holder: Holder, { settlement }: Houses, status: 'completed' | 'rejected'): Posting {
  const id = newId();
  const load: TransactionDraft = { ...row(holder, id, turn), code: 'load', channel: 'load', side: 'credit' };
  if (status === 'rejected') {
    return { transactions: [{ ...load, status, hidden: true, reasonCode: 'declined' }], movements: [], answer: {} };
  }
  const into = { ...movement(turn, settlement, holder.fact.id, holder), creditTransaction: id };
  return { transactions: [load], movements: [into], answer: {} };
}

/** A transfer between two holders, with a fee where there is a house to take it. */
function transferOf(turn: number, debtor: Holder, creditor: Holder, houses: Houses | undefined): Posting {
  const [id, link] = [newId(), newId()];
  const common = { code: 'internal-transfer', channel: 'internal', reference: referenceOf(turn) };
  const details = (of: Holder) => ({
    counterpart: { internal: true, name: of.gate.holderName, account: of.gate.id, balance: of.fact.id },
  });
  const transactions: TransactionDraft[] = [
    { ...row(debtor, id, turn), ...common, side: 'debit', link, details: details(creditor) },
    { ...row(creditor, link, turn), ...common, side: 'credit', link: id, details: details(debtor) },
  ];
  const across = movement(turn, debtor.fact.id, creditor.fact.id, debtor);
  const movements: MovementDraft[] = [{ ...across, debitTransaction: id, creditTransaction: link }];
  if (houses !== undefined) {
    const fee = newId();
    transactions.push({ ...row(debtor, fee, turn), code: 'fee', channel: 'internal', side: 'debit', parent: id });
    movements.push({ ...movement(turn, debtor.fact.id, houses.feeIncome, debtor), debitTransaction: fee });
  }
  return { transactions, movements, answer: {} };
}
