import type { Bank } from '../server/bank.ts';
import { transferCreate } from '../server/domains/transfers/operations/transfer-create.ts';
import { getOrMake } from '../server/kernel/collections.ts';
import { newId } from '../server/kernel/ids.ts';
import type { PrepareContext } from '../server/kernel/operation.ts';
import { isRefused } from '../server/kernel/refusal.ts';
import type { Funded } from './fixture.ts';
import { closedLoop, type Rate } from './load.ts';

/** Which balances a turn moves money between. */
export type Pick = (turn: number) => { readonly of: Funded; readonly debtor: string; readonly creditor: string };

/** Transfers through the engine without HTTP: the operation's own two beats, and the ledger. */
export function engineRate(bank: Bank, inFlight: number, seconds: number, pick: Pick): Promise<Rate> {
  return closedLoop(inFlight, seconds, (turn) => engineTransfer(bank, pick(turn)));
}

const contexts = new WeakMap<Bank, Map<string, PrepareContext>>();

/** One transfer of a cent. */
export async function engineTransfer(bank: Bank, { of, debtor, creditor }: ReturnType<Pick>): Promise<void> {
  const parties = { debtor: { balance: debtor }, creditor: { balance: creditor } };
  const request = { params: {}, query: {}, body: { amount: 0.01, currency: 'EUR', reference: 'bench', ...parties } };
  const { prepare, decide } = transferCreate.post!;
  const known = contexts.get(bank) ?? new Map<string, PrepareContext>();
  contexts.set(bank, known);
  const prepared = await prepare(
    getOrMake(known, of.instance, () => contextOf(bank, of)),
    request,
  );
  if (isRefused(prepared)) throw new Error(JSON.stringify(prepared));
  const outcome = await bank.ledger.post({
    instance: of.instance,
    plan: prepared.plan,
    decide: (facts) => decide(prepared.data, facts),
    respond: (result) => (isRefused(result) ? refusedBody(result) : 'done'),
    caller: of.apiKey,
    requestId: newId(),
  });
  if (!('body' in outcome) || outcome.body !== 'done') throw new Error(JSON.stringify(outcome));
}

function refusedBody(result: { refused: { name: string } }): string {
  return `refused: ${result.refused.name}`;
}

function contextOf(bank: Bank, of: Funded): PrepareContext {
  return {
    caller: { instance: of.instance, key: of.apiKey, scopes: [], constraints: {} },
    requestId: newId(),
    now: new Date(),
    environment: 'sandbox',
    vault: bank.vault,
    db: bank.database,
    port: bank.port,
    realTime: new Date(),
    events: new Map(),
  };
}

/** Two different balances of one instance, pseudo-randomly spread. */
export function spread(of: Funded): Pick {
  const count = of.balances.length;
  return (turn) => {
    const debtor = Math.imul(turn + 1, 2654435761) >>> 0;
    const creditor = Math.imul(turn + 7, 2246822519) >>> 0;
    const first = debtor % count;
    const second = creditor % count === first ? (first + 1) % count : creditor % count;
    return { of, debtor: of.balances[first]!, creditor: of.balances[second]! };
  };
}

/** Every transfer pays into the same account. */
export function hot(of: Funded): Pick {
  const spreadPick = spread({ ...of, balances: of.balances.slice(1) });
  return (turn) => ({ ...spreadPick(turn), creditor: of.balances[0]! });
}

/** Transfers within many instances, one after the other. */
export function spreadInstances(all: readonly Funded[]): Pick {
  const picks = all.map(spread);
  return (turn) => picks[turn % picks.length]!(turn);
}
