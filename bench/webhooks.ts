import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bank } from '../server/bank.ts';
import { newId } from '../server/kernel/ids.ts';
import { scopes } from '../server/kernel/operation.ts';
import { engineTransfer, spread } from './engine.ts';
import { type Funded, fundedInstance } from './fixture.ts';
import { type Kind, kinds } from './receivers.ts';

const transfers = 1250;
/** Each transfer is two transactions and two changes of a balance. */
const events = transfers * 4;
const longestMinutes = 15;

/**
 * 100,000 deliveries: 5,000 events to 20 receivers, of which eleven are fast, three slow, five fail and one never
 * answers. Prints when the receivers of each kind had every event, and when those that never took one were given up.
 */
export async function benchWebhooks(bank: Bank): Promise<void> {
  const receivers = fork(new URL('receivers.ts', import.meta.url), { stdio: 'inherit' });
  try {
    const ports = await answerOf(receivers);
    const of = await fundedInstance(bank, 50);
    for (const port of ports) await subscribe(bank, of, `http://127.0.0.1:${port}/`);
    const api = await bank.listen(0, '127.0.0.1');
    const pick = spread(of);
    const started = performance.now();
    await Promise.all(Array.from({ length: transfers }, (_, turn) => engineTransfer(bank, pick(turn))));
    await follow(api, receivers, started);
  } finally {
    receivers.kill();
  }
}

/** Looks again and again, and says when a kind is done. */
async function follow(api: string, receivers: ChildProcess, started: number): Promise<void> {
  const unfinished = new Set<Kind>(kinds);
  const seconds = () => (performance.now() - started) / 1000;
  const neverTaken = kinds.filter((kind) => kind === 'failing' || kind === 'silent').length * events;
  for (;;) {
    if (seconds() > longestMinutes * 60) throw new Error(`not done after ${longestMinutes} minutes`);
    await sleep(200);
    receivers.send('count');
    const counts = await answerOf(receivers);
    for (const kind of [...unfinished]) {
      const done = kinds.every((each, index) => each !== kind || counts[index]! >= events);
      if (!done) continue;
      unfinished.delete(kind);
      const count = kinds.filter((each) => each === kind).length;
      console.log(`  every event was sent to all ${count} ${kind} receivers after ${seconds().toFixed(1)} s`);
      if (kind === 'fast') console.log(`  ${Math.round((count * events) / seconds())} deliveries /s to them`);
    }
    const failed = await failedDeliveries(api);
    if (unfinished.size === 0 && failed >= neverTaken) {
      return console.log(
        `  ${failed} deliveries were given up after four attempts each, ${seconds().toFixed(0)} s after the start`,
      );
    }
  }
}

async function answerOf(receivers: ChildProcess): Promise<number[]> {
  const [answer] = await once(receivers, 'message');
  return answer as number[];
}

async function subscribe(bank: Bank, of: Funded, url: string): Promise<void> {
  const operation = bank.operations.find(({ name }) => name === 'webhook_create')!;
  const { body } = await bank.invoke({
    operation,
    caller: { instance: of.instance, key: of.apiKey, scopes, constraints: {} },
    requestId: newId(),
    method: 'POST',
    url: operation.routes[0]!.path,
    params: {},
    query: {},
    body: Buffer.from(JSON.stringify({ url, actions: ['*'] })),
  });
  if (!body.startsWith('{"code":0,')) throw new Error(body);
}

/** How many the bank has given up, by its own metrics. */
async function failedDeliveries(api: string): Promise<number> {
  const text = await (await fetch(`${api}/metrics`)).text();
  return Number(/^openemi_deliveries_total\{outcome="failed"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
