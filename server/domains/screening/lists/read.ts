import { readEuCsv } from './eu-csv.ts';
import { readEuXml } from './eu-xml.ts';
import { readOfacCsv } from './ofac-csv.ts';
import { readOfacXml } from './ofac-xml.ts';
import { ListError, type OfficialList, textOf } from './official-list.ts';
import { readUkCsv } from './uk-csv.ts';
import { readUkXml } from './uk-xml.ts';
import { readUnXml } from './un-xml.ts';
import { withXml, type Xml } from './xml.ts';

/** A file and those that stand beside it: OFAC's CSV list is a set of four. */
export interface OfficialFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A file of the same folder; undefined where there is none. */
  beside(name: string): Uint8Array | undefined;
}

/** A list as read, with all the bytes that it was made of, for their digest. */
export interface ReadList {
  readonly official: OfficialList;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Reads an official file by what is in it, whatever it is called. Throws `ListError` when it is none, or not whole. */
export function readOfficialFile(file: OfficialFile): ReadList {
  const text = textOf(file.bytes, file.name);
  const own = { name: file.name, bytes: file.bytes };
  const start = text
    .slice(0, 4096)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('<')) return whole(withXml(text, file.name, readByRoot), [own]);
  if (/^"?(Report Date:|Last Updated"?,)/i.test(start)) return whole(readUkCsv(text), [own]);
  if (/^"?fileGenerationDate"?;/i.test(start)) return whole(readEuCsv(text), [own]);
  if (/^\d+,"/.test(start)) return readOfacSet(file, text);
  throw new ListError(`${file.name} is none of the official formats: sdn.xml, sdn.csv, EU, UN or UK list`);
}

function readByRoot(root: Xml): OfficialList {
  if (root.name === 'sdnList') return readOfacXml(root);
  if (root.name === 'export') return readEuXml(root);
  if (root.name === 'CONSOLIDATED_LIST') return readUnXml(root);
  if (root.name === 'Designations') return readUkXml(root);
  throw new ListError(`XML with the root ${root.name} is none of the official lists`);
}

function readOfacSet(file: OfficialFile, sdn: string): ReadList {
  const others = ['alt.csv', 'add.csv', 'sdn_comments.csv'].map((name) => {
    const bytes = file.beside(name);
    if (bytes === undefined) throw new ListError(`${name} must stand beside ${file.name}: the four files are one list`);
    return { name, bytes };
  });
  const [alt = '', add = '', comments = ''] = others.map(({ name, bytes }) => textOf(bytes, name));
  return whole(readOfacCsv({ sdn, alt, add, comments }), [{ name: file.name, bytes: file.bytes }, ...others]);
}

/** An empty list would clear everybody: it is never what an authority publishes. */
function whole(official: OfficialList, files: ReadList['files']): ReadList {
  if (official.entries.length === 0) throw new ListError(`${files[0]!.name} has no entries`);
  const ids = new Set(official.entries.map(({ id }) => id));
  if (ids.size < official.entries.length) throw new ListError(`${files[0]!.name} has two entries of one identifier`);
  return { official, files };
}
