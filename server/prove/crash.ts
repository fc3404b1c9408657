import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooks } from './books.ts';
import { readBooks } from './books-store.ts';
import type { Settled } from './load.ts';
import { startLoad } from './load-process.ts';
import { below, seeded } from './random.ts';
import { fundedAccount, type Target } from './signed-client.ts';
import type { Story } from './story.ts';
import type { Server, World } from './world.ts';

export interface CrashSize {
  readonly transfers: number;
  readonly kills: number;
  /** Chooses amounts, accounts and moments. */
  readonly seed: number;
}

const accounts = 20;
const initialMinor = 10_000;
const processes = 2;
const inFlight = 8;

/** Kills the server again and again in the midst of transfers, and compares answers and books afterwards. */
export function crashStory({ transfers, kills, seed }: CrashSize): Story {
  return {
    name: 'crash',
    title: 'Nothing that was answered is lost, nothing is done twice',
    tried:
      `${transfers} transfers between ${accounts} accounts from ${processes} client processes, ${inFlight} at once each, ` +
      `while the server is killed without warning (kill -9) ${kills} times and started again. Clients without an answer ` +
      'ask again under the same idempotency key; one in ten gives up instead.',
    means:
      'An answer is given only after the commit: whatever a client was told survives the death of the server, and ' +
      'whatever it was not told has happened whole or not at all.',
    async play(world) {
      const server = await world.startServer();
      const { instance, apiKey, secretKey, merchant } = await world.newInstance('Proof: killed servers');
      const target = { url: server.url, apiKey, secretKey };
      const opening = Array.from({ length: accounts }, () => fundedAccount(target, merchant, initialMinor));
      const balances = (await Promise.all(opening)).map(({ balance }) => balance);
      const settled = await loadAndKill(world, server, target, balances, { transfers, kills, seed });
      const books = await readBooks(world.database, instance);
      const booked = checkBooks(books, settled, balances, initialMinor);
      const facts = count(settled, new Set([...booked.values()].map(({ reference }) => reference)));
      const words =
        `${facts.answered} transfers were answered as done and stand in the books exactly once, ${facts.refused} were ` +
        `refused for lack of money and are not there. ${facts.lost} attempts got no answer. ${facts.givenUp} clients gave ` +
        `up without one: ${facts.givenUpBooked} of their transfers are there, whole, the others not at all. No balance is off by a cent.`;
      return { words, problems: [], facts };
    },
  };
}

async function loadAndKill(
  world: World,
  server: Server,
  target: Target,
  balances: readonly string[],
  { transfers, kills, seed }: CrashSize,
): Promise<Settled[]> {
  const random = seeded(seed);
  let settledCount = 0;
  const noted: { at: number; resolve: () => void }[] = [];
  const note = () => {
    settledCount += 1;
    for (const { at, resolve } of noted) if (settledCount >= at) resolve();
  };
  const each = Math.ceil(transfers / processes);
  const loads = Array.from({ length: processes }, (_, index) =>
    startLoad({ target, balances, transfers: each, inFlight, seed: seed + index, name: `load-${index}` }, note),
  );
  const settled = Promise.all(loads.map((load) => load.settled)).then((parts) => parts.flat());
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      // Somewhere in the middle of its share, and a few milliseconds later: never at the same point of a request.
      const at = Math.floor((each * processes * (kill - 0.5)) / kills);
      const reached = new Promise<void>((resolve) => noted.push({ at, resolve }));
      await Promise.race([reached, settled]);
      await sleep(below(random, 30));
      world.say(`kill -9, ${kill} of ${kills}, after ${settledCount} transfers`);
      await server.kill();
      await server.start();
    }
    return await settled;
  } finally {
    for (const load of loads) load.kill();
  }
}

function count(settled: readonly Settled[], booked: ReadonlySet<string>) {
  const givenUp = settled.filter(({ code }) => code === null);
  return {
    transfers: settled.length,
    answered: settled.filter(({ code }) => code === 0).length,
    refused: settled.filter(({ code }) => code === 12001).length,
    lost: settled.reduce((sum, { lost }) => sum + lost, 0),
    givenUp: givenUp.length,
    givenUpBooked: givenUp.filter(({ reference }) => booked.has(reference)).length,
  };
}
