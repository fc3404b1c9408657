import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { IncomingAnswer, IncomingItem, Payment, ReceiveContext } from '../port.ts';
import { MessageFolder } from './folder.ts';
import { readMessage, writeMessage } from './message.ts';
import { creditTransfersOf, statusRequestOf } from './outgoing.ts';
import { isUnreadable } from './problem.ts';
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
let banks = 0;

function open(instantUrl: string | null = null) {
  banks += 1;
  const folder = join(root, String(banks));
  const settings = { bic: 'BNBGBGSF', folder, isBilateral: true, instantUrl, sftp: null, schemas: null };
  const { rails, listener } = openIsoRails({ ...settings, banks: { DE37: 'DEUTDEFF', DE37040044: 'COBADEFF' } }, clock);
  return {
    rails,
    listener,
    folder: new MessageFolder(folder),
    names: (of: string) => readdirSync(join(folder, of)),
    read: (of: string, name: string) => readMessage(readFileSync(join(folder, of, name))),
    fetch: (name: string) => renameSync(join(folder, 'outbox', name), join(root, `${banks}-${name}`)),
  };
}

const today = new Date().toISOString().slice(0, 10);
const payment: Payment = {
  instance: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01',
  rail: 'sct',
  id: 'a1',
  amountMinor: 1000n,
  currency: 'EUR',
  settlementDate: today,
  acceptedAt: new Date(),
  reference: 'Фактура 7',
  endToEndId: null,
  purposeCode: null,
  debtor: {
    name: 'Мария Петрова',
    address: null,
    bic: null,
    iban: 'BG80BNBG96611020345678',
    sortCode: null,
    accountNumber: null,
  },
  creditor: {
    name: 'Hans Müller',
    address: null,
    bic: null,
    iban: 'DE89370400440532013000',
    sortCode: null,
    accountNumber: null,
  },
};
const instant: Payment = { ...payment, rail: 'sct_inst', id: 'i1' };

const takeAll = async (items: readonly IncomingItem[]): Promise<IncomingAnswer[]> =>
  items.map(() => ({ accepted: true }));

test('payments of one rail and date go out in one message, to the bank of the longest beginning', async () => {
  const { rails, names, read } = open();
  const submit = (id: string) => rails.submit(context, { ...payment, id, endToEndId: '/INV_7//2026/' });
  for (const id of ['a1', 'a2', 'a1']) assert.equal((await submit(id)).status, 'accepted');
  assert.equal((await rails.inquire(context, payment)).status, 'pending');
  await rails.receive(context, takeAll);
  await rails.receive(context, takeAll);
  const [name, ...others] = names('outbox');
  assert.deepEqual(others, []);
  const message = read('outbox', name!);
  assert.ok(!isUnreadable(message) && message.kind === 'pacs.008');
  assert.deepEqual(
    message.transactions.map(({ transactionId }) => transactionId),
    ['a1', 'a2'],
  );
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

test('a payment is taken back while it waits, and afterwards it never goes', async () => {
  const { rails, names } = open();
  assert.equal((await rails.inquire(context, payment)).status, 'absent');
  assert.deepEqual(await rails.cancel(context, payment), { status: 'too_late' });
  await rails.submit(context, payment);
  assert.deepEqual(await rails.cancel(context, payment), { status: 'canceled' });
  assert.deepEqual(await rails.inquire(context, payment), { status: 'rejected', reasonCode: 'CUST' });
  assert.deepEqual(await rails.submit(context, payment), { status: 'rejected', reasonCode: 'CUST' });
  await rails.receive(context, takeAll);
  assert.deepEqual(names('outbox'), []);
  await rails.submit(context, { ...payment, id: 'a2' });
  await rails.receive(context, takeAll);
  assert.deepEqual(await rails.cancel(context, { ...payment, id: 'a2' }), { status: 'too_late' });
});

test('a report on a whole batch is one on each payment of it', async () => {
  const { rails, folder, names } = open();
  for (const id of ['a1', 'a2']) await rails.submit(context, { ...payment, id });
  await rails.receive(context, takeAll);
  const batch = names('outbox')[0]!.replace(/^pacs\.008-|\.xml$/g, '');
  const report: StatusReport = {
    kind: 'pacs.002',
    messageId: 'S1',
    createdAt: new Date(),
    instructingAgent: 'COBADEFF',
    instructedAgent: 'BNBGBGSF',
    originalMessageId: batch,
    originalMessageName: 'pacs.008.001.08',
    group: { status: 'RJCT', originatorBic: null, reasonCode: 'FF01' },
    transactions: [],
  };
  await folder.deliver('report.xml', Buffer.from(writeMessage(report)));
  const heard: IncomingItem[] = [];
  await rails.receive(context, async (items) => {
    heard.push(...items);
    return takeAll(items);
  });
  const state = { status: 'rejected', reasonCode: 'FF01' } as const;
  assert.deepEqual(
    heard.map((item) => item.kind === 'status' && [item.payment, item.state]),
    [
      ['a1', state],
      ['a2', state],
    ],
  );
  assert.deepEqual(await rails.inquire(context, { ...payment, id: 'a2' }), state);
});

test('when taking fails, the file is offered again, and others are taken meanwhile', async () => {
  const { rails, folder } = open();
  for (const id of ['a1', 'a2']) {
    const message = creditTransfersOf({ ...payment, id }, { bic: 'COBADEFF', bicOf: () => 'BNBGBGSF' }, new Date());
    await folder.deliver(`${id}.xml`, Buffer.from(writeMessage(message)));
  }
  const taken: string[] = [];
  const take = async (items: readonly IncomingItem[]) => {
    taken.push(...items.map((item) => (item.kind === 'payment' ? item.id : '')));
    return takeAll(items);
  };
  const failing = async (items: readonly IncomingItem[]) => {
    if (items.some((item) => item.kind === 'payment' && item.id === 'a1')) throw new Error('the database is away');
    return take(items);
  };
  await assert.rejects(rails.receive(context, failing), /away/);
  assert.deepEqual(taken, ['a2']);
  await rails.receive(context, take);
  await rails.receive(context, take);
  assert.deepEqual(taken, ['a2', 'a1']);
});

async function serve(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('instant: no answer is unknown; the inquiry finds that it never came, and it is handed in once more', async () => {
  const peer = open();
  let isAway = true;
  const url = await serve((request, response) => {
    if (isAway) request.destroy();
    else void peer.listener(request, response);
  });
  const { rails } = open(url);
  assert.deepEqual(await rails.submit(context, instant), { status: 'unknown' });
  assert.deepEqual(await rails.inquire(context, instant), { status: 'unknown' });
  isAway = false;
  assert.deepEqual(await rails.inquire(context, instant), { status: 'absent' });
  const submitted = rails.submit(context, instant);
  const answers: IncomingItem[] = [];
  while (answers.length === 0) {
    await peer.rails.receive(context, async (items) => {
      answers.push(...items);
      return takeAll(items);
    });
  }
  assert.equal((await submitted).status, 'accepted');
  const [item] = answers;
  assert.ok(item?.kind === 'payment' && item.answerBy !== null);
  assert.equal(item.answerBy.getTime() - instant.acceptedAt.getTime(), 7000);
  assert.equal((await rails.inquire(context, instant)).status, 'settled');
  assert.deepEqual(peer.names('outbox'), []);
  // A payment that the message never held did not come with it.
  const identity = { bic: 'BNBGBGSF', bicOf: () => 'COBADEFF' };
  const question = statusRequestOf({ ...instant, id: 'i2' }, 'Q1', identity, new Date());
  const answer = await fetch(url, { method: 'POST', body: writeMessage({ ...question, originalMessageId: 'i1' }) });
  const report = readMessage(Buffer.from(await answer.text()));
  assert.ok(!isUnreadable(report) && report.kind === 'pacs.002');
  assert.deepEqual([report.transactions[0]?.status, report.transactions[0]?.reasonCode], ['RJCT', 'NOOR']);
});

test('instant: what waits undecided at the other bank is not absent', async () => {
  const peer = open();
  const { rails } = open(await serve((request, response) => void peer.listener(request, response)));
  const message = creditTransfersOf(instant, { bic: 'BNBGBGSF', bicOf: () => 'COBADEFF' }, new Date());
  const posted = fetch(await serve((request, response) => void peer.listener(request, response)), {
    method: 'POST',
    body: writeMessage(message),
  });
  while (!peerHolds(peer)) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(await rails.inquire(context, instant), { status: 'unknown' });
  await peer.rails.receive(context, async (items) => items.map(() => ({ accepted: false, reasonCode: 'AC06' })));
  assert.equal((await posted).status, 200);
  assert.deepEqual(await rails.inquire(context, instant), { status: 'rejected', reasonCode: 'AC06' });
});

function peerHolds(peer: ReturnType<typeof open>): boolean {
  try {
    return peer.names('inbox').some((name) => !name.startsWith('.'));
  } catch {
    return false;
  }
}

test('instant: what cannot be read is rejected by its id, or refused with the reason', async () => {
  const peer = open();
  const url = await serve((request, response) => void peer.listener(request, response));
  const message = creditTransfersOf(instant, { bic: 'BNBGBGSF', bicOf: () => 'COBADEFF' }, new Date());
  const post = (body: string) => fetch(url, { method: 'POST', body });
  const wrong = await post(writeMessage(message).replace('>10.00<', '>11.00<'));
  const report = readMessage(Buffer.from(await wrong.text()));
  assert.ok(!isUnreadable(report) && report.kind === 'pacs.002');
  assert.deepEqual([report.originalMessageId, report.group.status, report.group.reasonCode], ['i1', 'RJCT', 'AM10']);
  const junk = await post('<junk/>');
  assert.deepEqual([junk.status, ((await junk.json()) as { rule: string }).rule], [400, 'unknown_message']);
  assert.equal((await post('x'.repeat(300_000))).status, 413);
  assert.equal((await fetch(url)).status, 405);
});
