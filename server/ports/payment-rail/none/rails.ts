import type { PaymentRails } from '../port.ts';

const refused = async () => ({ status: 'rejected' as const, reasonCode: 'AG01' });
const tooLate = async () => ({ status: 'too_late' as const });

/** For a bank that no scheme has been connected to: every payment is refused at once (AG01), and nothing comes in. */
export const noRails: PaymentRails = {
  submit: refused,
  inquire: refused,
  cancel: tooLate,
  returnPayment: refused,
  recall: refused,
  refuseRecall: refused,
  receive: async () => {},
};
