import { refusal } from '../../kernel/refusal.ts';

/** The creditor's account is elsewhere and no payment network of the debtor's program reaches it. */
export const noRoute = refusal({
  name: 'no_route',
  code: 11000,
  key: 'services.general.error',
  message: 'No payment network reaches the creditor',
});
