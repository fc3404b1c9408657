import type { SandboxInstance } from '../seed.ts';
import { readBooks } from './books-store.ts';
import { type Envelope, fundedAccount, type SignedRequest, signedCall, transferRequest } from './signed-client.ts';
import { type Story, tally } from './story.ts';
import type { World } from './world.ts';

const withdrawals = 20;
const wholeMinor = 10_000;
const rounds = 5;
const insufficientFunds = 12001;
const nonUniqueValue = 11004;

/** Withdrawals of a whole balance, all at once: one wins. */
function withdrawalStory(processes: 1 | 2): Story {
  const where = processes === 1 ? 'one server process' : 'two server processes on one database';
  return {
    name: processes === 1 ? 'race-in-one-process' : 'race-across-processes',
    title: `Money is spent once (${where})`,
    tried:
      `${withdrawals} transfers of the whole balance of one account, sent at the same moment through ${where}; ` +
      `${rounds} accounts, one after the other.`,
    means: 'Nobody can spend the same money twice by being quick: the balance is decided under a lock, not by a look.',
    async play(world) {
      const { urls, instance } = await openScene(world, processes, `Proof: spent once, ${where}`);
      const problems: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const [rich, poor] = [await fund(urls, instance, wholeMinor), await fund(urls, instance, 0)];
        const request = transferRequest(rich, poor, wholeMinor);
        const answers = await allAtOnce(urls, instance, Array<SignedRequest>(withdrawals).fill(request));
        problems.push(...judgeWithdrawals(answers.map(({ code }) => code)).map((text) => `round ${round}: ${text}`));
        const { posted } = await readBooks(world.database, instance.instance);
        if (posted.get(rich) !== 0n || posted.get(poor) !== BigInt(wholeMinor)) {
          problems.push(`round ${round}: the balances are ${posted.get(rich)} and ${posted.get(poor)} cents`);
        }
      }
      const sent = rounds * withdrawals;
      const words = `Of ${sent} transfers ${rounds} went through, one for each account; ${sent - rounds} were refused for lack of money. The balances say the same.`;
      return {
        words: problems.length === 0 ? words : 'The wrong number went through.',
        problems,
        facts: { rounds, sent },
      };
    },
  };
}

/** One of all succeeds, every other one is refused for lack of money. */
export function judgeWithdrawals(codes: readonly number[]): string[] {
  const won = codes.filter((code) => code === 0).length;
  const refused = codes.filter((code) => code === insufficientFunds).length;
  return won === 1 && refused === codes.length - 1 ? [] : [`the answers were ${tally(codes)}`];
}

export const raceInOneProcess = withdrawalStory(1);
export const raceAcrossProcesses = withdrawalStory(2);

const copies = 8;

export const oneIdempotencyKey: Story = {
  name: 'idempotency-key',
  title: 'One idempotency key, one transfer',
  tried:
    `The same transfer under one idempotency key, ${copies} times at the same moment through two server processes, ` +
    `${rounds} times over; then, as often, two different transfers at once under one key.`,
  means: 'After a time-out a client can send again with the same key, however often: it is done once.',
  async play(world) {
    const { urls, instance } = await openScene(world, 2, 'Proof: idempotency keys');
    const problems: string[] = [];
    const [debtor, other] = [await fund(urls, instance, wholeMinor), await fund(urls, instance, wholeMinor)];
    const creditor = await fund(urls, instance, 0);
    for (let round = 1; round <= rounds; round += 1) {
      const same = { reference: `same-${round}`, idempotencyKey: `same-${round}` };
      const answers = await allAtOnce(urls, instance, Array(copies).fill(transferRequest(debtor, creditor, 100, same)));
      problems.push(...judgeCopies(answers).map((text) => `${same.reference}: ${text}`));
      const either = { reference: `either-${round}`, idempotencyKey: `either-${round}` };
      const two = [transferRequest(debtor, creditor, 100, either), transferRequest(other, creditor, 100, either)];
      const codes = (await allAtOnce(urls, instance, round % 2 === 0 ? two : two.toReversed())).map(({ code }) => code);
      if (tally(codes) !== `1 × 0, 1 × ${nonUniqueValue}`)
        problems.push(`${either.reference}: answered ${tally(codes)}`);
    }
    const { transfers } = await readBooks(world.database, instance.instance);
    for (const [reference, sides] of transfers) {
      if (sides.length !== 2) problems.push(`${reference} stands ${sides.length / 2} times in the books`);
    }
    const sent = rounds * (copies + 2);
    const words = `${sent} requests under ${2 * rounds} keys made ${transfers.size} transfers. Repetitions got the first answer; another request under a used key was refused.`;
    return { words, problems, facts: { sent, keys: 2 * rounds, transfers: transfers.size } };
  },
};

/** All succeed, with one and the same transaction. */
export function judgeCopies(answers: readonly Envelope[]): string[] {
  const codes = answers.map(({ code }) => code);
  const transactions = new Set(answers.map(({ data }) => data?.transaction));
  if (codes.some((code) => code !== 0)) return [`the answers were ${tally(codes)}`];
  return transactions.size === 1 ? [] : [`the answers name ${transactions.size} transactions`];
}

interface Scene {
  readonly urls: readonly string[];
  readonly instance: SandboxInstance;
}

async function openScene(world: World, processes: number, name: string): Promise<Scene> {
  return { urls: await world.servers(processes), instance: await world.newInstance(name) };
}

async function fund([url]: readonly string[], { apiKey, secretKey, merchant }: SandboxInstance, amountMinor: number) {
  return (await fundedAccount({ url: url!, apiKey, secretKey }, merchant, amountMinor)).balance;
}

/** Sends requests at once, in turn through all servers. */
function allAtOnce(
  urls: readonly string[],
  { apiKey, secretKey }: SandboxInstance,
  requests: readonly SignedRequest[],
): Promise<Envelope[]> {
  return Promise.all(
    requests.map((request, index) => signedCall({ url: urls[index % urls.length]!, apiKey, secretKey }, request)),
  );
}
