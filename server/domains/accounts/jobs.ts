import type { JobDefinition } from '../../kernel/job.ts';
import { findHolder, lockMerchant } from '../parties/service.ts';
import type { Program } from '../programs/model.ts';
import { programsOf } from '../programs/service.ts';
import { numbersReady } from './events.ts';
import { openAccounts } from './service.ts';
import { hasFundingAccount } from './store.ts';

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

/** The program for funding accounts in a currency, else the first usual one whose main balance is in it. */
function fundingProgram(programs: readonly Program[], currency: string): Program | undefined {
  const fitting = programs
    .filter(({ primary_currency: primary, account_type: type }) => primary === currency && type !== 'breakage')
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  return fitting.find(({ account_type: type }) => type === 'funding') ?? fitting[0];
}
