import { isUtf8 } from 'node:buffer';
import { ParseOption, XmlDocument, XmlLibError } from 'libxml2-wasm';
import { type Problem, problem } from './problem.ts';

/** Of the document only what stands in it is read: nothing is fetched, and no entity but the five of XML exists. */
const options =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NOCDATA |
  ParseOption.XML_PARSE_COMPACT;

/** 10,000 transactions with all their texts take about 20 MB. */
const bytesMax = 48 * 1024 * 1024;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Parses a message and hands its document to `use`; the document is gone afterwards. Answers a problem when the bytes
 * are too many, not UTF-8, not well-formed, or hold a DOCTYPE, which is looked for before anything is parsed: that ends
 * all attacks by entities.
 */
export function withDocument<T>(bytes: Buffer, use: (document: XmlDocument) => T): T | Problem {
  const objection = objectionTo(bytes);
  if (objection !== undefined) return objection;
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { encoding: 'utf-8', option: options });
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const [first] = error.details;
    return problem('not_well_formed', '', `line ${first?.line ?? 0}, column ${first?.col ?? 0}`);
  }
  try {
    return use(document);
  } finally {
    document.dispose();
  }
}

function objectionTo(bytes: Buffer): Problem | undefined {
  if (bytes.length > bytesMax) return problem('too_large', '', `${bytes.length} bytes, at most ${bytesMax}`);
  if (!isUtf8(bytes)) return problem('encoding', '', 'not UTF-8');
  const start = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(
    bytes.toString('latin1', start, start + 200),
  );
  if (declaration !== null && declaration[1]?.toLowerCase() !== 'utf-8') {
    return problem('encoding', '', 'declared as something else than UTF-8');
  }
  return bytes.includes('<!DOCTYPE') ? problem('doctype', '', 'a document type declaration') : undefined;
}
