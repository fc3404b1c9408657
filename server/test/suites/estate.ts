import assert from 'node:assert/strict';
import { newId } from '../../kernel/ids.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { SandboxInstance } from '../../seed.ts';
import type { CallInput, TestBank } from '../test-bank.ts';
import { fieldsOf } from './fields.ts';
import { wireGroups } from './wire-estate.ts';

/**
 * What one instance owns, by the names under which requests speak of it: `account`, or `debtor.balance` where the place
 * matters, or `transfer_cancel.transaction` where the operation does. A function makes another value for every request: what has to be unique.
 */
export type Estate = Readonly<Record<string, string | (() => string)>>;

const email = () => `${newId()}@example.com`;

/** What passes verification in the sandbox. */
const person = { first_name: 'Ana', last_name: 'Dimova', birthday: '1984-02-29', nationality: 'BG', country: 'BG' };

/** A file that nobody has yet, in base64. */
const pdf = () => Buffer.from(`%PDF-1.4\n% ${newId()}\n%%EOF\n`).toString('base64');

type Call = (operation: string, input: CallInput) => ReturnType<TestBank['call']>;
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON the operation's schema says
export type Done = (operation: string, input: CallInput) => Promise<any>;

/** Things of an instance that belong together, made through the API, and done away with where there may be only so many. */
export interface Group {
  open(done: Done, bank: TestBank, hook: string, call: Call): Promise<Estate>;
  leave?(call: Call, group: Estate): Promise<unknown>;
}

/**
 * A new noun gets its line in one of these or a group of its own: the name of the parameter or field, and a real token
 * of it.
 */
const groups: readonly Group[] = [
  {
    async open(done) {
      const user = await done('user_create', { body: { email: email(), ...person } });
      const open = () => done('account_create', { body: { program: 'EUR-CONSUMER', user: user.token } });
      const [account, other] = [await open(), await open()];
      const load = await done('sim_account_fund', { params: { account: other.token }, body: { amount: 1_000 } });
      const [balance, otherBalance] = [account, other].map(({ balances }) => balances[0].token);
      return {
        user: user.token,
        // Without money, so that it can be closed.
        account: account.token,
        main: other.token,
        balance,
        'debtor.balance': otherBalance,
        'creditor.balance': balance,
        transaction: load.transaction,
        link: load.transaction,
      };
    },
  },
  {
    // It hears of nothing but its own tests, so that nobody waits for its deliveries.
    async open(done, _bank, url) {
      return { webhook: (await done('webhook_create', { body: { url, actions: ['KEY.EXPIRING'] } })).token };
    },
    leave: (call, { webhook }) => call('webhook_delete', { params: { webhook: String(webhook) } }),
  },
  {
    async open(done, { bank }) {
      const documented = bank.operations.find(({ name }) => name === 'key_create')?.example.body;
      return { key: (await done('key_create', { body: documented })).token };
    },
    leave: (call, { key }) => call('key_delete', { params: { key: String(key) } }),
  },
  {
    // A case that waits for its decision.
    async open(_done, _bank, _hook, call) {
      const { data } = await call('aml_check', { body: { first_name: 'Ana', last_name: 'Sanction' } });
      return { aml: data.token };
    },
  },
  {
    async open(done) {
      const body = { iban: 'DE89370400440532013000', account_name: 'Erika Mustermann' };
      return { vop: (await done('vop', { body })).token };
    },
  },
  {
    // Complete, and checked as soon as the clock moves on: so every operation on it finds it open.
    async open(done) {
      const { token: application, company } = await done('application_create', { body: { products: ['pos'] } });
      const params = { application };
      const body = { payout_details: [{ currency: 'GBP', sort_code: '200000', account_number: '55779911' }] };
      await done('application_update', { params, body });
      const office = { legal_name: 'Rila Trade', country: 'BG', city: 'Sofia', zip: '1000', address1: 'ul. Shipka 6' };
      const contact = { contact_email: 'office@rila.example', business_activity: '47' };
      await done('company_update', { params, body: { ...office, ...contact } });
      const { country: country_of_residence, ...owner } = person;
      const member = await done('company_add_member', {
        params,
        body: { type: ['ubo'], country_of_residence, ...owner },
      });
      const document = await done('company_add_document', { params, body: { file: pdf(), file_type: 'pdf' } });
      return {
        application,
        company: company.token,
        member: member.token,
        document: document.token,
        file: pdf,
      };
    },
  },
  ...wireGroups,
  {
    async open(done) {
      const { items } = await done('events_list', { params: { page: 1, limit: 1 } });
      return { event: items[0].id, load_after: items[0].id };
    },
  },
  {
    // What goes wrong on order would go wrong for everybody else.
    open: async () => ({ 'sim_fault.kind': 'latency' }),
    leave: (call) => call('sim_fault', { body: { kind: 'latency', count: 0 } }),
  },
  {
    // Further on, what others wait with would be over.
    open: async () => ({ 'sim_clock_set.advance': '1s' }),
  },
];

/** An instance's things while suites use them up. */
export interface Estates {
  readonly now: Estate;
  /** Makes those anew that an operation's requests may speak of. */
  renew(operation: Operation): Promise<void>;
}

/** Opens users, accounts, money, transactions, a webhook, a key and events for an instance, all through the API. */
export async function openEstates(bank: TestBank, key: SandboxInstance, url: string): Promise<Estates> {
  const call: Call = (operation, input) => bank.call(operation, { ...input, key });
  const done: Done = async (operation, input) => {
    const answer = await call(operation, input);
    assert.equal(answer.code, 0, `${operation} for the estate: ${answer.text}`);
    return answer.data;
  };
  const opened: Estate[] = [];
  for (const group of groups) opened.push(await group.open(done, bank, url, call));
  const always = { merchant: key.merchant, program: 'EUR-CONSUMER', url, email };
  return {
    get now() {
      return Object.assign({}, always, ...opened);
    },
    async renew(operation) {
      const names = (['params', 'query', 'body'] as const)
        .flatMap((part) => fieldsOf(operation, part))
        .flatMap(({ path }) => [path.at(-1)!, `${operation.name}.${path.join('.')}`]);
      for (const [index, group] of groups.entries()) {
        const old = opened[index]!;
        if (!Object.keys(old).some((name) => names.includes(name))) continue;
        await group.leave?.(call, old);
        opened[index] = await group.open(done, bank, url, call);
      }
    },
  };
}

/** The tokens of an estate that somebody else could try. */
export function tokensOf(estate: Estate): [name: string, token: string][] {
  return Object.entries(estate).filter((entry): entry is [string, string] => /^[0-9a-f-]{36}$/.test(String(entry[1])));
}

/**
 * The value of a field: by the operation and the field's whole path, by the path, or else by its name; nothing where the
 * documented example will do.
 */
export function ownedValue(estate: Estate, operation: string, path: readonly string[]): string | undefined {
  const name = path.join('.');
  const value = estate[`${operation}.${name}`] ?? estate[name] ?? estate[path.at(-1)!];
  return typeof value === 'function' ? value() : value;
}
