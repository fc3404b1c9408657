import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';
import { openReceiver, type Receiver } from '../../../test/webhook-receiver.ts';

let bank: TestBank;
let partner: Receiver;
let answer = 200;

before(async () => {
  bank = await openTestBank();
  partner = await openReceiver(() => answer);
});
after(async () => {
  await bank.close();
  await partner.close();
});

async function create(body: Record<string, unknown> = {}) {
  const created = await bank.call('webhook_create', { body: { url: partner.url, ...body } });
  assert.equal(created.code, 0, created.text);
  return created.data;
}

const remove = (webhook: string) => bank.call('webhook_delete', { params: { webhook } });

async function sendTest(webhook: string): Promise<void> {
  const asked = await bank.call('webhook_test', { params: { webhook } });
  assert.equal(asked.code, 0, asked.text);
  await bank.settle();
}

const asked = async (operation: string, webhook: string, body?: unknown) =>
  bank.call(operation, { params: { webhook }, ...(body !== undefined && { body }) });

async function read(operation: string, params: Record<string, string | number>, query: Record<string, string> = {}) {
  const answer = await bank.call(operation, { params, query });
  assert.equal(answer.code, 0, answer.text);
  return answer.data;
}

describe('webhook operations', () => {
  it('create, show, list, change and delete a webhook', async () => {
    const body = {
      actions: ['ACCOUNT.*', 'TRANSACTION.NEW'],
      description: 'Back office',
      headers: { 'x-tenant': 'a', authorization: 'Bearer secret' },
      programs: ['EUR-CONSUMER'],
      active: false,
    };
    const created = await create(body);
    const shown = { url: partner.url, ...body, headers: { 'x-tenant': 'a', authorization: '***' } };
    const { token, sequence, created_at, updated_at, ...rest } = created;
    assert.deepEqual(rest, shown);
    assert.equal(created_at, updated_at);
    assert.ok(sequence >= 0);
    assert.deepEqual((await asked('webhook_details', token)).data, created);
    const listed = await bank.call('webhook_list', { params: { page: 1, limit: 10 } });
    assert.deepEqual(listed.data.items, [created]);
    assert.deepEqual(listed.data.pagination, { page: 1, limit: 10, total: 1, pages: 1, has_more: false });

    const changed = await asked('webhook_update', token, { active: true, headers: {} });
    assert.deepEqual(changed.data.headers, {});
    assert.equal(changed.data.active, true);
    assert.deepEqual(changed.data.actions, body.actions);

    assert.equal((await remove(token)).code, 0);
    for (const operation of ['webhook_details', 'webhook_delete', 'webhook_attempts', 'webhook_test']) {
      assert.equal((await asked(operation, token)).code, 11002, operation);
    }
    for (const operation of ['webhook_update', 'webhook_replay', 'webhook_rotate_secret']) {
      assert.equal((await asked(operation, token, {})).code, 11002, operation);
    }
  });

  const refused: [string, Record<string, unknown>, string, string][] = [
    ['an address that is none', { url: 'nowhere' }, 'url', 'url'],
    ['credentials in the address', { url: 'http://a:b@localhost/' }, 'url', 'credentials'],
    ['an event that does not exist', { actions: ['*', 'ACCOUNT.IBANN'] }, 'actions[1]', 'enum'],
    ['a header of ours', { headers: { 'X-Hash': 'a' } }, 'headers.X-Hash', 'reserved'],
    ['a header of the connection', { headers: { 'content-length': '1' } }, 'headers.content-length', 'reserved'],
    ['a name that is no header name', { headers: { 'a b': 'c' } }, 'headers.a b', 'header_name'],
    ['a value that would start another header', { headers: { a: 'b\r\nc: d' } }, 'headers.a', 'header_value'],
    ['a header twice', { headers: { Aa: 'b', aA: 'c' } }, 'headers.aA', 'duplicate'],
    ['the mask of an answer', { headers: { authorization: '***' } }, 'headers.authorization', 'masked'],
  ];
  for (const [what, body, field, rule] of refused) {
    it(`refuse ${what}, naming the field`, async () => {
      const created = await bank.call('webhook_create', { body: { url: partner.url, ...body } });
      assert.equal(created.code, 11001, created.text);
      const [error] = created.data.errors;
      assert.deepEqual([error.field, error.rule], [field, rule]);
    });
  }

  it('refuse too many webhooks, and leave those of another instance alone', async () => {
    const tokens: string[] = [];
    for (let index = 0; index < 100; index++) tokens.push((await create({ active: false })).token);
    assert.equal((await bank.call('webhook_create', { body: { url: partner.url } })).code, 11000);
    const key = bank.sandbox.second;
    assert.equal((await bank.call('webhook_details', { params: { webhook: tokens[0]! }, key })).code, 11002);
    assert.equal((await bank.call('webhook_delete', { params: { webhook: tokens[0]! }, key })).code, 11002);
    assert.equal((await bank.call('webhook_list', { params: { page: 1, limit: 10 }, key })).data.pagination.total, 0);
    for (const token of tokens) await remove(token);
  });

  it('test a webhook, and only that one', async () => {
    const { token } = await create({ actions: ['CARD.*'] });
    const other = await create();
    const before = partner.received.length;
    await sendTest(token);
    assert.equal(partner.received.length, before + 1);
    const { json, headers } = partner.received.at(-1)!;
    assert.equal(json.action, 'WEBHOOK.TEST');
    assert.equal(json.payload.webhook, token);
    assert.equal(headers['x-api-key'], bank.sandbox.first.apiKey);
    const attempts = (await asked('webhook_attempts', token)).data;
    assert.equal(attempts.pagination.total, 1);
    const [{ event, status, http_status, attempt }] = attempts.items;
    assert.deepEqual([event, status, http_status, attempt], [json.id, 'delivered', 200, 1]);
    await asked('webhook_update', token, { active: false });
    const inactive = await asked('webhook_test', token);
    assert.deepEqual([inactive.code, inactive.data.errors[0].rule], [11001, 'inactive']);
    await remove(token);
    await remove(other.token);
  });

  it('deliver again what failed, one event, or a range', async () => {
    const { token } = await create();
    answer = 500;
    await sendTest(token);
    for (let retry = 0; retry < 3; retry++) {
      bank.clock.advance(10);
      await bank.settle();
    }
    answer = 200;
    const { id, sequence } = partner.received.at(-1)!.json;
    const failed = await bank.call('webhook_attempts', { params: { webhook: token }, query: { status: 'failed' } });
    assert.equal(failed.data.pagination.total, 1);

    const before = partner.received.length;
    const again = await asked('webhook_replay', token, { from: sequence, to: sequence, only_failed: true });
    assert.equal(again.data.failed, 1, again.text);
    await bank.settle();
    assert.equal((await asked('webhook_replay', token, { only_failed: true })).data.failed, 0);

    const resent = await bank.call('event_resend', { params: { event: id }, body: {} });
    assert.deepEqual(resent.data, { token: id, webhooks: [token] });
    await bank.settle();
    await sendTest(token);
    assert.equal((await asked('webhook_replay', token, {})).code, 0);
    await bank.settle();
    const ids = partner.received.slice(before).map(({ json }) => json.id);
    assert.deepEqual(ids.slice(0, 2), [id, id]);
    assert.equal(ids.filter((each) => each === id).length, 3);
    assert.equal(ids.filter((each) => each === ids[2]).length, 2);
    const backwards = await asked('webhook_replay', token, { from: '2026-11-20', to: '2026-11-01' });
    assert.equal(backwards.code === 11001 ? backwards.data.errors[0].rule : backwards.code, 'range');
    await remove(token);
  });

  it('show the webhook secret when it is replaced, and at no other time', async () => {
    const { token } = await create();
    const headers = { 'x-idempotency-key': 'rotate-once' };
    const rotate = () => bank.call('webhook_rotate_secret', { params: { webhook: token }, body: {}, headers });
    const first = await rotate();
    assert.match(first.data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(first.data.secret, bank.sandbox.first.webhookSecret);
    assert.ok(!(await rotate()).text.includes('whsec_'));
    for (const operation of ['webhook_details', 'webhook_attempts']) {
      assert.ok(!(await asked(operation, token)).text.includes('whsec_'), operation);
    }
    assert.ok(!JSON.stringify(bank.logged).includes('whsec_'));
    await remove(token);
  });

  it('list events without gaps, newest first or after one, and show each as it was delivered', async () => {
    const { token } = await create();
    for (let index = 0; index < 3; index++) await sendTest(token);
    const newest = partner.received.at(-1)!.json;
    const page = await read('events_list', { page: 1, limit: 2 });
    assert.deepEqual(page.items[0], newest);
    assert.equal(page.items[1].sequence, newest.sequence - 1);
    const { total, has_more } = page.pagination;
    assert.deepEqual([total, has_more], [newest.sequence, true]);
    const last = await read('events_list', { page: Math.ceil(total / 2), limit: 2 });
    assert.equal(last.items.at(-1).sequence, 1);
    assert.equal(last.pagination.has_more, false);
    const load_after = last.items.at(-1).id;
    const following = await read('events_list', { page: 1, limit: 2 }, { load_after });
    assert.deepEqual(
      following.items.map((event: { sequence: number }) => event.sequence),
      [2, 3],
    );
    assert.deepEqual(await read('event_details', { event: newest.id }), newest);
    const key = bank.sandbox.second;
    assert.equal((await bank.call('event_details', { params: { event: newest.id }, key })).code, 11002);
    assert.equal((await bank.call('event_resend', { params: { event: newest.id }, body: {}, key })).code, 11002);
    await remove(token);
  });
});
