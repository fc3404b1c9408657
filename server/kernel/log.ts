/**
 * What may be logged: this list and nothing else, so that a secret, a document or a person's data cannot slip into a
 * log by way of an object that happened to hold it. Whoever needs another field adds it here, in the open.
 */
export interface LogFields {
  readonly requestId?: string;
  readonly instance?: string;
  readonly key?: string;
  readonly operation?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly milliseconds?: number;
  readonly attempt?: number;
  readonly works?: number;
  readonly count?: number;
  readonly number?: string;
  readonly seal?: string;
  readonly transaction?: string;
  readonly event?: string;
  readonly webhook?: string;
  readonly address?: string;
  readonly job?: string;
  /** The token of what a job is about. */
  readonly subject?: string;
  /** Type, SQLSTATE, message and stack of it are logged; nothing else that hangs on it. */
  readonly err?: unknown;
}

/** The log as every part sees it: structured, fields of the list and a constant message. */
export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}
