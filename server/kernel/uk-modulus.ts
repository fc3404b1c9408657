/**
 * The modulus check of UK account numbers, after Pay.UK's "Validating Account Numbers": a sort code's row in the weight
 * table says how its account numbers can be told from mistyped ones. The table is Pay.UK's own and is loaded from a
 * file; the sandbox has ranges of its own.
 */
export interface ModulusTable {
  readonly rows: readonly ModulusRow[];
  /** Sort codes that are checked as another one (exception 5). */
  readonly substitutes: ReadonlyMap<string, string>;
}

interface ModulusRow {
  readonly first: string;
  readonly last: string;
  readonly method: Method;
  /** For the fourteen digits of sort code and account number. */
  readonly weights: readonly number[];
  /** Number of the exception in Pay.UK's document; 0 when there is none. */
  readonly exception: number;
}

type Method = 'MOD10' | 'MOD11' | 'DBLAL';

// The document names the digits u v w x y z (sort code) a b c d e f g h (account number).
const [a, b, c, g, h] = [6, 7, 8, 12, 13] as const;

/** Where two rows apply, both must hold, except where the first one's exception says that either will do. */
const eitherSuffices: ReadonlySet<number> = new Set([2, 9, 10, 11, 12, 13]);

const rowFormat = /^(\d{6})\s+(\d{6})\s+(MOD10|MOD11|DBLAL)((?:\s+-?\d+){14})(?:\s+(\d+))?$/;
const substituteFormat = /^(\d{6})\s+(\d{6})$/;

/**
 * Reads Pay.UK's weight table: one row a line, `start end method`, fourteen weights, and perhaps an exception. Lines of
 * two sort codes are the substitution table, so that both files can be put into one. Throws for any other line.
 */
export function parseModulusTable(text: string): ModulusTable {
  const rows: ModulusRow[] = [];
  const substitutes = new Map<string, string>();
  for (const [index, line] of text
    .split('\n')
    .map((line) => line.trim())
    .entries()) {
    if (line === '') continue;
    const row = rowFormat.exec(line);
    const [, original, substitute] = substituteFormat.exec(line) ?? [];
    if (row !== null) rows.push(rowOf(row));
    else if (original !== undefined && substitute !== undefined) substitutes.set(original, substitute);
    else throw new SyntaxError(`Modulus table, line ${index + 1}: neither a row of weights nor a substitution`);
  }
  return { rows, substitutes };
}

function rowOf([, first, last, method, weights, exception]: RegExpExecArray): ModulusRow {
  return {
    first: first!,
    last: last!,
    method: method as Method,
    weights: weights!.trim().split(/\s+/).map(Number),
    exception: Number(exception ?? 0),
  };
}

/**
 * Whether an account number (8 digits) can exist at a sort code (6 digits). A sort code of which the table knows nothing
 * is presumed right, as Pay.UK demands; text of another form is wrong.
 */
export function passesModulusCheck(table: ModulusTable, sortCode: string, accountNumber: string): boolean {
  if (!/^\d{6}$/.test(sortCode) || !/^\d{8}$/.test(accountNumber)) return false;
  const [first, second] = table.rows.filter((row) => sortCode >= row.first && sortCode <= row.last);
  if (first === undefined) return true;
  if (holds(table, first, sortCode, accountNumber)) {
    return second === undefined || eitherSuffices.has(first.exception) || holds(table, second, sortCode, accountNumber);
  }
  if (first.exception === 14) return holdsShifted(table, first, sortCode, accountNumber);
  return second !== undefined && eitherSuffices.has(first.exception) && holds(table, second, sortCode, accountNumber);
}

/**
 * An account number of which the first seven digits are given, with the last digit that makes it pass the check at the
 * sort code. `undefined` when no digit does, which MOD11 leaves to one body in eleven.
 */
export function completeAccountNumber(table: ModulusTable, sortCode: string, body: string): string | undefined {
  const candidates = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`);
  return candidates.find((accountNumber) => passesModulusCheck(table, sortCode, accountNumber));
}

/** Exception 14: a last digit 0, 1 or 9 may have been appended to a number of seven digits. */
function holdsShifted(table: ModulusTable, row: ModulusRow, sortCode: string, accountNumber: string): boolean {
  return /[019]$/.test(accountNumber) && holds(table, row, sortCode, `0${accountNumber.slice(0, 7)}`);
}

function holds(table: ModulusTable, row: ModulusRow, sortCode: string, accountNumber: string): boolean {
  const digits = Array.from(checkedSortCode(table, row, sortCode) + accountNumber, Number);
  if (isExempt(row, digits)) return true;
  const weights = weightsFor(row, digits);
  const modulus = row.method === 'MOD11' ? 11 : 10;
  const remainder = weightedSum(row, digits, weights) % modulus;
  if (row.exception === 4) return remainder === digits[g]! * 10 + digits[h]!;
  if (row.exception === 5) return (modulus - remainder) % modulus === digits[row.method === 'MOD11' ? g : h];
  return remainder === 0;
}

function checkedSortCode(table: ModulusTable, row: ModulusRow, sortCode: string): string {
  if (row.exception === 5) return table.substitutes.get(sortCode) ?? sortCode;
  if (row.exception === 8) return '090126';
  if (row.exception === 9) return '309634';
  return sortCode;
}

/** Exception 3: its check is left out for some accounts. Exception 6: foreign currency accounts cannot be checked. */
function isExempt(row: ModulusRow, digits: readonly number[]): boolean {
  if (row.exception === 3) return digits[c] === 6 || digits[c] === 9;
  return row.exception === 6 && digits[a]! >= 4 && digits[a]! <= 8 && digits[g] === digits[h];
}

function weightsFor(row: ModulusRow, digits: readonly number[]): readonly number[] {
  const fromC = row.weights.map((weight, index) => (index < c ? 0 : weight));
  if (row.exception === 2 && digits[a] !== 0) {
    return digits[g] === 9 ? [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1] : [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1];
  }
  if (row.exception === 7 && digits[g] === 9) return fromC;
  if (row.exception === 10 && (digits[a] === 0 || digits[a] === 9) && digits[b] === 9 && digits[g] === 9) return fromC;
  return row.weights;
}

/** The digits times their weights, added up; in double alternate the digits of the products are what is added. */
function weightedSum(row: ModulusRow, digits: readonly number[], weights: readonly number[]): number {
  const products = digits.map((digit, index) => digit * weights[index]!);
  if (row.method !== 'DBLAL') return products.reduce((sum, product) => sum + product, 0);
  // Exception 1 puts the institution number 580149 before the digits, which adds 27.
  const start = row.exception === 1 ? 27 : 0;
  return products.reduce((sum, product) => sum + Math.floor(product / 10) + (product % 10), start);
}

/**
 * Sort codes of the sandbox, where no UK bank has any: the first is the sandbox bank's own, the others belong to the
 * banks that it plays.
 */
export const sandboxSortCodes: readonly string[] = Object.freeze(['009900', '009910', '009920', '009930']);

/** The sandbox's own ranges: with MOD11 every single wrong digit and every swap of neighbours is found. */
const ownRange = '009900 009999 MOD11 0 0 0 0 0 0 8 7 6 5 4 3 2 1';
export const sandboxModulusTable: ModulusTable = parseModulusTable(ownRange);

let table = sandboxModulusTable;

/** From now on account numbers are checked by this table (Pay.UK's) and our own ranges. Called once, at the start. */
export function adoptModulusTable(text: string): void {
  table = parseModulusTable(`${text.trimEnd()}\n${ownRange}`);
}

/** Whether an account number can belong to a sort code, by the table in use. A sort code of no range: it can. */
export function isUkAccount(sortCode: string, accountNumber: string): boolean {
  return passesModulusCheck(table, sortCode, accountNumber);
}
