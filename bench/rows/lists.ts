import { performance } from 'node:perf_hooks';
import type { Bank } from '../../server/bank.ts';
import { newId } from '../../server/kernel/ids.ts';
import { scopes } from '../../server/kernel/operation.ts';
import type { Funded } from '../fixture.ts';

type Query = Readonly<Record<string, string>>;

const limit = '50';

/** Asks for the first page and answers how long that took, in milliseconds; it has to succeed. */
export async function timeList(bank: Bank, { instance, apiKey }: Funded, query: Query): Promise<number> {
  const operation = bank.operations.find(({ name }) => name === 'transactions_list')!;
  const caller = { instance, key: apiKey, scopes, constraints: {} };
  const params = { page: '1', limit };
  const started = performance.now();
  const call = { operation, caller, requestId: newId(), method: 'GET', url: '', params, query: { ...query } };
  const { body } = await bank.invoke({ ...call, body: Buffer.alloc(0) });
  const took = performance.now() - started;
  if (!body.startsWith('{"code":0,')) throw new Error(`${JSON.stringify(query)} was answered ${body.slice(0, 200)}`);
  return took;
}

/** The account of which the history holds most, with what the filters need to know of it. */
interface HotAccount {
  readonly account: string;
  readonly balance: string;
  readonly merchant: string | null;
  readonly transactions: bigint;
}

/** Every filter of the list, each with the account that has most transactions. */
export async function filtersOf(bank: Bank, of: Funded): Promise<{ hot: HotAccount; filters: Record<string, Query> }> {
  const [hot] = await bank.database.query<HotAccount>(
    `select b.account_id as account, b.balance_id as balance, g.merchant_id as merchant,
            (select count(*) from ledger.transactions t where t.instance_id = $1 and t.account_id = b.account_id) as transactions
       from ledger.balances b join ledger.gates g on g.instance_id = b.instance_id and g.gate_id = b.account_id
      where b.instance_id = $1 and b.balance_id = $2`,
    [of.instance, of.balances[0]],
  );
  const { account, balance, merchant } = hot!;
  const [middle] = await bank.database.query<{ id: string; at: Date; reference: string }>(
    `select transaction_id as id, created_at as at, reference from ledger.transactions
      where instance_id = $1 and account_id = $2 and reference <> 'salary'
        and no >= (select event_no / 2 from ledger.heads where instance_id = $1)
      order by kind, no limit 1`,
    [of.instance, account],
  );
  const { id, at, reference } = middle!;
  const [day, next] = [at, new Date(at.getTime() + 86_400_000)].map((date) => date.toISOString().slice(0, 10));
  const filters: Record<string, Query> = {
    'no other filter': {},
    start_date: { start_date: day! },
    end_date: { end_date: day! },
    'start_date and end_date': { start_date: day!, end_date: next! },
    type: { type: 'financial' },
    'code, common': { code: 'internal-transfer' },
    'code, rare': { code: 'load' },
    channel: { channel: 'load' },
    'status, common': { status: 'completed' },
    'status, rare': { status: 'rejected', show_hidden: '1' },
    merchant: { merchant: merchant! },
    'user, none of theirs': { user: newId() },
    'reference, own': { reference },
    'reference, common': { reference: 'salary' },
    show_hidden: { show_hidden: '1' },
    balance: { balance },
    'card, none': { card: newId() },
    debit_credit: { debit_credit: 'debit' },
    load_after: { load_after: id },
    'several at once': { start_date: day!, code: 'internal-transfer', debit_credit: 'credit', reference: 'salary' },
  };
  const ofAccount = Object.entries(filters).map(([name, query]): [string, Query] => [name, { account, ...query }]);
  return { hot: hot!, filters: Object.fromEntries(ofAccount) };
}

/** The value below which a share of some measurements lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]!;
}
