import type { JobDefinition } from '../../kernel/job.ts';
import { setGate } from '../ledger/service.ts';
import { findHolder, lockMerchant } from '../parties/service.ts';
import type { Program } from '../programs/model.ts';
import { programsOf } from '../programs/service.ts';
import { numbersReady, statusChanged } from './events.ts';
import { merchantSuspended } from './model.ts';
import { openAccounts } from './service.ts';
import { hasFundingAccount, lockAccountsOf, updateStatus } from './store.ts';

/**
 * Opens the funding account of a merchant whose acquiring was approved (N7): what was acquired is collected there until
 * it is paid out. There is one for each currency, so whoever runs the job again opens none.
 */
export const openFunding: JobDefinition = {
  name: 'accounts.open-funding',
  async run(context, { instance, subject: merchant, data }) {
    const currency = String(data.currency);
    await context.transact(async ({ tx, now, emit }) => {
      await lockMerchant(tx, instance, merchant);
      const program = fundingProgram([...(await programsOf(tx, instance)).values()], currency);
      if (program === undefined) throw new Error(`no program opens funding accounts in ${currency}`);
      if (await hasFundingAccount(tx, instance, merchant, program.code)) return;
      const holder = await findHolder(tx, instance, { merchant, user: null });
      if (holder === undefined) throw new Error(`there is no merchant ${merchant}`);
      const opening = { instance, program, holder, main: null, alias: null, skipNumbers: false, at: now };
      const [opened] = await openAccounts(tx, { ...opening, type: 'funding' }, 1);
      for (const event of numbersReady(opened!)) emit(event);
    });
  },
};

/**
 * Lets the accounts of a merchant follow its status: blocked while it is suspended or closed, and those that were blocked
 * for this reason active again when it is served again.
 */
export const followMerchant: JobDefinition = {
  name: 'accounts.follow-merchant',
  async run(context, { instance, subject: merchant }) {
    await context.transact(async ({ tx, emit }) => {
      await lockMerchant(tx, instance, merchant);
      const holder = await findHolder(tx, instance, { merchant, user: null });
      const [from, to, reason] =
        holder?.status === 'active'
          ? (['blocked', 'active', null] as const)
          : (['active', 'blocked', merchantSuspended] as const);
      const found = await lockAccountsOf(tx, instance, merchant, from, to === 'active' ? merchantSuspended : null);
      for (const { id } of found) {
        await updateStatus(tx, instance, id, to, reason);
        await setGate(tx, { instance, id, state: to });
        emit(statusChanged(id, from, to, 'system', reason));
      }
    });
  },
};

/** The program for funding accounts in a currency, else the first usual one whose main balance is in it. */
function fundingProgram(programs: readonly Program[], currency: string): Program | undefined {
  const fitting = programs
    .filter(({ primary_currency: primary, account_type: type }) => primary === currency && type !== 'breakage')
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  return fitting.find(({ account_type: type }) => type === 'funding') ?? fitting[0];
}
