import { CsvError, parse } from 'csv-parse/sync';
import { ListError } from './official-list.ts';

export interface CsvShape {
  readonly name: string;
  readonly delimiter: ',' | ';';
  /** Exactly so many fields in each record. */
  readonly width: number;
}

/** The records of a file without a header, by position. */
export function readRecords(text: string, { name, delimiter, width }: CsvShape): string[][] {
  try {
    const records: string[][] = parse(text, { delimiter, skip_empty_lines: true, relax_column_count: true });
    const wrong = records.findIndex((record) => record.length !== width);
    if (wrong < 0) return records;
    throw new ListError(`${name}, record ${wrong + 1}: ${records[wrong]!.length} fields where ${width} are due`);
  } catch (error) {
    if (error instanceof CsvError) throw new ListError(`${name}: ${error.message}`);
    throw error;
  }
}

/** A record of a file with a header: the field of a column, trimmed; empty where the file has no such column. */
export type Row = (column: string) => string;

/**
 * Hands on the records of a file whose header is in its first or second line (the UK's tell their date before). Only the
 * columns that are asked for are kept, so a file of 118 columns stays small; those `needed` must be there.
 */
export function readRows(
  text: string,
  { name, delimiter, header, needed }: Omit<CsvShape, 'width'> & { header: number; needed: readonly string[] },
  take: (row: Row) => void,
): void {
  let columns: ReadonlyMap<string, number> | undefined;
  let record = 0;
  const each = (fields: string[]) => {
    record += 1;
    if (record <= header) return null;
    if (columns === undefined) {
      columns = headerOf(fields, needed, name);
      return null;
    }
    if (fields.length < columns.size) throw new ListError(`${name}, record ${record}: it ends in the middle`);
    const places = columns;
    take((column) => fields[places.get(column) ?? -1]?.trim() ?? '');
    return null;
  };
  try {
    parse(text, { delimiter, bom: true, skip_empty_lines: true, relax_column_count: true, on_record: each });
  } catch (error) {
    if (error instanceof CsvError) throw new ListError(`${name}: ${error.message}`);
    throw error;
  }
  if (columns === undefined) throw new ListError(`${name} has no header`);
}

function headerOf(fields: readonly string[], needed: readonly string[], name: string): ReadonlyMap<string, number> {
  const columns = new Map(fields.map((field, index) => [field.trim(), index]));
  const missing = needed.filter((column) => !columns.has(column));
  if (missing.length > 0) throw new ListError(`${name} has no column ${missing.join(', ')}`);
  return columns;
}
