/**
 * An element of a message: elements, or text, and of attributes only the currency of an amount. Reading it node by node
 * out of the parser's memory would take most of a message's time, so the parser writes the document back in its normal
 * form, and this goes over that text once.
 */
export interface Element {
  readonly name: string;
  readonly parent: Element | undefined;
  children: readonly Element[];
  text: string;
  readonly currency: string | undefined;
}

/** Most elements have no children, and share this. */
const childless: readonly Element[] = Object.freeze([]);

/**
 * The tree of a document as libxml2 serialises it: well-formed, `<`, `>` and `&` escaped wherever they are no markup, no
 * CDATA. Nothing when it holds what no message of the schemes has: elements of another namespace than the root's, other
 * attributes than `Ccy`, text between elements.
 */
export function treeOf(serialised: string): Element | undefined {
  return new Scan(serialised).run();
}

class Scan {
  readonly #text: string;
  #root: Element | undefined;
  #open: Element | undefined;
  /** With its colon, when the root has one: all other elements then have the same. */
  #prefix = '';
  #isForeign = false;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Element | undefined {
    for (let at = this.#text.indexOf('<'); at !== -1 && !this.#isForeign; ) at = this.#step(at);
    return this.#isForeign ? undefined : this.#root;
  }

  /** Takes the markup that begins here and the text after it; answers where the next markup begins. */
  #step(at: number): number {
    const end = this.#markup(at);
    const next = this.#text.indexOf('<', end);
    if (next > end) this.#addText(this.#text.slice(end, next));
    return next;
  }

  #markup(at: number): number {
    switch (this.#text[at + 1]) {
      case '/':
        return this.#close(at);
      case '?':
        return this.#past('?>', at);
      case '!':
        return this.#past('-->', at);
      default:
        return this.#start(at);
    }
  }

  /** What has no such end is no comment and no instruction, and nothing that a message has. */
  #past(end: string, at: number): number {
    const found = this.#text.indexOf(end, at);
    if (found === -1) this.#isForeign = true;
    return found === -1 ? this.#text.length : found + end.length;
  }

  #close(at: number): number {
    const open = this.#open;
    if (open !== undefined && open.children.length > 0) {
      if (open.text !== '' && open.text.trim() !== '') this.#isForeign = true;
      open.text = '';
    }
    this.#open = open?.parent;
    return this.#text.indexOf('>', at) + 1;
  }

  #start(at: number): number {
    const end = this.#root === undefined ? this.#endOfQuoted(at) : this.#text.indexOf('>', at);
    const isEmpty = this.#text[end - 1] === '/';
    const tag = this.#text.slice(at + 1, isEmpty ? end - 1 : end);
    const element = this.#root === undefined ? this.#rootOf(tag) : this.#elementOf(tag);
    this.#append(element);
    if (!isEmpty) this.#open = element;
    return end + 1;
  }

  #append(element: Element): void {
    if (this.#open === undefined) return;
    if (this.#open.children === childless) this.#open.children = [element];
    else (this.#open.children as Element[]).push(element);
  }

  /** The root may declare namespaces and say where its schema is: what stands in quotes there is passed over. */
  #endOfQuoted(at: number): number {
    const tag = /[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/y;
    tag.lastIndex = at;
    tag.test(this.#text);
    return tag.lastIndex - 1;
  }

  #rootOf(tag: string): Element {
    const name = /^[^\s]*/.exec(tag)?.[0] ?? '';
    this.#prefix = name.slice(0, name.indexOf(':') + 1);
    this.#root = elementOf(name.slice(this.#prefix.length), undefined, undefined);
    return this.#root;
  }

  #elementOf(tag: string): Element {
    const blank = tag.indexOf(' ');
    const name = blank === -1 ? tag : tag.slice(0, blank);
    const currency = blank === -1 ? undefined : /^ Ccy="([^"]*)"$/.exec(tag.slice(blank))?.[1];
    if (!name.startsWith(this.#prefix) || name.includes(':', this.#prefix.length)) this.#isForeign = true;
    if (blank !== -1 && currency === undefined) this.#isForeign = true;
    return elementOf(name.slice(this.#prefix.length), this.#open, currency && unescaped(currency));
  }

  #addText(raw: string): void {
    if (this.#open === undefined) return;
    const text = unescaped(raw);
    this.#open.text = this.#open.text === '' ? text : this.#open.text + text;
  }
}

function elementOf(name: string, parent: Element | undefined, currency: string | undefined): Element {
  return { name, parent, children: childless, text: '', currency };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(raw: string): string {
  return raw.includes('&') ? raw.replace(/&(#?\w+);/g, (_, reference: string) => meant(reference)) : raw;
}

function meant(reference: string): string {
  if (!reference.startsWith('#')) return named[reference] ?? '';
  const code = reference.startsWith('#x') ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  return String.fromCodePoint(code);
}
