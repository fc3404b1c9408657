import { refusal } from '../../kernel/refusal.ts';

/** The creditor's account is elsewhere and no payment network of the debtor's program reaches it. */
export const noRoute = refusal({
  name: 'no_route',
  code: 11000,
  key: 'services.general.error',
  message: 'No payment network reaches the creditor',
});

/** The program wants a payee verification of the partner's own with each transfer. */
export const vopRequired = refusal({
  name: 'vop_required',
  code: 12004,
  key: 'services.money.vop_required',
  message: 'A payee verification is required',
});

/** The same payment was made a moment ago; the program says how long a moment is. */
export const duplicateSuspected = refusal({
  name: 'duplicate_suspected',
  code: 12005,
  key: 'services.money.duplicate_suspected',
  message: 'A duplicate transfer is suspected',
});

/** The creditor is on a sanctions list. */
export const sanctioned = refusal({
  name: 'aml_match_found',
  code: 18001,
  key: 'service.aml.match.found',
  message: 'AML match found',
});
