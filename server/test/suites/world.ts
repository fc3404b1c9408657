import type { Operation, Route } from '../../kernel/operation.ts';
import { registry } from '../../registry.ts';
import { openTestBank, type TestBank, type TestBankOptions } from '../test-bank.ts';
import { openReceiver } from '../webhook-receiver.ts';
import { type Estate, openEstates } from './estate.ts';
import { openTraces, type Traces } from './traces.ts';

/** Every operation that there is: the suites have no list of their own, and no exemptions. */
export const operations: readonly Operation[] = registry.flatMap((domain) => domain.operations);

/** Every way into every operation. */
export const entrances: readonly { name: string; operation: Operation; route: Route }[] = operations.flatMap(
  (operation) =>
    operation.routes.map((route) => ({ name: `${operation.name}: ${route.method} ${route.path}`, operation, route })),
);

/** The bank with both instances at work, for suites over all operations. */
export interface World {
  readonly bank: TestBank;
  readonly traces: Traces;
  /** The first instance's things; others after `renew`. */
  readonly estate: Estate;
  /** The other instance's. */
  readonly foreign: Estate;
  /** Makes the first instance new things, where an operation may have used up the ones before. */
  renew(operation: Operation): Promise<void>;
  renewForeign(operation: Operation): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(options: TestBankOptions = {}): Promise<World> {
  const bank = await openTestBank(options);
  const receiver = await openReceiver();
  const close = async () => {
    try {
      await bank.close();
    } finally {
      await receiver.close();
    }
  };
  try {
    return await settleIn(bank, receiver.url, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function settleIn(bank: TestBank, hook: string, close: () => Promise<void>): Promise<World> {
  const own = await openEstates(bank, bank.sandbox.first, hook);
  const other = await openEstates(bank, bank.sandbox.second, hook);
  return {
    bank,
    traces: await openTraces(bank),
    get estate() {
      return own.now;
    },
    get foreign() {
      return other.now;
    },
    renew: own.renew,
    renewForeign: other.renew,
    close,
  };
}
