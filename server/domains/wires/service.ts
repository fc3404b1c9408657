import type { Rail } from '../../ports/payment-rail/port.ts';
import type { RecallRow } from './model.ts';
import { railRules } from './rules.ts';

export { failWire, giveBack, settleWire } from './ending.ts';
export { ensureHandedIn } from './follow.ts';
export { arrivalPlan, decideArrival, receivedFrom, schemeAnswer } from './incoming.ts';
export { networkIdOf } from './model.ts';
export { decideOrder, orderPlan, type WireOrder } from './outgoing.ts';
export {
  acceptRecall,
  askBack,
  isRecalled,
  recallReasons,
  recallReceived,
  recallRefused,
  refusalReasons,
  refuseRecall,
} from './recalls.ts';
export { resolveArrivals } from './receive.ts';
export { isEeaOrUk, routeOf, settlementDate, withSortCode } from './rules.ts';
export { readWire as findWire } from './store.ts';
export { bookCancellation, takeBack } from './taking-back.ts';

const unlimitedMinor = 2n ** 62n;

/** The largest amount that a network carries in one payment, in minor units. */
export function largestMinor(rail: Rail): bigint {
  return railRules[rail].mostMinor ?? unlimitedMinor;
}

/** A recall as the API shows it. */
export function shownRecall({ id, transaction, direction, reasonCode, state, answerCode, deadline }: RecallRow) {
  return {
    recall: id,
    transaction,
    direction,
    reason_code: reasonCode,
    status: state,
    answer_code: answerCode,
    deadline: deadline.toISOString(),
  };
}
