import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { callerOf, type Environment, startCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;

before(async () => {
  t = await openTestBank();
});
after(() => t.close());

/** Starts `listen` and waits until its webhook is there. */
async function listen(words: readonly string[], env: Environment = {}) {
  t.clock.set(new Date());
  const child = startCli(['listen', ...words], { ...callerOf(t), ...env });
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    if (line.includes('delivers to')) ready.resolve();
  });
  const events: { action: string; payload: { webhook?: string } }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line)));
  const closed = once(child, 'close').then(([code]) => code as number);
  await Promise.race([ready.promise, closed]);
  return { child, said, events, closed, webhook: said[0]!.split(' ')[1]! };
}

async function webhooks(): Promise<number> {
  return (await t.call('webhook_list', { params: { page: 1, limit: 10 } })).data.pagination.total;
}

test('listen prints what is genuine, passes it on, and deletes its webhook', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['x-event']));
    request.resume();
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const { said, events, closed, webhook } = await listen(['--count', '1', '--forward', forward]);
  const forged = await fetch(said[0]!.match(/http\S+(?=;)/)![0], { method: 'POST', body: '{}' });
  assert.equal(forged.status, 400);
  await t.call('webhook_test', { params: { webhook } });
  assert.equal(await closed, 0);
  assert.deepEqual(
    events.map(({ action, payload }) => [action, payload.webhook]),
    [['WEBHOOK.TEST', webhook]],
  );
  assert.deepEqual(received, ['WEBHOOK.TEST']);
  assert.match(said.join('\n'), /refused a delivery: .*timestamp/);
  assert.equal(await webhooks(), 0);
  receiver.close();
});

test('a signal ends it in order; a secret that does not fit lets nothing through', async () => {
  const { child, said, events, closed, webhook } = await listen([], { OPENEMI_WEBHOOK_SECRET: 'whsec_b3RoZXI=' });
  await t.call('webhook_test', { params: { webhook } });
  for (let tries = 0; tries < 100 && said.length < 2; tries += 1) await new Promise((r) => setTimeout(r, 50));
  assert.match(said[1] ?? '', /refused a delivery: x-hash does not fit/);
  t.clock.set(new Date());
  child.kill('SIGINT');
  assert.equal(await closed, 0);
  assert.deepEqual(events, []);
  assert.equal(await webhooks(), 0);
});
