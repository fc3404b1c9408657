import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ParseOption, XmlDocument, XmlElement } from 'libxml2-wasm';
import { readMessage } from './message.ts';
import { type Element, treeOf } from './tree.ts';

/** The scanner against the parser's own tree, over documents with everything that XML allows in such a place. */
type Shape = { readonly name: string; readonly currency: string | null; readonly content: readonly Shape[] | string };

const name = fc.constantFrom('A', 'Nm', 'CdtTrfTxInf', 'x-1', 'é');
const text = fc.string({ unit: fc.constantFrom(...'ab <>&"\'/!-?[]=é中\t\n\r😀'), maxLength: 12 });
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record({
    name,
    currency: fc.option(fc.constantFrom('EUR', '<&>"', ''), { nil: null }),
    content: fc.oneof({ maxDepth: 4 }, text, fc.array(tie('shape'), { maxLength: 4 })),
  }),
}));

const escaped = (plain: string) =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
// The library's tree has no processing instructions; they are tried with whole messages.
const noise = ['', '<!-- <a> & -->', '<!-- > -->', ' \n'];

function write({ name: plain, currency, content }: Shape, seed: number, prefix: string, more = ''): string {
  const tag = prefix + plain;
  const attributes = `${more}${currency === null ? '' : ` Ccy="${escaped(currency)}"`}`;
  const inner =
    typeof content === 'string'
      ? seed % 2 === 0 && !content.includes(']]>')
        ? `<![CDATA[${content}]]>`
        : escaped(content)
      : content.map((child, index) => noise[(seed + index) % 4] + write(child, seed + index, prefix)).join('');
  return inner === '' && seed % 3 === 0 ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inner}</${tag}>`;
}

type Plain = readonly [string, string | undefined, string | readonly Plain[]];

function byScanner({ name: tag, currency, text: own, children }: Element): Plain {
  return [tag, currency, children.length > 0 ? children.map(byScanner) : own];
}

function byParser(element: XmlElement): Plain {
  const children: Plain[] = [];
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) children.push(byParser(node));
  }
  return [element.name, element.attr('Ccy')?.value, children.length > 0 ? children : element.content];
}

test('the scanner sees what the parser sees', () => {
  fc.assert(
    fc.property(shape, fc.nat(11), fc.constantFrom('', 'iso:'), (root, seed, prefix) => {
      const declared = ' xmlns:iso="urn:iso" xmlns:q="urn:q" q:place="a > b"';
      const xml = write({ ...root, currency: null }, seed, prefix, declared);
      const document = XmlDocument.fromBuffer(Buffer.from(xml), {
        encoding: 'utf-8',
        option: ParseOption.XML_PARSE_NOCDATA,
      });
      const tree = treeOf(document.toString({ format: false }));
      assert.deepEqual(tree && byScanner(tree), byParser(document.root), xml);
      document.dispose();
    }),
    { numRuns: 500 },
  );
});

test('whatever comes, reading answers: a message, or why not', () => {
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10';
  const whole = `<Document xmlns="${namespace}"><FIToFIPmtStsRpt><GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-23T10:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pacs.008</OrgnlMsgNmId><GrpSts>ACCP</GrpSts></OrgnlGrpInfAndSts></FIToFIPmtStsRpt></Document>`;
  assert.equal('kind' in readMessage(Buffer.from(whole)), true);
  const piece = fc.constantFrom(
    '',
    '<',
    '>',
    '/',
    '"',
    '&amp;',
    '<a/>',
    '</GrpHdr>',
    'xmlns=""',
    '\u0000',
    '<![CDATA[',
    'é',
  );
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(20), piece, (at, length, put) => {
      const read = readMessage(Buffer.from(whole.slice(0, at) + put + whole.slice(at + length)));
      assert.ok('kind' in read || read.unreadable.reasonCode.length === 4);
    }),
    { numRuns: 1000 },
  );
});
