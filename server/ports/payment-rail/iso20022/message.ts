import type { XmlDocument } from 'libxml2-wasm';
import { type AccountReports, notifications, statements } from './account-report.ts';
import { type CancellationRequest, cancellationRequest } from './cancellation-request.ts';
import { Cursor, Reading } from './codec.ts';
import { type CreditTransfers, creditTransfers } from './credit-transfer.ts';
import { type Definition, isProblem } from './definition.ts';
import { type PaymentReturns, paymentReturns } from './payment-return.ts';
import { type Problem, problem, type Unreadable } from './problem.ts';
import { type Resolution, resolution } from './resolution.ts';
import type { Schemas } from './schemas.ts';
import { type StatusReport, statusReport } from './status-report.ts';
import { type StatusRequest, statusRequest } from './status-request.ts';
import { type Element, treeOf } from './tree.ts';
import { withDocument } from './xml.ts';

/** Every message that the bank exchanges with a scheme. Its `kind` is the message without its version. */
export type Message =
  | CreditTransfers
  | StatusReport
  | PaymentReturns
  | StatusRequest
  | CancellationRequest
  | Resolution
  | AccountReports<'camt.053'>
  | AccountReports<'camt.054'>;

const definitions: { readonly [K in Message['kind']]: Definition<Extract<Message, { readonly kind: K }>> } = {
  'pacs.008': creditTransfers,
  'pacs.002': statusReport,
  'pacs.004': paymentReturns,
  'pacs.028': statusRequest,
  'camt.056': cancellationRequest,
  'camt.029': resolution,
  'camt.053': statements,
  'camt.054': notifications,
};

const namespacePrefix = 'urn:iso:std:iso:20022:tech:xsd:';

/**
 * The message as XML, in the order of its schema and by the usage rules of its rail. Names and free text are brought
 * into the schemes' characters and cut to their lengths; anything else that a rail does not take is a fault.
 */
export function writeMessage<M extends Message>(message: M): string {
  const { name, root, write } = definitions[message.kind] as Definition<Message>;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespacePrefix}${name}"><${root}>${write(message)}</${root}></Document>\n`;
}

/** The same, or what keeps the message from being written: a value that the rail does not take. */
export function tryWriting(message: Message): string | Problem {
  const broken = (definitions[message.kind] as Definition<Message>).check(message);
  if (broken !== undefined) return broken;
  try {
    return writeMessage(message);
  } catch (error) {
    if (error instanceof RangeError) return problem('invalid_value', 'Document', error.message);
    throw error;
  }
}

/** Reads a message of any bank, or says why it cannot be taken. With schemas it must be valid by its own as well. */
export function readMessage(bytes: Buffer, schemas?: Schemas): Message | Unreadable {
  const read = withDocument(bytes, (document) => readDocument(document, schemas));
  return isProblem(read) ? { unreadable: read } : read;
}

function readDocument(document: XmlDocument, schemas: Schemas | undefined): Message | Problem {
  const { root } = document;
  const name = root.namespaceUri.startsWith(namespacePrefix) ? root.namespaceUri.slice(namespacePrefix.length) : '';
  const definition = definitions[name.slice(0, 8) as Message['kind']] as Definition<Message> | undefined;
  if (root.name !== 'Document' || definition === undefined) {
    return problem('unknown_message', root.name, 'not the Document of a message that we read');
  }
  if (name !== definition.name) return problem('wrong_version', 'Document', `expected ${definition.name}`);
  const invalid = schemas?.validate(document, name);
  if (invalid !== undefined) return invalid;
  const tree = treeOf(document.toString({ format: false }));
  return tree === undefined
    ? problem('foreign_content', 'Document', 'other namespaces, attributes or text than the message has')
    : readBody(tree, definition);
}

function readBody(tree: Element, definition: Definition<Message>): Message | Problem {
  const reading = new Reading();
  const cursor = new Cursor(tree, reading);
  const body = cursor.take(definition.root);
  if (body === undefined) cursor.missing(definition.root);
  cursor.end();
  const written = body && definition.codec.read(body, reading);
  return reading.problem ?? definition.accept(written!);
}
