import { OutcomeUnknown } from './posting.ts';

/**
 * What an error of the database means for the one who waits. `data`: this work is at fault, others are not. `again`:
 * a collision, the same transaction may run again. `unknown`: the connection or the server failed, so whether a commit
 * that was sent holds is not known. `fault`: everything else, a bug.
 */
export type ErrorClass = 'data' | 'again' | 'unknown' | 'fault';

const again = new Set(['40001', '40P01', '55P03']);

// What the driver throws when the connection fails has no SQLSTATE: the system's code, or only words.
const connectionCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const connectionMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Classifies by SQLSTATE, never by constraint or table names, which differ on a sharded database. */
export function classify(error: unknown): ErrorClass {
  if (error instanceof OutcomeUnknown) return 'unknown';
  if (!(error instanceof Error)) return 'fault';
  const code = sqlstate(error);
  if (code === undefined) return isConnectionLoss(error) ? 'unknown' : 'fault';
  if (again.has(code)) return 'again';
  if (/^(22|23)/.test(code)) return 'data';
  return /^(08|53|57|58)/.test(code) ? 'unknown' : 'fault';
}

/** The five characters by which PostgreSQL names its errors, where the error is one of PostgreSQL. */
export function sqlstate(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !connectionCodes.has(code) ? code : undefined;
}

function isConnectionLoss(error: Error): boolean {
  return ('code' in error && connectionCodes.has(String(error.code))) || connectionMessages.test(error.message);
}
