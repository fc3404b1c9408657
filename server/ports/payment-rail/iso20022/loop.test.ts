import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxAdapters } from '../../../adapters.ts';
import { applyProgram, sandboxPrograms } from '../../../domains/programs/service.ts';
import { bind } from '../../../kernel/port.ts';
import { isRefused } from '../../../kernel/refusal.ts';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';
import { paymentRails } from '../port.ts';
import { IsoRails } from './adapter.ts';
import { MessageFolder } from './folder.ts';
import { instantClient, instantListener } from './instant.ts';

/**
 * Two banks, each with its own database, that know each other by messages alone: the outbox of one is the inbox of the
 * other, and instant payments go over HTTP.
 */
interface Side {
  readonly bank: TestBank;
  readonly listener: Server;
  readonly folder: string;
  readonly call: TestBank['call'];
}

let root: string;
let here: Side;
let there: Side;

const clock = { now: () => new Date() };
const bics = { here: 'OEMIBGSF', there: 'PEERBGSF' };

async function openSide(name: 'here' | 'there', peerPort: number): Promise<Omit<Side, 'listener'>> {
  const folder = join(root, name);
  const rails = new IsoRails({
    bic: bics[name],
    bicOf: ({ iban }) => (iban === null ? undefined : iban.slice(4, 8) === 'PEER' ? bics.there : bics.here),
    folder: new MessageFolder(folder),
    clock,
    isBilateral: true,
    instant: instantClient(`http://127.0.0.1:${peerPort}/`),
  });
  const bank = await openTestBank({ ports: [...sandboxAdapters(), bind(paymentRails, rails)] });
  bank.clock.set(new Date());
  // Programs are remembered by instance in the whole process, so the two banks use different ones.
  const key = name === 'here' ? bank.sandbox.first : bank.sandbox.second;
  return { bank, folder, call: (operation, input) => bank.call(operation, { key, ...input }) };
}

async function listen(name: 'here' | 'there'): Promise<Server> {
  const handle = instantListener({ bic: bics[name], clock, folder: new MessageFolder(join(root, name)) });
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'openemi-rails-'));
  for (const [name, peer] of [
    ['here', 'there'],
    ['there', 'here'],
  ] as const) {
    await mkdir(join(root, name, 'outbox'), { recursive: true });
    await mkdir(join(root, peer), { recursive: true });
    await symlink(join(root, name, 'outbox'), join(root, peer, 'inbox'));
  }
  const [listensHere, listensThere] = [await listen('here'), await listen('there')];
  here = { ...(await openSide('here', portOf(listensThere))), listener: listensHere };
  there = { ...(await openSide('there', portOf(listensHere))), listener: listensThere };
  const issuer = {
    bank: 'PEER',
    bg_branch: '0001',
    bg_bic: 'PEERBGSF',
    gb_sort_code: '200000',
    gb_bic: 'PEERGB2L',
  };
  for (const program of sandboxPrograms) {
    const { database } = there.bank.bank;
    const applied = await applyProgram(database, there.bank.sandbox.second.instance, { ...program, issuer });
    assert.equal(isRefused(applied), false, JSON.stringify(applied));
  }
});

after(async () => {
  for (const { bank, listener } of [here, there]) {
    listener.close();
    await bank.close();
  }
  await rm(root, { recursive: true, force: true });
});

const person = { first_name: 'Ana', last_name: 'Dimova', birthday: '1984-02-29', nationality: 'BG', country: 'BG' };
let people = 0;

async function funded({ call }: Side, program = 'EUR-CONSUMER', amount = 100) {
  people += 1;
  const user = await call('user_create', { body: { email: `loop${people}@example.org`, ...person } });
  const { data } = await call('account_create', { body: { program, user: user.data.token } });
  await call('sim_account_fund', { params: { account: data.token }, body: { amount } });
  const [{ token, iban, sort_code, account_number }] = data.balances;
  return { account: data.token as string, balance: token as string, iban, sort_code, account_number };
}

async function current({ call }: Side, account: string): Promise<number> {
  return (await call('account_details', { params: { account } })).data.balances[0].current;
}

async function pay({ call }: Side, balance: string, creditor: object, more: object = {}) {
  const body = { amount: 10, currency: 'EUR', reference: 'Invoice 7', debtor: { balance }, creditor, ...more };
  const { code, data } = await call('transfer_create', { body });
  assert.equal(code, 0, JSON.stringify([data, creditor]));
  return data.transaction as string;
}

async function statusOf({ call }: Side, transaction: string) {
  return (await call('transaction_details', { params: { transaction } })).data;
}

/** Lets both banks work until nothing goes between them any more. */
async function exchange(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await here.bank.settle();
    await there.bank.settle();
  }
}

/** The same while the first bank waits for answers of the other: both work at once. */
async function exchangeInstantly(): Promise<void> {
  let isSent = false;
  const sending = here.bank.settle().then(() => {
    isSent = true;
  });
  while (!isSent) await there.bank.settle();
  await sending;
}

test('a credit transfer leaves one bank and arrives at the other, and both know that it settled', async () => {
  const payer = await funded(here);
  const payee = await funded(there);
  const paid = await pay(here, payer.balance, { iban: payee.iban, name: 'Ана Димова' });
  await exchange();
  assert.equal((await statusOf(here, paid)).status, 'completed');
  assert.deepEqual([await current(here, payer.account), await current(there, payee.account)], [90, 110]);
  const { items } = (
    await there.call('transactions_list', {
      params: { page: 1, limit: 10 },
      query: { account: payee.account },
    })
  ).data;
  assert.deepEqual([items[0].amount, items[0].counterpart.name, items[0].reference], [10, 'Ana Dimova', 'Invoice 7']);
});

test('a payment for an account that is closed comes back with the reason', async () => {
  const payer = await funded(here);
  const payee = await funded(there);
  await there.call('account_terminate', { params: { account: payee.account } });
  const paid = await pay(here, payer.balance, { iban: payee.iban, name: 'Ana Dimova' });
  await exchange();
  const { status, reason_code } = await statusOf(here, paid);
  assert.deepEqual([status, reason_code], ['returned', 'AC04']);
  assert.equal(await current(here, payer.account), 100);
});

test('instant payments are answered over HTTP: one accepted, one rejected', async () => {
  const payer = await funded(here);
  const payee = await funded(there);
  const closed = await funded(there);
  await there.call('account_terminate', { params: { account: closed.account } });
  const good = await pay(here, payer.balance, { iban: payee.iban, name: 'Ana Dimova' }, { is_instant: true });
  const bad = await pay(here, payer.balance, { iban: closed.iban, name: 'Ana Dimova' }, { is_instant: true });
  await exchangeInstantly();
  assert.equal((await statusOf(here, good)).status, 'completed');
  const { status, reason_code } = await statusOf(here, bad);
  assert.deepEqual([status, reason_code], ['rejected', 'AC04']);
  assert.deepEqual([await current(here, payer.account), await current(there, payee.account)], [90, 110]);
});

test('pounds go by sort code over HTTP, leva by IBAN in a file', async () => {
  const [pounds, leva] = [await funded(here, 'GBP-CONSUMER'), await funded(here, 'BGN-CONSUMER')];
  const [jane, ivan] = [await funded(there, 'GBP-CONSUMER'), await funded(there, 'BGN-CONSUMER')];
  const { sort_code, account_number } = jane;
  const fast = await pay(here, pounds.balance, { sort_code, account_number, name: 'Jane Doe' }, { currency: 'GBP' });
  await exchangeInstantly();
  const slow = await pay(here, leva.balance, { iban: ivan.iban, name: 'Иван' }, { currency: 'BGN' });
  await exchange();
  for (const paid of [fast, slow]) assert.equal((await statusOf(here, paid)).status, 'completed');
  assert.deepEqual([await current(there, jane.account), await current(there, ivan.account)], [110, 110]);
});

test('a recall is refused once, and a second one brings the money back', async () => {
  const payer = await funded(here);
  const payee = await funded(there);
  const paid = await pay(here, payer.balance, { iban: payee.iban, name: 'Ana Dimova' });
  await exchange();
  const { items } = (
    await there.call('transactions_list', { params: { page: 1, limit: 10 }, query: { account: payee.account } })
  ).data;
  const received = items[0].token;
  for (const answer of [{ accepted: false, reason_code: 'CUST' }, { accepted: true }]) {
    const asked = await here.call('transfer_recall', {
      params: { transaction: paid },
      body: { reason_code: 'TECH' },
    });
    assert.equal(asked.code, 0, JSON.stringify(asked.data));
    await exchange();
    const answered = await there.call('transfer_recall_answer', {
      params: { transaction: received },
      body: answer,
    });
    assert.equal(answered.code, 0, JSON.stringify(answered.data));
    await exchange();
    const expected = answer.accepted ? 'returned' : 'completed';
    assert.equal((await statusOf(here, paid)).status, expected);
  }
  assert.deepEqual([await current(here, payer.account), await current(there, payee.account)], [100, 100]);
});

test('a file that comes twice is booked once; one that is no message is laid aside with the reason', async () => {
  const payer = await funded(here);
  const payee = await funded(there);
  await pay(here, payer.balance, { iban: payee.iban, name: 'Ana Dimova' });
  await here.bank.settle();
  await here.bank.settle();
  const [name] = (await readdir(join(here.folder, 'outbox'))).filter((file) => file.startsWith('pacs.008'));
  const folder = new MessageFolder(there.folder);
  const bytes = await readFile(join(here.folder, 'outbox', name!));
  await exchange();
  await folder.deliver(name!, bytes);
  await folder.deliver('junk.xml', Buffer.from('<junk/>'));
  await exchange();
  assert.equal(await current(there, payee.account), 110);
  const refused = await readdir(join(there.folder, 'refused'));
  assert.ok(refused.some((file) => file.endsWith('junk.xml.reason.json')));
  assert.deepEqual(await readdir(join(there.folder, 'taking')), []);
});
