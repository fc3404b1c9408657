import type { Rail } from '../../ports/payment-rail/port.ts';
import { railRules } from './rules.ts';

export { decideOrder, orderPlan, type WireOrder } from './outgoing.ts';
export { isEeaOrUk, routeOf, settlementDate, withSortCode } from './rules.ts';

const unlimitedMinor = 2n ** 62n;

/** The largest amount that a network carries in one payment, in minor units. */
export function largestMinor(rail: Rail): bigint {
  return railRules[rail].mostMinor ?? unlimitedMinor;
}
