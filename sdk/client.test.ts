import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../server/test/test-bank.ts';
import { NoAnswerError, type OpenEmi, OpenEmiError, type OpenEmiOptions, openEmi } from './index.ts';

let t: TestBank;
let emi: OpenEmi;

before(async () => {
  t = await openTestBank();
  emi = client();
});
after(() => t.close());

const client = (more: Partial<OpenEmiOptions> = {}) =>
  openEmi({ baseUrl: `${t.url}/`, ...t.sandbox.first, now: () => t.clock.now().getTime(), ...more });

async function fundedAccount(amount: number) {
  const account = await emi.accountCreate({ program: 'EUR-BUSINESS', merchant: t.sandbox.first.merchant });
  if (amount > 0) await emi.simAccountFund({ account: account.token, amount });
  return account;
}

/** A network that does something to the first tries and then lets through; keeps what was sent and how long was waited. */
function network(...tries: ((send: () => Promise<Response>) => Promise<Response>)[]) {
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const through: typeof fetch = (url, init) => {
    keys.push(new Headers(init?.headers).get('x-idempotency-key'));
    const send = () => fetch(url, init);
    return (tries.shift() ?? ((go) => go()))(send);
  };
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  return { keys, waits, options: { fetch: through, sleep } };
}

const answer = (body: object, headers: Record<string, string> = {}) =>
  Promise.resolve(Response.json(body, { headers }));
const reset = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));

test('fields go into path, query and body, and data comes back with exact amounts', async () => {
  const account = await fundedAccount(1234.56);
  const { balances } = await emi.accountDetails({ account: account.token });
  assert.equal(balances[0]?.available, 1234.56);
  const page = await emi.transactionsList({ page: 1, limit: 5, account: account.token, code: 'load' });
  assert.deepEqual([page.items.length, page.pagination.has_more], [1, false]);
  const other = await fundedAccount(0);
  await emi.accountTerminate({ account: account.token, sweep_to: other.balances[0]!.token });
  assert.equal((await emi.accountDetails({ account: other.token })).balances[0]?.available, 1234.56);
});

test('a refusal is thrown with its key, its fields and the request', async () => {
  const wrong = emi.transferCreate({ amount: -1, currency: 'EUR' } as never);
  await assert.rejects(wrong, (error: OpenEmiError) => {
    assert.ok(error instanceof OpenEmiError);
    assert.deepEqual(
      [error.code, error.key, error.operation],
      [11001, 'services.general.validation_error', 'transfer_create'],
    );
    assert.ok(error.errors.some(({ field }) => field === 'amount'));
    assert.match(error.message, /^transfer_create: Validation error \(11001\): .*amount must be > 0/);
    assert.match(error.requestId ?? '', /^[\da-f-]{36}$/);
    assert.match(error.idempotencyKey ?? '', /^[\da-f-]{36}$/);
    return true;
  });
  await assert.rejects(emi.accountDetails({} as never), /account_details needs account/);
});

test('a transfer whose answer was lost is done once', async () => {
  const [debtor, creditor] = [await fundedAccount(50), await fundedAccount(0)];
  const lost = network(async (send) => {
    await send();
    throw new TypeError('fetch failed');
  });
  const made = await client(lost.options).transferCreate({
    amount: 12.34,
    currency: 'EUR',
    reference: 'Once',
    debtor: { balance: debtor.balances[0]!.token },
    creditor: { balance: creditor.balances[0]!.token },
  });
  const { balances } = await emi.accountDetails({ account: debtor.token });
  assert.equal(balances[0]?.current, 37.66);
  assert.equal((await emi.transactionDetails({ transaction: made.transaction })).status, 'completed');
  assert.equal(new Set(lost.keys).size, 1);
  assert.equal(lost.keys.length, 2);
  assert.ok(lost.keys[0]);
});

test('429, an unknown outcome and a proxy are tried again, longer each time; reads without a key', async () => {
  const many = { code: 429, message: 'Too many requests', key: 'services.general.too_many_requests' };
  const unknown = { code: 500, message: 'not known', key: 'services.general.outcome_unknown' };
  const seen = network(
    () => answer(many, { 'retry-after': '7' }),
    () => answer(unknown),
    () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })),
    reset,
  );
  const list = await client(seen.options).programsList({ page: 1, limit: 1 });
  assert.equal(list.items.length, 1);
  assert.deepEqual(seen.keys, [null, null, null, null, null]);
  assert.equal(seen.waits[0], 7000);
  for (const [index, wait] of seen.waits.slice(1).entries()) {
    assert.ok(wait >= 2000 * 2 ** index && wait <= 3000 * 2 ** index, `${wait} ms`);
  }
});

test('it gives up after so many tries, and after one where nothing can be gained', async () => {
  const dead = network(reset, reset, reset);
  const given = { idempotencyKey: 'mine' };
  const call = client({ ...dead.options, retries: 2 }).accountCreate({ program: 'EUR-BUSINESS' }, given);
  await assert.rejects(call, (error: NoAnswerError) => {
    assert.ok(error instanceof NoAnswerError);
    assert.equal(error.message, 'account_create: no answer: fetch failed (ECONNRESET)');
    assert.deepEqual([error.idempotencyKey, dead.keys], ['mine', ['mine', 'mine', 'mine']]);
    return true;
  });
  const broken = network(() =>
    answer({ code: 500, message: 'Internal error', key: 'services.general.http_exception' }),
  );
  await assert.rejects(client(broken.options).programsList({ page: 1, limit: 1 }), { code: 500 });
  assert.equal(broken.keys.length, 1);
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(emi.programsList({ page: 1, limit: 1 }, { signal }), /enough/);
});

test('a try that hangs ends in time', async () => {
  const never: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const hanging = client({ fetch: never, timeoutMs: 20, retries: 0 });
  await assert.rejects(hanging.programsList({ page: 1, limit: 1 }), (error: Error) => {
    return error instanceof NoAnswerError && (error.cause as Error).name === 'TimeoutError';
  });
});

test('all goes through every page, twice through nothing, and with load_after upwards', async () => {
  const account = await fundedAccount(0);
  const made: string[] = [];
  for (let amount = 1; amount <= 5; amount += 1) {
    made.push((await emi.simAccountFund({ account: account.token, amount })).transaction);
  }
  const seen: string[] = [];
  for await (const { token } of emi.transactionsList.all({ account: account.token, limit: 2 })) {
    // What comes in meanwhile moves everything down by one.
    if (seen.length === 0) await emi.simAccountFund({ account: account.token, amount: 6 });
    seen.push(token);
  }
  assert.deepEqual(seen, made.toReversed());
  const later: string[] = [];
  const from = { account: account.token, load_after: made[2]!, limit: 1 };
  for await (const { token } of emi.transactionsList.all(from)) later.push(token);
  assert.deepEqual(later.slice(0, 2), made.slice(3));
  assert.equal(later.length, 3);
});

test('the stronger signature passes where a key requires it', async () => {
  const { apiKey } = t.sandbox.first;
  await emi.keyUpdate({ key: apiKey, require_hash_v2: true });
  t.clock.advance(2);
  await new Promise((resolve) => setTimeout(resolve, 1050));
  await assert.rejects(emi.keyDetails({ key: apiKey }), { code: 401 });
  const strong = client({ strongSignature: true });
  assert.equal((await strong.keyDetails({ key: apiKey })).require_hash_v2, true);
  assert.equal((await strong.transactionsList({ page: 1, limit: 1, reference: 'Ümlaut & blank' })).items.length, 0);
  await strong.keyUpdate({ key: apiKey, require_hash_v2: false });
});
