import { parse as parseCsv } from 'csv-parse/sync';
import type { FieldError } from '../../kernel/refusal.ts';
import { shapeErrors } from '../../kernel/shape-errors.ts';
import { type Form, form } from './model.ts';
import { type Grid, readSheet, writeSheet } from './workbook.ts';

/** The merchant application form: its fields from the schemas of the API, its three spellings, and how it is read. */

const title = 'Merchant application form';
const heading = ['What to fill in', 'Value', 'Field (leave as it is)', 'Allowed'] as const;

/** What a form came to: its contents, or every field that is wrong. */
export type Read = { readonly form: Form } | { readonly problems: readonly FieldError[] };

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** One line of the form: a field of the API by its path. */
interface Line {
  readonly path: string;
  readonly shape: Shape;
}

const repeated: Readonly<Record<string, number>> = { payout_details: 1, members: 5, documents: 10 };

function linesOf(shape: Shape, path: string): Line[] {
  if (shape.properties !== undefined) {
    return Object.entries(shape.properties).flatMap(([name, each]) => linesOf(each, path ? `${path}.${name}` : name));
  }
  if (shape.items?.properties === undefined) return [{ path, shape }];
  return Array.from({ length: repeated[path] ?? 1 }, (_, at) => linesOf(shape.items!, `${path}[${at}]`)).flat();
}

/** The form to fill in, as a workbook. */
export function blankForm(): Buffer {
  const rows: string[][] = [[title, '', '', ''], [...heading]];
  let section = '';
  for (const { path, shape } of linesOf(form as Shape, '')) {
    const next = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
    if (next !== section) rows.push([sectionName(next), '', '', '']);
    section = next;
    rows.push([labelOf(path, shape), '', path, allowedOf(shape)]);
  }
  return writeSheet('Application', rows, [48, 40, 36, 60]);
}

/** `members[0]` is what people call member 1. */
function sectionName(path: string): string {
  const [, name = path, index] = /^(\w+)\[(\d+)\]$/.exec(path) ?? [];
  const words =
    { company: 'Company', payout_details: 'Payout', members: 'Member', documents: 'Document' }[name] ?? name;
  return index === undefined ? words : `${words} ${Number(index) + 1}`;
}

function labelOf(path: string, { description }: Shape): string {
  const name = path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return description === undefined ? name : `${name}: ${description}`;
}

function allowedOf({ type, enum: values, items, format }: Shape): string {
  if (type === 'boolean') return 'yes, no';
  if (type === 'array') return `several with commas between: ${items?.enum?.join(', ') ?? 'text'}`;
  if (values !== undefined) return values.filter((value) => value !== '').join(' | ');
  return format?.replace('optional-', '') ?? '';
}

/** Whether a file is a form: a workbook by its title, CSV and JSON always, since no document is one. */
export function isForm(name: string, bytes: Buffer): boolean {
  if (/\.(csv|json)$/i.test(name)) return true;
  return /\.xlsx$/i.test(name) && readSheet(bytes)?.[0]?.[0]?.trim() === title;
}

/** What was read of a form, before it is known whether it is right. */
interface Draft {
  readonly given: unknown;
  readonly problems: readonly FieldError[];
}

/** Reads a form. Everything that is wrong with it is named at once, by the fields' paths. */
export function readForm(name: string, bytes: Buffer): Read {
  const draft = /\.json$/i.test(name) ? readJson(bytes) : readGrid(name, bytes);
  if (draft === undefined) {
    return { problems: [{ field: 'form', rule: 'unreadable', message: 'cannot be read as a form' }] };
  }
  const problems = draft.problems.length > 0 ? draft.problems : shapeErrors(form, draft.given);
  return problems.length > 0 ? { problems } : { form: draft.given as Form };
}

function readJson(bytes: Buffer): Draft | undefined {
  try {
    return { given: JSON.parse(bytes.toString('utf8')), problems: [] };
  } catch {
    return undefined;
  }
}

/** The rows of a form as an object of the API's shape; a field that nobody knows is named. */
function readGrid(name: string, bytes: Buffer): Draft | undefined {
  const grid = /\.csv$/i.test(name) ? readCsv(bytes) : readSheet(bytes);
  const top = grid?.findIndex((row) => row.some((cell) => cell.trim() === heading[2])) ?? -1;
  if (grid === undefined || top === -1) return undefined;
  const column = (title: string) => grid[top]!.findIndex((cell) => cell.trim() === title);
  const [value, field] = [column(heading[1]), column(heading[2])];
  const given: Given = { company: {} };
  const problems: FieldError[] = [];
  for (const row of grid.slice(top + 1)) {
    const [path, text] = [row[field]?.trim() ?? '', row[value]?.trim() ?? ''];
    if (path === '' || text === '') continue;
    const shape = shapes.get(unnumbered(path));
    if (shape === undefined) problems.push({ field: path, rule: 'unknown_field', message: 'is not known' });
    else place(given, path, typed(text, shape));
  }
  return { given, problems: [...problems, ...gaps(given)] };
}

function readCsv(bytes: Buffer): Grid | undefined {
  const text = bytes.toString('utf8');
  // Spreadsheet programs write what the country uses.
  const delimiter = [',', ';', '\t'].find((each) => text.includes(`${each}${heading[2]}`)) ?? ',';
  try {
    return parseCsv(text, { bom: true, relax_column_count: true, skip_empty_lines: true, delimiter, to_line: 1_000 });
  } catch {
    return undefined;
  }
}

type Given = Record<string, unknown>;
const unnumbered = (path: string) => path.replace(/\[\d{1,2}\]/, '[]');
const shapes = new Map(linesOf(form as Shape, '').map(({ path, shape }) => [unnumbered(path), shape]));

/** Puts a value where its path, which is one of the form's, says: `products`, `company.city`, `members[0].birthday`. */
function place(given: Given, path: string, value: unknown): void {
  const [, parent, index, name = path] = /^(\w+)(?:\[(\d+)\])?\.(\w+)$/.exec(path) ?? [];
  if (parent === undefined) {
    given[name] = value;
  } else if (index === undefined) {
    given[parent] = { ...(given[parent] as Given), [name]: value };
  } else {
    given[parent] ??= [];
    const list = given[parent] as Given[];
    list[Number(index)] = { ...list[Number(index)], [name]: value };
  }
}

/** A list's entry that was left out while a later one is filled in: a hole, which only `Array.from` shows. */
function gaps(given: Given): FieldError[] {
  const lists = Object.entries(given).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return lists.flatMap(([name, list]) =>
    Array.from(list).flatMap((each, at) =>
      each === undefined ? [{ field: `${name}[${at}]`, rule: 'gap', message: 'is empty, and a later one is not' }] : [],
    ),
  );
}

const booleans: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false };

/** A text as its field wants it. What does not fit stays a text, and is refused by the schema. */
function typed(text: string, { type, format }: Shape): unknown {
  if (type === 'boolean') return booleans[text.toLowerCase()] ?? text;
  if (type === 'number') return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'array') return text.split(/\s*[,;]\s*/).filter((each) => each !== '');
  // A cell that a program took for a date holds the days since the end of 1899.
  if (format?.endsWith('date') && /^\d{4,5}$/.test(text)) {
    return new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString().slice(0, 10);
  }
  return text;
}
