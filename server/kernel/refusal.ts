/**
 * A refusal is an expected answer: declared here, listed by the operation that may give it, documented in
 * `generated/refusals.md`. It is returned, never thrown, so that an operation which gives one it does not list
 * does not compile. What is thrown is a fault: a bug or an outage, answered with `code` 500.
 */
export interface Refusal<Name extends string = string> {
  readonly name: Name;
  /** The specification's code; ours are the 12xxx block. */
  readonly code: number;
  readonly key: string;
  readonly message: string;
}

/** One bad field: its path in the request (`debtor.iban`), the rule that it breaks, and words for a person. */
export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** A refusal as given: which one, and what goes into `data`. */
export interface Refused<Name extends string = string> {
  readonly refused: Refusal<Name>;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What `handle` wrote and emitted stays. */
  readonly onRecord?: true;
}

/** Declares a refusal. */
export function refusal<const Name extends string>(definition: Refusal<Name>): Refusal<Name> {
  return Object.freeze(definition);
}

/** Gives a refusal, with optional details for the caller (never a secret, never another instance's data). */
export function refuse<Name extends string>(
  definition: Refusal<Name>,
  data?: Readonly<Record<string, unknown>>,
): Refused<Name> {
  return data === undefined ? { refused: definition } : { refused: definition, data };
}

/**
 * Gives a refusal that is itself a result: what `handle` wrote and emitted stays, as evidence of why. Everything else
 * that is refused leaves nothing behind.
 */
export function refuseOnRecord<Name extends string>(
  definition: Refusal<Name>,
  data: Readonly<Record<string, unknown>>,
): Refused<Name> {
  return { refused: definition, data, onRecord: true };
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value;
}

/** Refuses single fields: `validation_error` (11001), or its twin with -3 for the operations of the profile family. */
export function invalid<Name extends string>(definition: Refusal<Name>, ...errors: FieldError[]): Refused<Name> {
  return { refused: definition, data: { errors } };
}

export const badRequest = refusal({
  name: 'bad_request',
  code: 400,
  key: 'services.general.bad_request',
  message: 'Bad request',
});
export const unauthorized = refusal({
  name: 'unauthorized',
  code: 401,
  key: 'services.general.http_unauthorized',
  message: 'Unauthorized',
});
export const forbidden = refusal({
  name: 'forbidden',
  code: 403,
  key: 'services.general.http_forbidden',
  message: 'Forbidden',
});
export const notFound = refusal({
  name: 'not_found',
  code: 404,
  key: 'services.general.http_not_found_exception',
  message: 'Not found',
});
export const tooManyRequests = refusal({
  name: 'too_many_requests',
  code: 429,
  key: 'services.general.too_many_requests',
  message: 'Too many requests',
});
export const fault = refusal({
  name: 'fault',
  code: 500,
  key: 'services.general.http_exception',
  message: 'Internal error',
});
export const outcomeUnknown = refusal({
  name: 'outcome_unknown',
  code: 500,
  key: 'services.general.outcome_unknown',
  message: 'The outcome is not known yet',
});
export const generalError = refusal({
  name: 'general_error',
  code: 11000,
  key: 'services.general.error',
  message: 'Error',
});
export const validationError = refusal({
  name: 'validation_error',
  code: 11001,
  key: 'services.general.validation_error',
  message: 'Validation error',
});
export const entityNotFound = refusal({
  name: 'entity_not_found',
  code: 11002,
  key: 'services.general.entity_not_found',
  message: 'Entity not found',
});
export const nonUniqueValue = refusal({
  name: 'non_unique_value',
  code: 11004,
  key: 'services.general.non_unique_value',
  message: 'Non unique value',
});
export const profileValidationError = refusal({
  name: 'profile_validation_error',
  code: -3,
  key: 'services.general.validation_error',
  message: 'Validation error',
});
export const duplicateUser = refusal({
  name: 'duplicate_user',
  code: -2,
  key: 'services.general.non_unique_value',
  message: 'Duplicate user',
});
export const insufficientFunds = refusal({
  name: 'insufficient_funds',
  code: 12001,
  key: 'services.money.insufficient_funds',
  message: 'Insufficient funds',
});
export const limitExceeded = refusal({
  name: 'limit_exceeded',
  code: 12002,
  key: 'services.money.limit_exceeded',
  message: 'Limit exceeded',
});
export const accountNotActive = refusal({
  name: 'account_not_active',
  code: 12003,
  key: 'services.money.account_not_active',
  message: 'Account not active',
});
