import { setTimeout as sleep } from 'node:timers/promises';
import { below, seeded } from './random.ts';
import { type Envelope, signedCall, type Target, transferRequest } from './signed-client.ts';

/*
 * One process of load: sends transfers between some balances, several at once, each under an idempotency key of its
 * own and with that key as its reference. Whoever gets no true answer asks again with the same key until there is one;
 * a few give up instead. A line of JSON on standard output for each.
 */

export interface LoadOrder {
  readonly target: Target;
  readonly balances: readonly string[];
  readonly transfers: number;
  readonly inFlight: number;
  readonly seed: number;
  /** Begins each key. */
  readonly name: string;
}

/** What became of a transfer. `code` null: its sender gave up before there was an answer. */
export interface Settled {
  readonly reference: string;
  readonly debtor: number;
  readonly creditor: number;
  readonly amountMinor: number;
  readonly code: number | null;
  readonly transaction: string | null;
  /** Attempts without an answer. */
  readonly lost: number;
  /** Transactions named in answers that the outcome is not known. */
  readonly unknown: readonly string[];
}

const mostMinor = 2_000;
const shareGivenUp = 0.1;

async function runLoad(order: LoadOrder): Promise<void> {
  const random = seeded(order.seed);
  let sent = 0;
  const lane = async () => {
    while (sent < order.transfers) {
      sent += 1;
      const debtor = below(random, order.balances.length);
      const creditor = (debtor + 1 + below(random, order.balances.length - 1)) % order.balances.length;
      const amountMinor = 1 + below(random, mostMinor);
      const wish = { reference: `${order.name}-${sent}`, debtor, creditor, amountMinor };
      console.log(JSON.stringify(await settle(order, wish, random() < shareGivenUp)));
    }
  };
  await Promise.all(Array.from({ length: order.inFlight }, lane));
}

type Wish = Pick<Settled, 'reference' | 'debtor' | 'creditor' | 'amountMinor'>;

async function settle({ target, balances }: LoadOrder, wish: Wish, givesUp: boolean): Promise<Settled> {
  const { reference, debtor, creditor, amountMinor } = wish;
  const more = { reference, idempotencyKey: reference };
  const request = transferRequest(balances[debtor]!, balances[creditor]!, amountMinor, more);
  const unknown: string[] = [];
  for (let lost = 0; ; lost += 1) {
    const answer = await signedCall(target, request).catch((): Envelope | undefined => undefined);
    if (answer?.data?.transaction && answer.code === 500) unknown.push(answer.data.transaction);
    if (answer !== undefined && answer.code !== 500) {
      return { ...wish, code: answer.code, transaction: answer.data?.transaction ?? null, lost, unknown };
    }
    if (givesUp) return { ...wish, code: null, transaction: null, lost: lost + 1, unknown };
    await sleep(Math.min(30 * 2 ** lost, 500) * (0.5 + Math.random()));
  }
}

await runLoad(JSON.parse(process.argv[2]!) as LoadOrder);
