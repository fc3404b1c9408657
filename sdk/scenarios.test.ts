import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import { story, tell } from '../server/domains/simulations/story.ts';
import { openTestBank, type TestBank } from '../server/test/test-bank.ts';
import { openReceiver, type Receiver } from '../server/test/webhook-receiver.ts';
import { type OpenEmi, OpenEmiError, openEmi, readWebhook } from './index.ts';

/** The stories that come with the bank, told by a client over HTTP, with a receiver that verifies every delivery. */

const folder = new URL('../server/scenarios/', import.meta.url);
let bank: TestBank;
let emi: OpenEmi;
let receiver: Receiver;

before(async () => {
  bank = await openTestBank();
  const { apiKey, secretKey } = bank.sandbox.first;
  emi = openEmi({ baseUrl: bank.url, apiKey, secretKey, now: () => bank.clock.now().getTime() });
  receiver = await openReceiver();
  await emi.webhookCreate({ url: receiver.url, actions: ['*'] });
});
after(async () => {
  await receiver.close();
  await bank.close();
});

type Method = (fields: object) => Promise<unknown>;

/** `transfer_create` is the method `transferCreate`; a refusal is an answer like any other in a story. */
async function call(operation: string, fields: object): Promise<{ code: number; data: unknown }> {
  const method = operation.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  try {
    return { code: 0, data: await (emi as unknown as Record<string, Method>)[method]!(fields) };
  } catch (error) {
    if (!(error instanceof OpenEmiError)) throw error;
    return { code: error.code, data: error.data };
  }
}

for (const file of readdirSync(folder)) {
  test(`${file}, told by the client`, async () => {
    const found = parse(readFileSync(new URL(file, folder), 'utf8'));
    const { steps } = await tell(Value.Parse(story, found), ({ operation, params, query, body }) =>
      call(operation, { ...params, ...query, ...body }),
    );
    assert.deepEqual(
      steps.filter(({ problem }) => problem !== null),
      [],
    );
    await emi.simClockReset();
  });
}

test('every event of the stories was delivered, and its signatures hold', async () => {
  await bank.settle();
  const { pagination } = await emi.eventsList({ page: 1, limit: 1 });
  const secret = bank.sandbox.first.webhookSecret;
  const events = await Promise.all(
    receiver.received.map(({ headers, text: body }) =>
      readWebhook({ headers: headers as Record<string, string>, body }, { secret, now: bank.clock.now().getTime() }),
    ),
  );
  assert.equal(new Set(events.map(({ id }) => id)).size, pagination.total);
  assert.ok(events.some(({ action }) => action === 'TRANSACTION.UPDATE'));
});
