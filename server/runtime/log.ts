import { type DestinationStream, destination, pino } from 'pino';
import type { Log, LogFields } from '../kernel/log.ts';
import { sqlstate } from '../kernel/sqlstate.ts';

const fieldNames = [
  'requestId',
  'instance',
  'key',
  'operation',
  'code',
  'reason',
  'milliseconds',
  'attempt',
  'works',
  'count',
  'number',
  'seal',
  'transaction',
  'event',
  'webhook',
  'address',
  'job',
] as const satisfies readonly (keyof LogFields)[];

/**
 * Opens the log: one JSON object a line. Only the fields of the list pass, and every line is searched once more for
 * card numbers, since those can stand inside a message of somebody else's error.
 */
export function openLog(level = 'info', output: DestinationStream = destination({ fd: 1, sync: false })): Log {
  const stream: DestinationStream = { write: (line) => output.write(scrub(line)) };
  // The library's own view of an error would let everything through that hangs on it.
  const serializers = { err: (described: unknown) => described };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, stream);
  return {
    info: (fields, message) => logger.info(allowed(fields), message),
    warn: (fields, message) => logger.warn(allowed(fields), message),
    error: (fields, message) => logger.error(allowed(fields), message),
  };
}

function allowed(fields: LogFields): Record<string, unknown> {
  const passed: Record<string, unknown> = {};
  for (const name of fieldNames) if (fields[name] !== undefined) passed[name] = fields[name];
  if (fields.err !== undefined) passed.err = describe(fields.err);
  return passed;
}

/** PostgreSQL's `detail` and its messages of class 22 quote the value that was refused: they stay out. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = sqlstate(error);
  const quotesValues = code?.startsWith('22') ?? false;
  return {
    type: error.name,
    code: code ?? ('code' in error ? String(error.code) : undefined),
    message: quotesValues ? 'refused a value' : error.message,
    stack: quotesValues ? undefined : error.stack,
    cause: error.cause === undefined ? undefined : describe(error.cause),
  };
}

const digitRuns = /(?<![\w.-])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7})(?![\w-])/g;

/** Replaces what may be a card number: 13 to 19 digits that pass the Luhn check, in a row or in groups of four. */
export function scrub(text: string): string {
  return text.replace(digitRuns, (digits) => (passesLuhn(digits.replace(/\D/g, '')) ? '[card number]' : digits));
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
