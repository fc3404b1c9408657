import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { newId } from '../../kernel/ids.ts';
import type { Work } from '../../kernel/posting.ts';
import { type GroupDependencies, runGroup } from './run.ts';

test('a group of several portions whose connection is lost is an error, and no statement fails unheard', async () => {
  const lost = new Error('Connection terminated unexpectedly');
  const query = () => Promise.reject(lost);
  const database = { query, transaction: <T>(work: (tx: { query: typeof query }) => Promise<T>) => work({ query }) };
  const instance = newId();
  const plan = { balances: [{ instance, id: newId() }], transactions: [] };
  const decide = () => ({ transactions: [], movements: [], answer: {} });
  const work: Work = { instance, plan, decide, respond: () => '', caller: 'test', requestId: newId() };
  const run = await runGroup(
    { database } as unknown as GroupDependencies,
    Array.from({ length: 100 }, () => work),
  );
  // What nobody listens to is reported with the next turn, and ends the process.
  await turn();
  assert.equal('error' in run && run.error, lost);
});
