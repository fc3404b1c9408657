import type { Bank } from '../server/bank.ts';
import { openAccounts } from '../server/domains/accounts/service.ts';
import { houseBalance } from '../server/domains/ledger/service.ts';
import { findHolder } from '../server/domains/parties/service.ts';
import { programsOf } from '../server/domains/programs/service.ts';
import { newId } from '../server/kernel/ids.ts';
import type { Posting } from '../server/kernel/posting.ts';
import { isRefused } from '../server/kernel/refusal.ts';
import { type SandboxInstance, seedInstance } from '../server/seed.ts';

/** An instance with funded accounts in EUR. */
export interface Funded extends SandboxInstance {
  readonly balances: readonly string[];
}

const page = 500;

/** Makes an instance with so many accounts of one merchant, each with 1,000,000.00 EUR on it. */
export async function fundedInstance(bank: Bank, accounts: number, at = new Date()): Promise<Funded> {
  const made = await seedInstance(bank.database, bank.vault, newId(), 'Bench', at);
  const program = (await programsOf(bank.database, made.instance)).get('EUR-BUSINESS')!;
  const holder = await findHolder(bank.database, made.instance, { merchant: made.merchant, user: null });
  const balances: string[] = [];
  for (let opened = 0; opened < accounts; opened += page) {
    const count = Math.min(page, accounts - opened);
    const opening = {
      instance: made.instance,
      program,
      holder: holder!,
      main: null,
      alias: null,
      skipNumbers: false,
      at,
    };
    const found = await bank.database.transaction((tx) => openAccounts(tx, opening, count));
    const ids = found.map((each) => each.balances[0]!.balance);
    await fund(bank, made.instance, ids);
    balances.push(...ids);
  }
  return { ...made, balances };
}

async function fund(bank: Bank, instance: string, balances: readonly string[]): Promise<void> {
  const house = { instance, id: houseBalance(instance, 'settlement:load', 'EUR') };
  await Promise.all(
    balances.map((balance) => {
      const id = newId();
      const posting: Posting = {
        transactions: [load(instance, id, balance)],
        movements: [
          {
            instance,
            amountMinor: 100_000_000n,
            currency: 'EUR',
            debit: house.id,
            credit: balance,
            debitTransaction: null,
            creditTransaction: id,
          },
        ],
        answer: {},
      };
      return bank.ledger.post({
        instance,
        plan: { balances: [house, { instance, id: balance }], transactions: [id] },
        decide: () => posting,
        respond: (outcome) => (isRefused(outcome) ? 'refused' : 'done'),
        caller: 'bench',
        requestId: id,
      });
    }),
  );
}

function load(instance: string, id: string, balance: string) {
  return {
    instance,
    id,
    code: 'load',
    channel: 'load',
    status: 'completed',
    side: 'credit' as const,
    amountMinor: 100_000_000n,
    currency: 'EUR',
    balance,
    account: null,
    merchant: null,
    user: null,
  };
}
