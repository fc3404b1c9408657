import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { openTestBank, send, signatureHeaders, type TestBank } from './test-bank.ts';
import { cardsList, runs, testDo, testDomain, testUpload, transferCreate } from './test-domain.ts';

let t: TestBank;

before(async () => {
  t = await openTestBank({ domains: [testDomain] });
});
after(() => t.close());

function post(path: string, operation: string, body: string | Uint8Array<ArrayBuffer>) {
  const headers = signatureHeaders(t.sandbox.first, operation, 'POST', body, t.clock.now());
  return send(t.url + path, { method: 'POST', headers, body });
}

/** Sends raw bytes and answers all that comes back. */
function raw(text: string, waitMs = 5000): Promise<string> {
  const { hostname, port } = new URL(t.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('an unknown path or method is 404 in the envelope', async () => {
  for (const [method, path] of [
    ['GET', '/v2/nothing'],
    ['PATCH', '/v2/transfers'],
    ['GET', '/'],
    ['GET', '/v2/cards/%zz/1'],
  ] as const) {
    const answer = await send(t.url + path, { method });
    assert.deepEqual(
      [answer.status, answer.code, answer.key],
      [200, 404, 'services.general.http_not_found_exception'],
      path,
    );
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  }
});

test('what is no JSON object is 400, once it is signed', async () => {
  const bodies = ['{"amount":1', '[]', '"text"', 'null', '1e3', '12345678901234567890', '{"a":1}x', '\ufeff{}'];
  for (const body of bodies) {
    const answer = await post('/v2/transfers', 'transfer_create', body);
    assert.deepEqual([answer.code, answer.key], [400, 'services.general.bad_request'], body);
  }
  const broken = new Uint8Array([
    ...Buffer.from('{"amount":1,"currency":"EUR","reference":"'),
    0xff,
    ...Buffer.from('"}'),
  ]);
  assert.equal((await post('/v2/transfers', 'transfer_create', broken)).code, 400);
  assert.equal((await send(`${t.url}/v2/transfers`, { method: 'POST', body: '{' })).code, 401);
});

test('the content type does not matter, and a body may come in pieces', async () => {
  const body = '{"amount":5,"currency":"EUR"}';
  const signed = signatureHeaders(t.sandbox.first, 'transfer_create', 'POST', body, t.clock.now());
  const pieces = new ReadableStream({
    start(controller) {
      for (const piece of body) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });
  const headers = { ...signed, 'content-type': 'image/png' };
  const answer = await send(`${t.url}/v2/transfers`, {
    method: 'POST',
    headers,
    body: pieces,
    duplex: 'half',
  } as RequestInit);
  assert.deepEqual([answer.code, answer.data], [0, { amount: 5, currency: 'EUR' }]);
});

test('a body over 1 MiB is refused, over 15 MiB where documents are taken', async () => {
  const ofSize = (bytes: number) => ({ file: 'x'.repeat(bytes - '{"file":""}'.length) });
  const MiB = 1024 * 1024;
  assert.equal((await t.call(transferCreate, { body: ofSize(MiB + 1) })).code, 400);
  assert.equal((await t.call(transferCreate, { body: ofSize(MiB) })).code, 11001);
  assert.equal((await t.call(testUpload, { body: ofSize(15 * MiB) })).code, 0);
  assert.equal((await t.call(testUpload, { body: ofSize(15 * MiB + 1) })).code, 400);
});

test('a body that says it is too large is refused before it is sent', async () => {
  const head = 'POST /v2/transfers HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n';
  const answer = await raw(head);
  assert.match(answer, /^HTTP\/1.1 200 OK/);
  assert.match(answer, /"code":400/);
  const endless = `POST /v2/transfers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n100001\r\n${'x'.repeat(0x100001)}\r\n`;
  assert.match(await raw(endless), /"code":400/);
});

test('what is no HTTP and headers without end get the envelope too', async () => {
  for (const text of ['RUBBISH\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`]) {
    const answer = await raw(text);
    assert.match(answer, /^HTTP\/1.1 200 OK\r\n/);
    assert.match(answer, /x-request-id: [0-9a-f-]{36}/);
    assert.match(answer, /"code":400/);
  }
});

test('bad fields are named, with their rule, all at once', async () => {
  const answer = await t.call(transferCreate, { body: { amount: '1', currency: 'XXX', reference: 4, other: 1 } });
  assert.equal(answer.code, 11001);
  assert.equal(answer.key, 'services.general.validation_error');
  const rules = Object.fromEntries(
    answer.data.errors.map((each: { field: string; rule: string }) => [each.field, each.rule]),
  );
  assert.deepEqual(rules, { amount: 'type', currency: 'allowed_value', reference: 'type', other: 'unknown_field' });
});

test('text that cannot be stored is refused by the name of its field', async () => {
  for (const reference of ['\\u0000', '\\ud800', 'a\\udc00b']) {
    const answer = await post(
      '/v2/transfers',
      'transfer_create',
      `{"amount":1,"currency":"EUR","reference":"${reference}"}`,
    );
    assert.deepEqual(
      [answer.code, answer.data?.errors[0]?.field, answer.data?.errors[0]?.rule],
      [11001, 'reference', 'text'],
    );
  }
  const query = await t.call(cardsList, { params: { page: 1, limit: 1 }, query: { status: '\0' } });
  assert.deepEqual([query.code, query.data?.errors[0]?.field], [11001, 'status']);
});

test('numbers of path and query become numbers; tokens get their canonical form, empty ones are absent', async () => {
  const merchant = '0198F0AA00007000800000000000000A';
  const answer = await t.call(cardsList, { params: { page: 7, limit: 10 }, query: { merchant } });
  assert.deepEqual(answer.data, { page: 7, merchant: '0198f0aa-0000-7000-8000-00000000000a' });
  assert.deepEqual((await t.call(cardsList, { params: { page: 7, limit: 10 }, query: { merchant: '' } })).data, {
    page: 7,
  });
  const bad = await t.call(cardsList, { params: { page: 0, limit: 101 } });
  assert.deepEqual(
    bad.data.errors.map((each: { field: string; rule: string }) => [each.field, each.rule]),
    [
      ['page', 'minimum'],
      ['limit', 'maximum'],
    ],
  );
});

test('a bug is 500 with the request id and nothing else; nothing of it is written', async () => {
  for (const what of ['throw', 'lie']) {
    const answer = await t.call(testDo, { body: { what } });
    assert.deepEqual([answer.code, answer.key], [500, 'services.general.http_exception']);
    assert.deepEqual(answer.data, { request_id: answer.headers.get('x-request-id') });
    assert.doesNotMatch(answer.text, /told to/);
    assert.equal(await written(what), 0);
  }
  assert.equal(t.logged.filter(({ level }) => level === 'error').length, 2);
});

test('what a refused operation wrote is undone; what another did is audited', async () => {
  const refused = await t.call(testDo, { body: { what: 'refuse' } });
  assert.deepEqual([refused.code, refused.data], [11000, { why: 'told to' }]);
  assert.equal(await written('refuse'), 0);
  const thing = '0198f0aa-0000-7000-8000-00000000000a';
  const done = await t.call(testDo, { route: 1, params: { thing }, body: { what: 'keep', note: 'private' } });
  assert.equal(done.data.thing, thing);
  assert.equal(await written('keep'), 1);
  const audited = await t.bank.database.query(
    'select key, operation, params from runtime.audit where request_id = $1',
    [done.data.token],
  );
  assert.deepEqual(audited, [{ key: t.sandbox.first.apiKey, operation: 'test_do', params: { thing } }]);
});

async function written(what: string): Promise<number> {
  const { instance } = t.sandbox.first;
  const text = 'select 1 from runtime.replays where instance_id = $1 and hash like $2';
  return (await t.bank.database.query(text, [instance, `${what} %`])).length;
}

test('the unsigned pages answer', async () => {
  const get = async (path: string) => {
    const response = await fetch(t.url + path);
    return { status: response.status, text: await response.text() };
  };
  assert.equal((await get('/health')).status, 200);
  assert.equal((await get('/ready')).status, 200);
  assert.match((await get('/metrics')).text, /openemi_requests_total\{operation="transfer_create",code="0"\} \d/);
  assert.equal(JSON.parse((await get('/openapi.json')).text).openapi, '3.1.0');
  assert.match((await get('/docs')).text, /<!doctype html>/);
});

test('closing finishes what is in flight and takes nothing new', async () => {
  const other = await openTestBank({ domains: [testDomain] });
  const before = runs.length;
  const call = other.call(transferCreate, { body: { amount: 1, currency: 'EUR', reference: 'in flight' } });
  while (runs.length === before) await new Promise((resolve) => setImmediate(resolve));
  await other.close();
  assert.equal((await call).code, 0);
  await assert.rejects(fetch(`${other.url}/health`));
});
