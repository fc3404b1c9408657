import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Operation, Route } from '../../kernel/operation.ts';
import { type Field, fieldsOf, type Shape } from './fields.ts';
import { exampleOf, letter, post, setValue } from './request.ts';
import type { Tables } from './traces.ts';
import { entrances, openWorld, type World } from './world.ts';
import { rawJson } from './wrong.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world?.close());

/** Another one each time; a failure names it, and `FUZZ_SEED` runs the same again. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** For all operations together, however many there will be. */
const budgetMs = 5_000;
const mostRuns = 40;

let runs = 0;

test(`rubbish of every kind to every operation, seed ${seed}`, async (t) => {
  t.diagnostic(`seed ${seed}`);
  for (const [index, { name, operation, route }] of entrances.entries()) {
    const until = performance.now() + budgetMs / entrances.length;
    const several = fc.array(mutations(operation, route), { minLength: 1, maxLength: 4 });
    let first = true;
    const harmless = fc.asyncProperty(several, async (changes) => {
      // Each gets one at least, on however busy a machine.
      if (first || performance.now() < until) await assertHarmless(operation, route, changes);
      first = false;
    });
    try {
      await fc.assert(harmless, { seed: seed + index, numRuns: mostRuns, endOnFailure: true });
    } catch (error) {
      throw new Error(`${name}, FUZZ_SEED=${seed}`, { cause: error });
    }
    if (route.method !== 'GET') await world.renew(operation);
    known = undefined;
  }
  t.diagnostic(`${runs} requests`);
});

type Mutation = readonly [field: Pick<Field, 'part' | 'path'>, value: unknown];

/** A change of one field of a request: something that its schema allows, something near to that, or anything at all. */
function mutations(operation: Operation, route: Route): fc.Arbitrary<Mutation> {
  const parts = route.method === 'GET' ? (['params', 'query'] as const) : (['params', 'query', 'body'] as const);
  const fields = parts
    .flatMap((part) => fieldsOf(operation, part))
    .filter(({ part, path }) => part !== 'params' || route.path.includes(`{${path[0]}}`));
  const change = (field: Field): fc.Arbitrary<Mutation> =>
    valuesFor(field.shape, field.part).map((value) => [field, value]);
  const queried = fc.tuple(fc.constant('query' as const), fc.string({ minLength: 1 }), fc.string());
  const posted = fc.tuple(fc.constant('body' as const), fc.string({ minLength: 1 }), rubbish);
  const unknown: fc.Arbitrary<['query' | 'body', string, unknown]> =
    route.method === 'GET' ? queried : fc.oneof(queried, posted);
  const stranger = unknown.map(([part, name, value]): Mutation => [{ part, path: [name] }, value]);
  return fc.oneof(
    { arbitrary: stranger, weight: 1 },
    ...fields.map((field) => ({ arbitrary: change(field), weight: 2 })),
  );
}

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.uuid(),
);
const rubbish = fc.oneof(texts, fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.constant(undefined));
const numbers = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt().map((whole) => rawJson(String(whole))),
  fc.tuple(fc.integer(), fc.integer({ min: -400, max: 400 })).map(([digits, power]) => rawJson(`${digits}e${power}`)),
);

function valuesFor(shape: Shape, part: Field['part']): fc.Arbitrary<unknown> {
  if (part !== 'body')
    return fc.oneof(
      texts.filter((text) => text.isWellFormed() && text !== ''),
      fc.integer({ min: 0, max: 200 }).map(String),
    );
  const kinds: fc.Arbitrary<unknown>[] = [rubbish];
  if (shape.enum !== undefined) kinds.push(fc.constantFrom(...shape.enum));
  if (shape.type === 'number' || shape.type === 'integer') kinds.push(numbers, numbers);
  if (shape.type === 'boolean') kinds.push(fc.boolean());
  if (shape.type === 'string') kinds.push(texts, texts);
  if (shape.type === 'array') kinds.push(fc.array(valuesFor(shape.items ?? {}, part), { maxLength: 4 }));
  if (shape.type === 'object' && shape.properties === undefined)
    kinds.push(fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }));
  return fc.oneof(...kinds);
}

/** All tables, as they were after the last answer that did nothing. */
let known: Tables | undefined;

/** Whatever is asked, the answer is an answer; and one that refuses has done nothing. */
async function assertHarmless(operation: Operation, route: Route, changes: readonly Mutation[]): Promise<void> {
  const draft = exampleOf(operation, world.estate);
  // Outer fields last: they may be anything but an object then.
  const inward = changes.toSorted(([one], [other]) => other.path.length - one.path.length);
  for (const [field, value] of inward) setValue(draft, field, value);
  known ??= await world.traces.read();
  const answer = await post(world.bank, letter(operation, route, draft));
  runs += 1;
  if (answer.code !== 0) assert.deepEqual(await world.traces.changed(known), [], answer.text);
  else if (route.method !== 'GET') known = undefined;
}

/** Sends bytes, then says that there is nothing more, and waits for whatever comes until the other side is done too. */
function exchange(bytes: Buffer | string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(world.bank.url).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8');
    socket.setTimeout(15_000, () => socket.destroy(new Error('neither an answer nor a close')));
    socket.on('data', (text) => (received += text));
    // A server that has said no may cut what is still being sent.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(received) : reject(error),
    );
    socket.on('close', () => resolve(received));
    socket.end(bytes);
  });
}

const close = 'Host: bank\r\nConnection: close\r\n';
const mebibyte = 1024 * 1024;

const rubbishHttp: Readonly<Record<string, Buffer | string>> = {
  nothing: '',
  'no HTTP': 'hello\r\n\r\n',
  binary: Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x00, 0xff]),
  'no version': 'GET /v2/transactions/1/1\r\n\r\n',
  'an unknown version': `GET / HTTP/9.9\r\n${close}\r\n`,
  'an unknown method': `STEAL /v2/transfers HTTP/1.1\r\n${close}\r\n`,
  'a method of no operation': `PATCH /v2/transfers HTTP/1.1\r\n${close}\r\n`,
  'OPTIONS *': `OPTIONS * HTTP/1.1\r\n${close}\r\n`,
  'HTTP/1.0': 'GET /v2/transactions/1/1 HTTP/1.0\r\n\r\n',
  'no host': 'GET /v2/transactions/1/1 HTTP/1.1\r\nConnection: close\r\n\r\n',
  'two hosts': `GET /v2/transactions/1/1 HTTP/1.1\r\nHost: other\r\n${close}\r\n`,
  'a whole address': `GET http://127.0.0.1/v2/transactions/1/1 HTTP/1.1\r\n${close}\r\n`,
  'a long path': `GET /${'a'.repeat(9_000)} HTTP/1.1\r\n${close}\r\n`,
  'a longer path': `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${close}\r\n`,
  'a large header': `GET /v2/transactions/1/1 HTTP/1.1\r\nx-api-key: ${'k'.repeat(20_000)}\r\n${close}\r\n`,
  'many headers': `GET /v2/transactions/1/1 HTTP/1.1\r\n${'a: b\r\n'.repeat(3_000)}${close}\r\n`,
  'a header without a name': `GET /v2/transactions/1/1 HTTP/1.1\r\n: b\r\n${close}\r\n`,
  'a header with a NUL': `GET /v2/transactions/1/1 HTTP/1.1\r\nx-api-key: a\0b\r\n${close}\r\n`,
  'an odd key': `GET /v2/transactions/1/1 HTTP/1.1\r\nx-api-key: \xff'; --\r\nx-timestamp: 99999999999999999999\r\nx-hash: ${'é'.repeat(32)}\r\n${close}\r\n`,
  'a key twice': `GET /v2/transactions/1/1 HTTP/1.1\r\nx-api-key: a\r\nx-api-key: b\r\n${close}\r\n`,
  'half a percent': `GET /v2/users/%E0%A4%A HTTP/1.1\r\n${close}\r\n`,
  'a percent-encoded NUL': `GET /v2/users/%00 HTTP/1.1\r\n${close}\r\n`,
  'an overlong slash': `GET /v2/users/%c0%af HTTP/1.1\r\n${close}\r\n`,
  'encoded dots': `GET /v2/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n${close}\r\n`,
  'encoded slashes': `GET /v2%2ftransactions%2f1%2f1 HTTP/1.1\r\n${close}\r\n`,
  'double slashes': `GET //v2//transactions/1/1 HTTP/1.1\r\n${close}\r\n`,
  backslashes: `GET \\v2\\transactions HTTP/1.1\r\n${close}\r\n`,
  'an odd query': `GET /v2/transactions/1/1?%=%&&==&a[b]=c&__proto__[x]=y;#% HTTP/1.1\r\n${close}\r\n`,
  'a blank in the path': `GET /v2/transactions/1/1 2 HTTP/1.1\r\n${close}\r\n`,
  'a raw letter in the path': `GET /v2/users/é HTTP/1.1\r\n${close}\r\n`,
  'a body that ends too soon': `POST /v2/transfers HTTP/1.1\r\nContent-Length: 100\r\n${close}\r\n{"amount"`,
  'a body that goes on': `POST /v2/transfers HTTP/1.1\r\nContent-Length: 2\r\nHost: bank\r\n\r\n{}GARBAGE\r\n\r\n`,
  'a negative length': `POST /v2/transfers HTTP/1.1\r\nContent-Length: -1\r\n${close}\r\n{}`,
  'an odd length': `POST /v2/transfers HTTP/1.1\r\nContent-Length: 0x2\r\n${close}\r\n{}`,
  'a huge length': `POST /v2/transfers HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n${close}\r\n{}`,
  'two lengths': `POST /v2/transfers HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n${close}\r\n{}`,
  'length and chunks': `POST /v2/transfers HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n${close}\r\n0\r\n\r\n`,
  'broken chunks': `POST /v2/transfers HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${close}\r\nzz\r\n{}\r\n`,
  'an unknown encoding': `POST /v2/transfers HTTP/1.1\r\nTransfer-Encoding: gzip\r\n${close}\r\n{}`,
  'a body with GET': `GET /v2/transactions/1/1 HTTP/1.1\r\nContent-Length: 2\r\n${close}\r\n{}`,
  'an expectation': `POST /v2/transfers HTTP/1.1\r\nExpect: magic\r\nContent-Length: 2\r\n${close}\r\n{}`,
  'an upgrade': `GET /v2/transactions/1/1 HTTP/1.1\r\nHost: bank\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'a tunnel': 'CONNECT bank:443 HTTP/1.1\r\nHost: bank:443\r\n\r\n',
  'a byte more than a mebibyte': `POST /v2/transfers HTTP/1.1\r\nContent-Length: ${mebibyte + 1}\r\n${close}\r\n${' '.repeat(mebibyte + 1)}`,
  'chunks beyond a mebibyte': `POST /v2/transfers HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${close}\r\n${`10000\r\n${' '.repeat(0x10000)}\r\n`.repeat(17)}0\r\n\r\n`,
  pipelined: `${'GET /v2/transactions/1/1 HTTP/1.1\r\nHost: bank\r\n\r\n'.repeat(20)}GET /health HTTP/1.1\r\n${close}\r\n`,
  'pipelined with rubbish':
    'GET /health HTTP/1.1\r\nHost: bank\r\n\r\nRUBBISH\r\n\r\nGET /health HTTP/1.1\r\nHost: bank\r\n\r\n',
};

for (const [name, bytes] of Object.entries(rubbishHttp)) {
  test(`over the wire: ${name}`, async () => {
    const before = await world.traces.read();
    const received = await exchange(bytes);
    for (const answer of answersIn(received)) assertAnswer(answer, received);
    if (name === 'pipelined') assert.equal(answersIn(received).length, 21);
    assert.deepEqual(await world.traces.changed(before), []);
    const health = await fetch(`${world.bank.url}/health`);
    assert.equal(health.status, 200);
  });
}

test('over the wire: a signed body that is not UTF-8, or one byte too long, is refused whole', async () => {
  const before = await world.traces.read();
  const { operation, route } = entrances.find((entrance) => entrance.operation.name === 'transfer_create')!;
  const sent = letter(operation, route, exampleOf(operation, world.estate));
  const long = await post(world.bank, { ...sent, body: sent.body!.padEnd(mebibyte + 1) });
  assert.equal(long.code, 400, long.text);
  const whole = await post(world.bank, { ...sent, body: `[${'1,'.repeat(mebibyte / 2 - 2)}1]`.padEnd(mebibyte) });
  assert.equal(whole.code, 400, whole.text);
  assert.deepEqual(await world.traces.changed(before), []);
});

/** Answers one after another, as their lengths say. */
function answersIn(received: string): { head: string; body: string }[] {
  const found: { head: string; body: string }[] = [];
  let rest = received;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    assert.ok(end > 0, `half an answer: ${received.slice(0, 500)}`);
    const head = rest.slice(0, end);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    found.push({ head, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return found;
}

function assertAnswer({ head, body }: { head: string; body: string }, received: string): void {
  const where = received.slice(0, 1_000);
  assert.match(head, /^HTTP\/1\.1 200 /, where);
  assert.match(head, /^x-request-id: [0-9a-f-]{36}$/im, where);
  const { code, message, status } = JSON.parse(body);
  if (status === 'ok') return;
  assert.ok(Number.isInteger(code) && code !== 0 && code !== 500 && typeof message === 'string', where);
}
