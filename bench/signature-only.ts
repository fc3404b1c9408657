import type { Bank } from '../server/bank.ts';
import { openConstraints } from '../server/constraints.ts';
import { openKeys } from '../server/domains/keys/service.ts';
import { transferCreate } from '../server/domains/transfers/operations/transfer-create.ts';
import { systemClock } from '../server/kernel/clock.ts';
import { noMetrics } from '../server/kernel/metrics.ts';
import { operation } from '../server/kernel/operation.ts';
import { portsOf } from '../server/kernel/port.ts';
import type { Ledger } from '../server/kernel/posting.ts';
import { openApi } from '../server/runtime/api.ts';
import { openDoor } from '../server/runtime/door.ts';
import { type HttpServer, openHttp } from '../server/runtime/http.ts';
import { openOutcomes } from '../server/runtime/idempotency.ts';
import { openInvoke } from '../server/runtime/invoke.ts';
import { openRouter } from '../server/runtime/router.ts';
import { schedule } from '../server/runtime/schedule.ts';

/**
 * The reference for what the bank itself costs: the same HTTP server, signed door and validation, and then an answer
 * at once. It takes the very requests that the bank takes.
 */
export async function signatureOnlyServer(bank: Bank): Promise<{ url: string; http: HttpServer }> {
  const { database, vault } = bank;
  const answer = transferCreate.example.response as Record<string, unknown>;
  const only = operation({
    name: transferCreate.name,
    routes: transferCreate.routes,
    permission: transferCreate.permission,
    summary: transferCreate.summary,
    description: transferCreate.description,
    body: transferCreate.body,
    response: transferCreate.response,
    example: transferCreate.example,
    post: {
      prepare: async () => ({ plan: { balances: [], transactions: [] }, data: null }),
      decide: () => ({ transactions: [], movements: [], answer }),
    },
  });
  const ledger: Ledger = {
    post: async (work) => ({ body: work.respond({ transactions: [], movements: [], answer }), replayed: false }),
    postWithin: () => Promise.reject(new Error('nothing is posted here')),
    record: () => Promise.reject(new Error('nothing is recorded here')),
    now: async () => new Date(),
    clocks: async () => [],
    setClock: () => Promise.reject(new Error('no clock is moved here')),
  };
  const log = { info() {}, warn() {}, error() {} };
  const clock = systemClock;
  const environment = 'sandbox';
  const operations = [only];
  const outcomes = openOutcomes(clock);
  const invoke = openInvoke({
    operations,
    database,
    ledger,
    outcomes,
    vault,
    clock,
    environment,
    events: new Map(),
    checkAnswers: false,
    log,
    constraints: openConstraints(database),
    port: portsOf([]),
    schedule,
    scheduled() {},
  });
  const replays = { isFirst: async () => true, sweep: async () => {} };
  const enter = openDoor({ findKey: openKeys(database, vault), noteUse() {}, clock, environment, replays });
  const requestLog = { add() {}, flush: async () => {}, close: async () => {}, find: async () => undefined };
  const serve = openApi({ route: openRouter(operations, ''), enter, invoke, requestLog, metrics: noMetrics, log });
  const http = openHttp({ serve, pages: new Map() });
  const port = await http.listen(0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, http };
}
