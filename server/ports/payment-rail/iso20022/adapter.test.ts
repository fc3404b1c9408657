import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type PlayedNetwork, samplePayment as payment, paymentRailsConform, takeAll, taking } from '../conformance.ts';
import type { IncomingItem, Payment, ReceiveContext, ReceivedPayment } from '../port.ts';
import { IsoRails } from './adapter.ts';
import { transactionStatus } from './answers.ts';
import { MessageFolder } from './folder.ts';
import { type Message, readMessage, writeMessage } from './message.ts';
import {
  cancellationRequestOf,
  creditTransfersOf,
  paymentReturnsOf,
  resolutionOf,
  statusRequestOf,
} from './outgoing.ts';
import { isUnreadable } from './problem.ts';
import { isInstant } from './rails.ts';
import { openIsoRails } from './setup.ts';
import type { StatusReport } from './status-report.ts';

const root = mkdtempSync(join(tmpdir(), 'openemi-iso-'));
const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
  rmSync(root, { recursive: true, force: true });
});

// The rails of messages ask nothing of the bank's database, and real time is their time.
const context = undefined as unknown as ReceiveContext;
const clock = { now: () => new Date() };
const ours = { bic: 'BNBGBGSF', bicOf: () => 'COBADEFF' };
const theirs = { bic: 'COBADEFF', bicOf: () => 'BNBGBGSF' };
let banks = 0;

function open(instantUrl: string | null = null) {
  banks += 1;
  const folder = join(root, String(banks));
  const settings = { bic: ours.bic, folder, isBilateral: true, instantUrl, sftp: null, schemas: null };
  const { rails, listener } = openIsoRails({ ...settings, banks: { DE37: 'DEUTDEFF', DE37040044: 'COBADEFF' } }, clock);
  const names = (of: string) => {
    const path = join(folder, of);
    return existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith('.')) : [];
  };
  const messages = (of: string) => names(of).map((name) => read(readFileSync(join(folder, of, name))));
  return { rails, listener, folder: new MessageFolder(folder), root: folder, names, messages };
}

function read(text: string | Buffer): Message {
  const message = readMessage(Buffer.from(text));
  assert.ok(!isUnreadable(message));
  return message;
}

async function serve(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const instant: Payment = { ...payment, rail: 'sct_inst', id: 'i1' };

function reportOn(originalMessageId: string, more: Partial<StatusReport>): StatusReport {
  return {
    kind: 'pacs.002',
    messageId: `S-${originalMessageId.slice(0, 30)}`,
    createdAt: new Date(),
    instructingAgent: theirs.bic,
    instructedAgent: ours.bic,
    originalMessageId,
    originalMessageName: 'pacs.008.001.08',
    group: { status: null, originatorBic: null, reasonCode: null },
    transactions: [],
    ...more,
  };
}

/** The message by which the other bank sends an item. */
function messageOf(item: IncomingItem): Message {
  const now = new Date();
  const { instance, settlementDate } = payment;
  if (item.kind === 'payment') return creditTransfersOf({ ...item, instance, acceptedAt: now }, theirs, now);
  if (item.kind === 'recall') {
    const { creditor, original } = item;
    const recalled = {
      ...payment,
      ...original,
      debtor: payment.creditor,
      creditor: { ...payment.debtor, ...creditor },
    };
    return cancellationRequestOf({ ...item, instance, payment: recalled }, theirs, now);
  }
  assert.ok(item.kind !== 'status');
  const original: ReceivedPayment = { ...payment, id: item.payment, senderBic: ours.bic };
  if (item.kind === 'return') return paymentReturnsOf(item.id, [{ ...item, original, settlementDate }], theirs, now);
  const no = resolutionOf({ ...item, recall: item.id, original }, theirs, now);
  return { ...no, transactions: no.transactions.map((transaction) => ({ ...transaction, statusId: item.id })) };
}

/** The ids of what a message asks for. */
function idsIn(message: Message): string[] {
  switch (message.kind) {
    case 'pacs.008':
      return message.transactions.map(({ transactionId }) => transactionId);
    case 'pacs.004':
      return message.transactions.map(({ returnId }) => returnId);
    case 'camt.056':
      return message.transactions.map(({ cancellationId }) => cancellationId);
    case 'camt.029':
      return message.transactions.map(({ statusId }) => statusId);
    default:
      return [];
  }
}

/** The other bank: instant payments reach it over HTTP, everything else by files. */
async function openNetwork(): Promise<PlayedNetwork> {
  const other = open();
  let lost: 'message' | 'answer' | undefined;
  const url = await serve(async (request, response) => {
    const losing = lost;
    lost = undefined;
    if (losing === 'message') return void request.destroy();
    if (losing === 'answer') response.end = () => response.destroy();
    let isAnswered = false;
    const answered = other.listener(request, response).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) await other.rails.receive(context, takeAll);
    await answered;
  });
  const { rails, root: path, folder, messages } = open(url);
  const successor = new IsoRails({ ...ours, clock, folder: new MessageFolder(path, -1), isBilateral: true });
  const deliver = (message: Message) =>
    folder.deliver(`${message.kind}-${message.messageId}.xml`, Buffer.from(writeMessage(message)));
  const report = async (payment: string, status: string, reasonCode: string | null) => {
    await rails.receive(context, takeAll);
    const sent = messages('outbox').find((message) => message.kind === 'pacs.008' && idsIn(message).includes(payment));
    if (sent === undefined) return;
    const transactions = [transactionStatus(payment, null, status, reasonCode, theirs.bic)];
    await deliver(reportOn(sent.messageId, { transactions }));
    await rails.receive(context, takeAll);
  };
  return {
    rails,
    successor,
    context,
    settle: (payment) => report(payment, 'ACSC', null),
    reject: (payment, reasonCode) => report(payment, 'RJCT', reasonCode),
    deliver: (item) => deliver(messageOf(item)),
    losing(what) {
      lost = what;
      return instant;
    },
    sent: async () => [...messages('outbox'), ...other.messages('done')].flatMap(idsIn),
    sentBack: async ({ id, rail }) =>
      messages('outbox').flatMap((message) =>
        message.kind === (isInstant(rail) ? 'pacs.002' : 'pacs.004')
          ? message.transactions.flatMap(({ transactionId, reasonCode }) =>
              transactionId === id && reasonCode !== null ? [reasonCode] : [],
            )
          : [],
      ),
  };
}

paymentRailsConform(openNetwork);

test('payments of one rail and date go out in one message, to the bank of the longest beginning', async () => {
  const { rails, messages } = open();
  const submit = (id: string) => rails.submit(context, { ...payment, id, endToEndId: '/INV_7//2026/' });
  for (const id of ['a1', 'a2', 'a1']) assert.equal((await submit(id)).status, 'accepted');
  await rails.receive(context, takeAll);
  await rails.receive(context, takeAll);
  const [message, ...others] = messages('outbox');
  assert.deepEqual(others, []);
  assert.ok(message?.kind === 'pacs.008');
  assert.deepEqual(idsIn(message), ['a1', 'a2']);
  assert.deepEqual([message.instructedAgent, message.transactions[0]?.creditor.name], ['COBADEFF', 'Hans Muller']);
  assert.equal(message.transactions[0]?.reference, 'Faktura 7');
  assert.equal(message.transactions[0]?.endToEndId, '-INV-7-/2026-');
});

test('a payment that no bank is known for, or that the rail does not take, is rejected before it is sent', async () => {
  const { rails } = open();
  const nowhere = { ...payment.creditor, iban: 'FR1420041010050500013M02606' };
  const reason = async (more: Partial<Payment>) => rails.submit(context, { ...payment, ...more });
  assert.deepEqual(await reason({ creditor: nowhere }), { status: 'rejected', reasonCode: 'RC01' });
  assert.deepEqual(await reason({ amountMinor: 100_000_000_000n }), { status: 'rejected', reasonCode: 'AM12' });
  assert.deepEqual(await reason({ purposeCode: 'SALARY' }), { status: 'rejected', reasonCode: 'FF01' });
});

test('a payment is not taken back once it has left', async () => {
  const { rails } = open();
  await rails.submit(context, payment);
  await rails.receive(context, takeAll);
  assert.deepEqual(await rails.cancel(context, payment), { status: 'too_late' });
});

test('a report on a whole batch is one on each payment of it', async () => {
  const { rails, folder, messages } = open();
  for (const id of ['a1', 'a2']) await rails.submit(context, { ...payment, id });
  await rails.receive(context, takeAll);
  const group = { status: 'RJCT', originatorBic: null, reasonCode: 'FF01' };
  const report = reportOn(messages('outbox')[0]!.messageId, { group });
  await folder.deliver('report.xml', Buffer.from(writeMessage(report)));
  const { taken, take } = taking();
  await rails.receive(context, take);
  const state = { status: 'rejected', reasonCode: 'FF01' } as const;
  assert.deepEqual(
    taken.map((item) => item.kind === 'status' && [item.payment, item.state]),
    [
      ['a1', state],
      ['a2', state],
    ],
  );
  assert.deepEqual(await rails.inquire(context, { ...payment, id: 'a2' }), state);
});

test('a file that could not be taken keeps no other from being taken', async () => {
  const { rails, folder } = open();
  for (const id of ['a1', 'a2']) {
    const message = creditTransfersOf({ ...payment, id }, theirs, new Date());
    await folder.deliver(`${id}.xml`, Buffer.from(writeMessage(message)));
  }
  const { taken, take } = taking();
  const failing = async (items: readonly IncomingItem[]) => {
    if (items.some((item) => item.kind === 'payment' && item.id === 'a1')) throw new Error('the database is away');
    return take(items);
  };
  await assert.rejects(rails.receive(context, failing), /away/);
  assert.deepEqual(
    taken.map((item) => item.kind === 'payment' && item.id),
    ['a2'],
  );
});

test('instant: an answer is due in seven seconds; a payment that the message never held did not come with it', async () => {
  const peer = open();
  const url = await serve((request, response) => void peer.listener(request, response));
  const submitted = open(url).rails.submit(context, instant);
  const { taken, take } = taking();
  while (taken.length === 0) await peer.rails.receive(context, take);
  assert.equal((await submitted).status, 'accepted');
  const [item] = taken;
  assert.ok(item?.kind === 'payment' && item.answerBy !== null);
  assert.equal(item.answerBy.getTime() - instant.acceptedAt.getTime(), 7000);
  assert.deepEqual(peer.names('outbox'), []);
  const question = statusRequestOf({ ...instant, id: 'i2' }, 'Q1', ours, new Date());
  const answer = await fetch(url, { method: 'POST', body: writeMessage({ ...question, originalMessageId: 'i1' }) });
  const report = read(await answer.text());
  assert.ok(report.kind === 'pacs.002');
  assert.deepEqual([report.transactions[0]?.status, report.transactions[0]?.reasonCode], ['RJCT', 'NOOR']);
});

test('instant: what waits undecided at the other bank is not absent', async () => {
  const peer = open();
  const url = await serve((request, response) => void peer.listener(request, response));
  const { rails } = open(url);
  const message = creditTransfersOf(instant, ours, new Date());
  const posted = fetch(url, { method: 'POST', body: writeMessage(message) });
  while (peer.names('inbox').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(await rails.inquire(context, instant), { status: 'unknown' });
  await peer.rails.receive(context, async (items) => items.map(() => ({ accepted: false, reasonCode: 'AC06' })));
  assert.equal((await posted).status, 200);
  assert.deepEqual(await rails.inquire(context, instant), { status: 'rejected', reasonCode: 'AC06' });
});

test('instant: what cannot be read is rejected by its id, or refused with the reason', async () => {
  const peer = open();
  const url = await serve((request, response) => void peer.listener(request, response));
  const message = creditTransfersOf(instant, ours, new Date());
  const post = (body: string) => fetch(url, { method: 'POST', body });
  const wrong = await post(writeMessage(message).replace('>10.00<', '>11.00<'));
  const report = read(await wrong.text());
  assert.ok(report.kind === 'pacs.002');
  assert.deepEqual([report.originalMessageId, report.group.status, report.group.reasonCode], ['i1', 'RJCT', 'AM10']);
  const junk = await post('<junk/>');
  assert.deepEqual([junk.status, ((await junk.json()) as { rule: string }).rule], [400, 'unknown_message']);
  assert.equal((await post('x'.repeat(300_000))).status, 413);
  assert.equal((await fetch(url)).status, 405);
});
