import type { FieldError } from '../../kernel/refusal.ts';
import { refusal } from '../../kernel/refusal.ts';
import type { ApplicationStatus } from './model.ts';

/** No client profile fits the client, the products and the due diligence of an application. */
export const validatorMissing = refusal({
  name: 'validator_missing',
  code: 11008,
  key: 'services.general.service_request_exception',
  message: 'Validator configuration not found',
});

/** What was asked for does not go with the state of the application. */
export function locked(status: ApplicationStatus): FieldError {
  return { field: 'application', rule: 'application_locked', message: `is ${status}` };
}
