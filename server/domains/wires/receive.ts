import type { Clock } from '../../kernel/clock.ts';
import { getOrMake } from '../../kernel/collections.ts';
import type { Database, Queryable } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { ChoreContext, JobContext, WorkContext } from '../../kernel/job.ts';
import {
  type IncomingAnswer,
  type IncomingItem,
  type IncomingPayment,
  paymentRails,
  type RailAccount,
} from '../../ports/payment-rail/port.ts';
import type { NumberEntry } from '../accounts/model.ts';
import { findByIbans, findBySortCode } from '../accounts/service.ts';
import { programsOf } from '../programs/service.ts';
import { screenCounterparty } from '../screening/service.ts';
import { queueEnabled, queueRulesOf } from '../suspense/service.ts';
import { failWire, giveBack, settleWire } from './ending.ts';
import { type Arrival, arrivalPlan, decideArrival, incomingId, schemeAnswer } from './incoming.ts';
import { recallReceived, recallRefused } from './recalls.ts';
import { findNetworkId, insertRefusals, readRefusals, schemeKey } from './store.ts';

/** What taking in needs; a chore has it, and a job for its own instance. */
type Receiving = Pick<ChoreContext, 'db' | 'nowOf' | 'port' | 'post' | 'transact' | Setting>;
type Setting = 'clock' | 'environment';

/** Takes in everything that waits at the rails. */
export async function receiveAll(context: Receiving, instances: readonly string[]): Promise<void> {
  const { db, nowOf, port } = context;
  await port(paymentRails).receive({ db, nowOf, instances }, (items) => takeItems(context, items));
}

/** The same for the instance of a job. */
export function receiveFor(context: JobContext, instances: readonly string[]): Promise<void> {
  const transact: ChoreContext['transact'] = (instance, _cause, work) => {
    if (!instances.includes(instance)) throw new Error('what came in belongs to another instance than the job');
    return context.transact(work);
  };
  return receiveAll({ ...context, transact }, instances);
}

/**
 * Takes a batch: payments go through the posting engine's queues many at once, the rest one after the other. Each answer
 * is what has been committed; a batch that was taken before is answered as it was then.
 */
async function takeItems(context: Receiving, items: readonly IncomingItem[]): Promise<IncomingAnswer[]> {
  const cause = newId();
  const payments = items.filter((item) => item.kind === 'payment');
  const resolved = await resolveArrivals(context, context.db, payments);
  const answers = await Promise.all(
    payments.map(async (payment): Promise<IncomingAnswer> => {
      const arrival = resolved.get(payment)!;
      if (!('plan' in arrival)) return arrival;
      const work = { instance: arrival.what.instance, plan: arrival.plan, cause };
      return schemeAnswer(await context.post(work, (facts) => decideArrival(arrival.what, facts)));
    }),
  );
  const byItem = new Map<IncomingItem, IncomingAnswer>(payments.map((payment, index) => [payment, answers[index]!]));
  for (const item of items) {
    if (item.kind === 'payment') continue;
    const instance = await instanceOf(context.db, item);
    const answer =
      instance === undefined
        ? ({ accepted: false, reasonCode: 'NOOR' } as const)
        : await context.transact(instance, cause, (work) => takeOther(work, instance, item));
    byItem.set(item, answer);
  }
  return items.map((item) => byItem.get(item)!);
}

type Resolved = { readonly plan: ReturnType<typeof arrivalPlan>; readonly what: Arrival } | IncomingAnswer;

/** Finds whose each payment is, by what never changes. One for nobody is refused (AC01), and remembered so. */
export async function resolveArrivals(
  { clock, environment }: { readonly clock: Clock; readonly environment: 'sandbox' | 'production' },
  db: Database,
  payments: readonly IncomingPayment[],
): Promise<Map<IncomingPayment, Resolved>> {
  const refused = payments.length === 0 ? new Map<string, string>() : await readRefusals(db, payments);
  const entries = await entriesOf(db, payments);
  const instances = new Set([...entries.values()].map(({ instance }) => instance));
  const settings = new Map(
    await Promise.all([...instances].map(async (id) => [id, await settingsOf(db, id)] as const)),
  );
  const onList = await sanctionedSenders({ db, environment }, entries);
  const resolved = new Map<IncomingPayment, Resolved>();
  const strangers: IncomingPayment[] = [];
  for (const payment of payments) {
    const earlier = refused.get(schemeKey(payment));
    const entry = entries.get(payment);
    if (earlier !== undefined || entry === undefined) {
      resolved.set(payment, { accepted: false, reasonCode: earlier ?? 'AC01' });
      if (earlier === undefined) strangers.push(payment);
      continue;
    }
    const { instance, account, balance } = entry;
    const what: Arrival = {
      ...settings.get(instance)!,
      instance,
      id: incomingId(instance, payment),
      record: newId(),
      payment,
      account,
      balance,
      mustWait: environment === 'sandbox' && /^HOLD/i.test(payment.debtor.name),
      isSanctioned: onList.has(payment),
      isLate: () => payment.answerBy !== null && clock.now() > payment.answerBy,
    };
    resolved.set(payment, { what, plan: arrivalPlan(what) });
  }
  if (strangers.length > 0) await insertRefusals(db, strangers, 'AC01', clock.now());
  return resolved;
}

/** The payments whose sender is on a sanctions list. Each name is looked up once for all payments of a batch. */
async function sanctionedSenders(
  context: { readonly db: Database; readonly environment: 'sandbox' | 'production' },
  entries: ReadonlyMap<IncomingPayment, NumberEntry>,
): Promise<Set<IncomingPayment>> {
  const screened = new Map<string, ReturnType<typeof screenCounterparty>>();
  const found = await Promise.all(
    [...entries].map(async ([payment, { instance }]) => {
      const { name, address, iban } = payment.debtor;
      const country = address?.country ?? iban?.slice(0, 2) ?? null;
      const status = getOrMake(screened, `${instance}|${country}|${name}`, () =>
        screenCounterparty(context, instance, { name, country }),
      );
      return (await status) === 'match' ? [payment] : [];
    }),
  );
  return new Set(found.flat());
}

async function settingsOf(db: Queryable, instance: string) {
  return {
    programs: await programsOf(db, instance),
    queueing: await queueEnabled(db, instance),
    rules: await queueRulesOf(db, instance),
  };
}

async function entriesOf(
  db: Queryable,
  payments: readonly IncomingPayment[],
): Promise<Map<IncomingPayment, NumberEntry>> {
  const byIban = await findByIbans(
    db,
    payments.flatMap(({ creditor }) => creditor.iban ?? []),
  );
  const found = new Map<IncomingPayment, NumberEntry>();
  for (const payment of payments) {
    const { iban, sortCode, accountNumber } = payment.creditor;
    const entry =
      iban !== null
        ? byIban.get(iban)
        : sortCode !== null && accountNumber !== null
          ? await findBySortCode(db, sortCode, accountNumber)
          : undefined;
    if (entry !== undefined) found.set(payment, entry);
  }
  return found;
}

type Other = Exclude<IncomingItem, IncomingPayment>;

/** Whose a message about a payment is: by our own id of the payment, or by the account that was credited. */
async function instanceOf(db: Queryable, item: Other): Promise<string | undefined> {
  if (item.kind !== 'recall') return (await findNetworkId(db, item.payment))?.instance;
  return (await entryOf(db, item.creditor))?.instance;
}

async function entryOf(
  db: Queryable,
  { iban, sortCode, accountNumber }: RailAccount,
): Promise<NumberEntry | undefined> {
  if (iban !== null) return (await findByIbans(db, [iban])).get(iban);
  return sortCode === null || accountNumber === null ? undefined : findBySortCode(db, sortCode, accountNumber);
}

type Effects = Pick<WorkContext, 'tx' | 'now' | 'emit' | 'post' | 'schedule'>;

/** A message about a payment, in one transaction. What has happened already happens no second time. */
async function takeOther(context: Effects, instance: string, item: Other): Promise<IncomingAnswer> {
  if (item.kind === 'recall') return recallReceived(context, instance, item);
  const key = await findNetworkId(context.tx, item.payment);
  if (key?.instance !== instance) return { accepted: false, reasonCode: 'NOOR' };
  switch (item.kind) {
    case 'recall-refusal':
      return recallRefused(context, key, item);
    case 'return':
      return (await giveBack(context, key, item)) ? { accepted: true } : { accepted: false, reasonCode: 'NOOR' };
    case 'status':
      if (item.state.status === 'settled') await settleWire(context, key);
      else await failWire(context, key, 'rejected', item.state.reasonCode);
      return { accepted: true };
  }
}
