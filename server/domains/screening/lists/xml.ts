import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { ListError } from './official-list.ts';

/** An element of an official file, by local names: the authorities change their namespaces from year to year. */
export interface Xml {
  readonly name: string;
  /** An attribute; the empty string where it is not there. */
  attribute(name: string): string;
  /** All children of this name. */
  all(name: string): readonly Xml[];
  /** The text of the first child of this name, trimmed; the empty string where there is none. */
  text(name: string): string;
  /** The element's own text, trimmed. */
  readonly content: string;
}

/**
 * Reads a well-formed document and hands its root to `read`. A document type is refused before the parser sees it: no
 * list has one, and entities are how a small file becomes a large one.
 */
export function withXml<T>(text: string, name: string, read: (root: Xml) => T): T {
  if (/<!DOCTYPE/i.test(text)) throw new ListError(`${name} has a document type, which no official list has`);
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(text);
  } catch (error) {
    throw new ListError(`${name} is not well-formed XML: ${(error as Error).message.trim().split('\n')[0]}`);
  }
  try {
    return read(wrap(document.root));
  } finally {
    document.dispose();
  }
}

function wrap(element: XmlElement): Xml {
  let children: Xml[] | undefined;
  const all = (name: string) => {
    children ??= elementsOf(element).map(wrap);
    return children.filter((child) => child.name === name);
  };
  return {
    name: element.name,
    attribute: (name) => element.attr(name)?.value.trim() ?? '',
    all,
    text: (name) => all(name)[0]?.content ?? '',
    get content() {
      return element.content.trim();
    },
  };
}

function elementsOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement) found.push(child);
  }
  return found;
}
