import type { RefusalKey } from './generated/types.ts';

/** One bad field: where it stands (`debtor.iban`), the rule that it breaks, and words for a person. */
export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** A refusal as the bank answers it. */
interface Refused {
  readonly code: number;
  readonly key: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The bank answered no. Nothing was done, unless `key` is `services.general.outcome_unknown`. */
export class OpenEmiError extends Error {
  override readonly name = 'OpenEmiError';
  /** The operation that was called. */
  readonly operation: string;
  readonly code: number;
  /** The same as a stable text: what programs should look at. */
  readonly key: RefusalKey | (string & {});
  /** The bad fields, where fields were the reason. */
  readonly errors: readonly FieldError[];
  /** What else the bank says. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Names this call; give it when you ask for help. */
  readonly requestId: string | undefined;
  /** Under which the call was sent; undefined for reads. */
  readonly idempotencyKey: string | undefined;

  constructor(
    { code, key, message, data = {} }: Refused,
    call: { operation: string; requestId?: string | undefined; idempotencyKey?: string | undefined },
  ) {
    const errors = Array.isArray(data.errors) ? (data.errors as FieldError[]) : [];
    const fields = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
    super(`${call.operation}: ${message} (${code})${fields === '' ? '' : `: ${fields}`}`);
    this.operation = call.operation;
    this.code = code;
    this.key = key;
    this.errors = errors;
    this.data = data;
    this.requestId = call.requestId;
    this.idempotencyKey = call.idempotencyKey;
  }
}

/**
 * Nobody answered, on every try: no connection, a time-out, or something that is not the bank. A call that changes
 * something may have been done; sent again with this `idempotencyKey` it is done once.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly operation: string;
  readonly idempotencyKey: string | undefined;

  constructor(operation: string, cause: unknown, idempotencyKey: string | undefined) {
    super(`${operation}: no answer: ${wordsOf(cause)}`, { cause });
    this.operation = operation;
    this.idempotencyKey = idempotencyKey;
  }
}

/** What went wrong in words; `fetch` keeps the reason one level below. */
function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code } = (cause.cause ?? {}) as { code?: string };
  return code === undefined ? cause.message : `${cause.message} (${code})`;
}
