import { newId } from '../../kernel/ids.ts';
import type { Done, Group } from './estate.ts';

/** Wires and records of the suspense queue, each in the state that an operation wants it in. */

const person = { first_name: 'Ana', last_name: 'Dimova', birthday: '1984-02-29', nationality: 'BG', country: 'BG' };
const payers = new WeakMap<Done, Promise<{ readonly balance: string; readonly iban: string }>>();

/** One account with money for all wires of an instance. */
function payer(done: Done) {
  const known = payers.get(done) ?? openPayer(done);
  payers.set(done, known);
  return known;
}

async function openPayer(done: Done) {
  const user = await done('user_create', { body: { email: `${newId()}@example.com`, ...person } });
  const { token, balances } = await done('account_create', { body: { program: 'EUR-CONSUMER', user: user.token } });
  await done('sim_account_fund', { params: { account: token }, body: { amount: 100_000 } });
  return { balance: balances[0].token as string, iban: balances[0].iban as string };
}

async function pending(done: Done): Promise<string> {
  const { balance } = await payer(done);
  const creditor = { iban: 'DE89370400440532013000', name: 'Erika Mustermann' };
  const body = { amount: 1, currency: 'EUR', reference: newId(), debtor: { balance }, creditor };
  return (await done('transfer_create', { body })).transaction;
}

async function settled(done: Done): Promise<string> {
  const transaction = await pending(done);
  await done('sim_wire_settle', { params: { transaction } });
  return transaction;
}

async function incoming(done: Done, name: string) {
  const { iban } = await payer(done);
  return done('sim_wire_incoming', { body: { iban, amount: 1, currency: 'EUR', sender: { name } } });
}

async function received(done: Done): Promise<string> {
  return (await incoming(done, 'Erika Mustermann')).transaction;
}

/** A transaction as one operation wants it. */
function transactionFor(operation: string, make: (done: Done) => Promise<string>): Group {
  return { open: async (done) => ({ [`${operation}.transaction`]: await make(done) }) };
}

export const wireGroups: readonly Group[] = [
  ...['transfer_cancel', 'sim_wire_settle', 'sim_wire_reject', 'sim_wire_delay', 'sim_wire_return'].map((operation) =>
    transactionFor(operation, pending),
  ),
  transactionFor('transfer_recall', settled),
  transactionFor('sim_wire_recall', received),
  transactionFor('sim_wire_recall_answer', async (done) => {
    const transaction = await settled(done);
    await done('transfer_recall', { params: { transaction }, body: { reason_code: 'DUPL' } });
    return transaction;
  }),
  transactionFor('transfer_recall_answer', async (done) => {
    const transaction = await received(done);
    await done('sim_wire_recall', { params: { transaction } });
    return transaction;
  }),
  { open: async (done) => ({ queue_record: (await incoming(done, 'HOLD Handels GmbH')).queue_record }) },
];
