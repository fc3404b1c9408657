/**
 * Columns of rows as PostgreSQL array literals, for statements that write many rows in one call. The driver would quote
 * and escape every element; on the posting path that costs more than the rest of the row.
 */

type Plain = string | bigint | boolean | null | undefined;

/** Ids, numbers and our own words: nothing in them needs quotes. */
export function plainArray<Row>(rows: readonly Row[], column: (row: Row) => Plain): string {
  return `{${rows.map((row) => column(row) ?? 'NULL').join(',')}}`;
}

/** Free text. */
export function textArray<Row>(rows: readonly Row[], column: (row: Row) => string | null | undefined): string {
  return `{${rows.map((row) => quote(column(row))).join(',')}}`;
}

function quote(text: string | null | undefined): string {
  return text == null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
