import { createHash, createHmac } from 'node:crypto';
import { readBooks } from './books-store.ts';
import { judgeCopies } from './races.ts';
import {
  type Envelope,
  fundedAccount,
  sendWire,
  signed,
  type Target,
  transferRequest,
  type WireRequest,
} from './signed-client.ts';
import { type Story, tally } from './story.ts';

const copies = 10;
const unauthorized = 401;

export const replayedRequests: Story = {
  name: 'replay',
  title: 'A recorded request is worth nothing',
  tried:
    `One signed transfer, sent ${copies} times to the byte at the same moment through two server processes, with a key ` +
    `that has the replay guard; a new account under the stronger signature (x-hash-v2), ${copies} times likewise; the ` +
    'transfer as it would have been signed 20 seconds ago, with one digit changed, and at the address of another operation.',
  means: 'Whoever records a request on its way can neither repeat it nor use its signature for anything else.',
  async play(world) {
    const urls = await world.servers(2);
    const sandbox = await world.newInstance('Proof: recorded requests');
    const key = await world.guardedKey(sandbox.instance);
    const target: Target = { url: urls[0]!, ...key };
    const { merchant } = sandbox;
    const [debtor, creditor] = [
      await fundedAccount(target, merchant, 10_000),
      await fundedAccount(target, merchant, 0),
    ];
    const everywhere = (wire: WireRequest) =>
      Promise.all(Array.from({ length: copies }, (_, turn) => sendWire(urls[turn % 2]!, wire)));
    const wanted = transferRequest(debtor.balance, creditor.balance, 100, { reference: 'recorded' });

    const problems: string[] = [];
    const wire = signed(key, wanted);
    problems.push(...judgeCopies(await everywhere(wire)).map((text) => `the same transfer again: ${text}`));
    const opened = await everywhere(strongly(key.secretKey, signed(key, accountRequest(merchant))));
    problems.push(...judgeStrong(opened).map((text) => `the same account again: ${text}`));
    const forged: readonly (readonly [string, WireRequest])[] = [
      ['signed 20 seconds ago', signed(key, { ...wanted }, Date.now() - 20_000)],
      ['with one digit changed', { ...wire, body: wire.body.replace('"amount":1', '"amount":9') }],
      ['at another operation', { ...wire, path: '/v2/accounts' }],
    ];
    for (const [what, each] of forged) {
      const { code } = await sendWire(target.url, each);
      if (code !== unauthorized) problems.push(`${what} it was answered ${code}`);
    }
    const { transfers } = await readBooks(world.database, sandbox.instance);
    const booked = transfers.get('recorded')?.length ?? 0;
    if (booked !== 2) problems.push(`the transfer stands ${booked / 2} times in the books`);
    const sent = 2 * copies + forged.length;
    const words = `${sent} requests, of which 2 were meant: one transfer and one account were made. Repetitions of the transfer got the first answer; everything else was refused with code ${unauthorized}.`;
    return { words, problems, facts: { sent, transfers: booked / 2 } };
  },
};

function accountRequest(merchant: string) {
  const body = { program: 'EUR-BUSINESS', merchant };
  return { operation: 'account_create', method: 'POST', path: '/v2/accounts', body } as const;
}

/** The first is let in, every other one is not. */
export function judgeStrong(answers: readonly Envelope[]): string[] {
  const codes = answers.map(({ code }) => code);
  return tally(codes) === `1 × 0, ${codes.length - 1} × ${unauthorized}` ? [] : [`the answers were ${tally(codes)}`];
}

/** Adds the signature that also covers method, path and the body's digest. */
function strongly(secret: string, wire: WireRequest): WireRequest {
  const digest = createHash('sha256').update(wire.body).digest('hex');
  const text = [wire.method, wire.path, wire.headers['x-timestamp'], digest].join('\n');
  return {
    ...wire,
    headers: { ...wire.headers, 'x-hash-v2': createHmac('sha256', secret).update(text).digest('hex') },
  };
}
