import { normalizeIban } from '../../kernel/iban.ts';
import { toMinor } from '../../kernel/money.ts';
import type { FieldError } from '../../kernel/refusal.ts';
import { isUkAccount } from '../../kernel/uk-modulus.ts';
import type { Payout, PayoutInput } from './model.ts';

/** Where and when a merchant is paid out what acquiring brought in. */

/** What is wrong with payout details beyond their shape: each has one receiver, of the kind that its currency needs. */
export function payoutErrors(payouts: readonly PayoutInput[]): FieldError[] {
  return payouts.flatMap((payout, index) =>
    errorsOf(payout).map((error) => ({ ...error, field: `payout_details[${index}].${error.field}` })),
  );
}

function errorsOf(payout: PayoutInput): FieldError[] {
  const { amount, currency, sort_code: sortCode, account_number: accountNumber } = payout;
  const errors = receiverErrors(payout);
  if (amount !== undefined && toMinor(amount, currency) === undefined) {
    errors.push({ field: 'amount', rule: 'decimals', message: `has more decimals than ${currency}` });
  }
  if (sortCode && accountNumber && !isUkAccount(sortCode, accountNumber)) {
    errors.push({ field: 'account_number', rule: 'modulus', message: 'does not belong to the sort code' });
  }
  return errors;
}

/** An IBAN, or in GBP a sort code with an account number instead. */
function receiverErrors({ currency, iban, sort_code: sortCode, account_number: accountNumber }: PayoutInput) {
  const errors: FieldError[] = [];
  const british = Boolean(sortCode || accountNumber);
  if (iban && british) errors.push({ field: 'iban', rule: 'exclusive', message: 'give either IBAN or sort code' });
  if (british && currency !== 'GBP') {
    errors.push({ field: 'sort_code', rule: 'currency', message: `${currency} is paid out to an IBAN` });
  }
  if (!iban && !british) {
    const field = currency === 'GBP' ? 'sort_code' : 'iban';
    errors.push({ field, rule: 'required', message: 'is required' });
  }
  if (sortCode && !accountNumber) errors.push({ field: 'account_number', rule: 'required', message: 'is required' });
  if (accountNumber && !sortCode) errors.push({ field: 'sort_code', rule: 'required', message: 'is required' });
  return errors;
}

/** Payout details as they are kept. They are valid. */
export function payoutOf(payout: PayoutInput): Payout {
  const { amount, currency } = payout;
  return {
    amount_minor: amount === undefined ? null : String(toMinor(amount, currency)!),
    currency,
    iban: payout.iban ? normalizeIban(payout.iban) : null,
    sort_code: payout.sort_code || null,
    account_number: payout.account_number || null,
    period: payout.period || 'daily',
    delay: payout.delay || '0',
  };
}
