import { refusal } from '../../kernel/refusal.ts';

export const invalidProcessor = refusal({
  name: 'invalid_processor',
  code: 18000,
  key: 'services.general.invalid_processor',
  message: 'Invalid processor',
});
export const amlMatchFound = refusal({
  name: 'aml_match_found',
  code: 18001,
  key: 'service.aml.match.found',
  message: 'AML match found',
});
