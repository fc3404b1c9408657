/**
 * Columns of rows as PostgreSQL array literals, for statements that write many rows in one call. The driver would quote
 * and escape every element; on the posting path that costs more than the rest of the row.
 */

type Plain = string | bigint | boolean | null | undefined;

/** Ids, numbers and our own words: nothing in them needs quotes. */
export function plainArray<Row>(rows: readonly Row[], column: (row: Row) => Plain): string {
  return literal(rows, column, String);
}

/** Free text. */
export function textArray<Row>(rows: readonly Row[], column: (row: Row) => string | null | undefined): string {
  return literal(rows, column, quote);
}

/** JSON texts, parted by a character that JSON always escapes; absent is empty. */
export function joinedJson<Row>(rows: readonly Row[], column: (row: Row) => string | null | undefined): string {
  return rows.map((row) => column(row) ?? '').join('\u001e');
}

/** A column without any value is an empty array: `unnest` of several arrays fills the shorter ones up with nulls. */
function literal<Row, Value>(
  rows: readonly Row[],
  column: (row: Row) => Value | null | undefined,
  write: (value: Value) => string,
): string {
  let empty = true;
  let text = '';
  for (const row of rows) {
    const value = column(row);
    if (value != null) empty = false;
    text += `${text === '' ? '{' : ','}${value == null ? 'NULL' : write(value)}`;
  }
  return empty ? '{}' : `${text}}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
