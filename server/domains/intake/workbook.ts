import { strToU8, zipSync } from 'fflate';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { readZip } from '../documents/service.ts';

/** A sheet as rows of texts, and back: as much of SpreadsheetML (ISO/IEC 29500-1, 18) as a form needs. */
export type Grid = readonly (readonly string[])[];

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const maxRows = 1_000;
const maxColumns = 26;
/** A filled form has a hundredth of it; what is larger is somebody's own workbook. */
const maxPartBytes = 4 * 1024 * 1024;

/** The first sheet of a workbook; undefined when it is none, or not to be trusted. */
export function readSheet(bytes: Buffer): Grid | undefined {
  const entries = readZip(bytes);
  if (typeof entries === 'string') return undefined;
  const part = (name: string) => entries.find((entry) => entry.name === name)?.bytes;
  const sheet = part('xl/worksheets/sheet1.xml');
  const shared = part('xl/sharedStrings.xml');
  if (sheet === undefined || sheet.length + (shared?.length ?? 0) > maxPartBytes) return undefined;
  try {
    const texts = shared === undefined ? [] : withXml(shared, (root) => find(root, '//x:si').map(textOf));
    return withXml(sheet, (root) => gridOf(root, texts));
  } catch {
    return undefined;
  }
}

/** A document type is refused before the parser sees it: entities are how a small file becomes a large one. */
function withXml<T>(bytes: Buffer, read: (root: XmlElement) => T): T {
  const text = bytes.toString('utf8');
  if (/<!DOCTYPE/i.test(text)) throw new Error('a workbook has no document type');
  const document = XmlDocument.fromString(text);
  try {
    return read(document.root);
  } finally {
    document.dispose();
  }
}

function find(element: XmlElement, path: string): XmlElement[] {
  return element.find(path, { x: spreadsheet }) as XmlElement[];
}

/** The text of a cell or shared string, over all its runs; how it is to be pronounced is left out. */
function textOf(element: XmlElement): string {
  return find(element, './/x:t[not(ancestor::x:rPh)]')
    .map(({ content }) => content)
    .join('');
}

function gridOf(root: XmlElement, shared: readonly string[]): Grid {
  const rows = find(root, '/x:worksheet/x:sheetData/x:row').slice(0, maxRows);
  return rows.map((row) => {
    const cells: string[] = [];
    for (const cell of find(row, 'x:c').slice(0, maxColumns)) {
      const column = (cell.attr('r')?.value ?? '').charCodeAt(0) - 65;
      const inRange = column >= 0 && column < maxColumns;
      cells[inRange ? column : cells.length] = cellText(cell, shared);
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
}

function cellText(cell: XmlElement, shared: readonly string[]): string {
  const type = cell.attr('t')?.value;
  if (type === 'inlineStr') return textOf(cell);
  const value = find(cell, 'x:v')[0]?.content ?? '';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'yes' : 'no';
  // An error such as #REF! is no value.
  return type === 'e' ? '' : value;
}

/** Writes rows as a workbook with one sheet. All cells are text, so that no program makes dates or numbers of them. */
export function writeSheet(name: string, rows: Grid, widths: readonly number[]): Buffer {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const lines = rows.map((cells, at) => {
    const style = cells[1] === '' && cells[2] === '' ? 2 : at <= 1 ? 2 : 1;
    const written = cells.map((cell, column) => cellOf(String.fromCharCode(65 + column) + (at + 1), cell, style));
    return `<row r="${at + 1}">${written.join('')}</row>`;
  });
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${officeDocument}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(`${declaration}${xml}`)]);
  // The same bytes each time, whenever it is written.
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: '2026-01-01T00:00:00' }));
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationships(targets: readonly (readonly [string, string])[]): string {
  const each = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${officeDocument}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

/** Style 1: text, wrapped; style 2: the same in bold. 49 is the built-in number format for text. */
const styles = `<styleSheet xmlns="${spreadsheet}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

function cellOf(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
