import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openReceiver } from '../../test/webhook-receiver.ts';
import { openSender } from './sender.ts';

const open: { close(): Promise<void> }[] = [];
const opened = <Each extends { close(): Promise<void> }>(each: Each): Each => {
  open.push(each);
  return each;
};
after(() => Promise.all(open.map((each) => each.close())));

describe('sender', () => {
  it('gives up on a receiver that does not answer in time', async () => {
    const silent = opened(await openReceiver(() => 'silence'));
    const sender = opened(openSender('sandbox', { connectMs: 1_000, totalMs: 50 }));
    const answer = await sender.send(silent.url, {}, '{}');
    assert.deepEqual([answer.status, answer.error], [null, 'timeout']);
  });

  it('says why there was no answer', async () => {
    const gone = await openReceiver();
    await gone.close();
    const answer = await opened(openSender('sandbox')).send(gone.url, {}, '{}');
    assert.deepEqual([answer.status, answer.error], [null, 'econnrefused']);
  });

  it('connects to public addresses only in production, by whatever way the address is written', async () => {
    const receiver = opened(await openReceiver());
    const sender = opened(openSender('production'));
    const { port } = new URL(receiver.url);
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
      for (const scheme of ['http', 'https']) {
        const answer = await sender.send(`${scheme}://${host}:${port}/hook`, {}, '{}');
        assert.deepEqual([answer.status, answer.error], [null, 'address_refused'], `${scheme} ${host}`);
      }
    }
    assert.equal(receiver.received.length, 0);
  });

  it('keeps the beginning of a refusal, without what a database cannot store, and nothing of a success', async () => {
    const text = `\0no${'x'.repeat(200_000)}`;
    const refusing = opened(await openReceiver(() => ({ status: 400, text })));
    const taking = opened(await openReceiver(() => ({ status: 200, text })));
    const sender = opened(openSender('sandbox'));
    const refused = await sender.send(refusing.url, {}, '{}');
    assert.equal(refused.status, 400);
    assert.match(refused.text!, /^nox{400,}$/);
    assert.ok(refused.text!.length <= 500);
    const taken = await sender.send(taking.url, {}, '{}');
    assert.deepEqual([taken.status, taken.text], [200, null]);
  });
});
