import { domain } from '../../kernel/domain.ts';
import { payeeSettingsUpdate } from './operations/payee-settings-update.ts';
import { vop } from './operations/vop.ts';

export const payees = domain({
  name: 'payees',
  summary: 'Verification of payees before money is sent, and of our own accounts for other banks.',
  operations: [vop, payeeSettingsUpdate],
  events: [],
});
