import { type Problem, problem } from './problem.ts';
import { toMinorUnits } from './values.ts';

interface Money {
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** What a group header says about the transactions that follow it. */
export interface Totals {
  readonly count: number;
  readonly controlSum: string | null;
  readonly total: Money;
}

/** The totals of transactions, all of one currency. The control sum is left out: the total says the same. */
export function totalsOf(amounts: readonly Money[]): Totals {
  const [first] = amounts;
  if (first === undefined) throw new RangeError('a message without transactions');
  const amountMinor = amounts.reduce((sum, amount) => sum + amount.amountMinor, 0n);
  return { count: amounts.length, controlSum: null, total: { amountMinor, currency: first.currency } };
}

/** What is wrong with the totals that were read. */
export function wrongTotals(said: Totals, amounts: readonly Money[]): Problem | undefined {
  if (said.count !== amounts.length) {
    return problem('inconsistent_count', 'GrpHdr/NbOfTxs', `${said.count}, but there are ${amounts.length}`);
  }
  const other = amounts.findIndex(({ currency }) => currency !== said.total.currency);
  if (other !== -1) return problem('currency', `transaction ${other + 1}`, 'another currency than the total');
  const { total } = totalsOf(amounts);
  if (total.amountMinor !== said.total.amountMinor) {
    return problem('inconsistent_sum', 'GrpHdr', 'the total is not the sum of the transactions');
  }
  if (said.controlSum !== null && toMinorUnits(said.controlSum, total.currency) !== total.amountMinor) {
    return problem('inconsistent_sum', 'GrpHdr/CtrlSum', 'the control sum is not the sum of the transactions');
  }
  return undefined;
}
