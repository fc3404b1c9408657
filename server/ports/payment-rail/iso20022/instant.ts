import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../kernel/clock.ts';
import { messageKey, neverCame, rejectionOf, reportOf } from './answers.ts';
import type { CreditTransfers } from './credit-transfer.ts';
import type { MessageFolder } from './folder.ts';
import { type Message, readMessage, writeMessage } from './message.ts';
import { isUnreadable } from './problem.ts';
import type { Schemas } from './schemas.ts';
import type { StatusReport } from './status-report.ts';

/** Instant payments over HTTP: a message is POSTed, and the report is the answer to the same request. */
export interface InstantClient {
  /** Sends a pacs.008 or pacs.028; nothing when no report came in time, and then nobody knows. */
  send(message: Message): Promise<StatusReport | undefined>;
}

/** SEPA Instant: the payer's bank knows after ten seconds, or has to inquire. */
const answerWithinMs = 10_000;

export function instantClient(url: string, timeoutMs = answerWithinMs): InstantClient {
  return {
    async send(message) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/xml' },
          body: writeMessage(message),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) return undefined;
        const answer = readMessage(Buffer.from(await response.arrayBuffer()));
        return isUnreadable(answer) || answer.kind !== 'pacs.002' ? undefined : answer;
      } catch {
        return undefined;
      }
    },
  };
}

export interface InstantListenerOptions {
  readonly bic: string;
  readonly clock: Clock;
  readonly folder: MessageFolder;
  readonly schemas?: Schemas;
}

const bytesMax = 256 * 1024;
/** Shorter than the sender's patience; the bank itself refuses a payment that it has not decided two seconds before. */
const waitMs = 9_000;
const lookEveryMs = 25;

/**
 * Handles requests of the scheme: POST of a pacs.008 is put into the inbox, where any process of the bank takes it, and
 * answered by the pacs.002 that follows; POST of a pacs.028 by what is known. 400 with the reason for what cannot be read,
 * 504 when no decision came in time: the sender then inquires. Its promise rejects on a fault, without an answer.
 */
export function instantListener(options: InstantListenerOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return end(response, 405, { rule: 'method' });
    const bytes = await readBody(request);
    if (bytes === undefined) return end(response, 413, { rule: 'too_large' });
    const message = readMessage(bytes, options.schemas);
    if (isUnreadable(message)) {
      const rejection = rejectionOf(bytes, message.unreadable.reasonCode, options);
      return rejection === undefined ? end(response, 400, message.unreadable) : answer(response, rejection);
    }
    const report =
      message.kind === 'pacs.008'
        ? await decided(message, bytes, options)
        : message.kind === 'pacs.028'
          ? await answered(message, options)
          : undefined;
    if (report === undefined) return end(response, message.kind === 'pacs.008' ? 504 : 404, { rule: 'no_answer' });
    answer(response, report);
  };
}

function answer(response: ServerResponse, report: StatusReport): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(writeMessage(report));
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function end(response: ServerResponse, status: number, reason: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reason));
}

async function decided(
  message: CreditTransfers,
  bytes: Buffer,
  options: InstantListenerOptions,
): Promise<StatusReport | undefined> {
  const known = await reportOf(message, options);
  if (known !== undefined) return known;
  await options.folder.deliver(`${messageKey(message)}.xml`, bytes);
  for (let waited = 0; waited < waitMs; waited += lookEveryMs) {
    await pause(lookEveryMs);
    const report = await reportOf(message, options);
    if (report !== undefined) return report;
  }
  return undefined;
}

async function answered(
  message: Extract<Message, { kind: 'pacs.028' }>,
  options: InstantListenerOptions,
): Promise<StatusReport | undefined> {
  const known = await reportOf(message, options);
  if (known !== undefined || message.originalMessageId === null) return known;
  const { instructingAgent, originalMessageId } = message;
  const name = `${messageKey({ instructingAgent, messageId: originalMessageId })}.xml`;
  if (await options.folder.waits(name)) return undefined;
  // Between the two looks it may have been taken and decided.
  return (await reportOf(message, options)) ?? neverCame(message, options);
}
