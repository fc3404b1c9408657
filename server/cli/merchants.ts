import { userInfo } from 'node:os';
import { changeMerchantStatus } from '../domains/parties/service.ts';
import { parseToken } from '../kernel/ids.ts';
import { isRefused } from '../kernel/refusal.ts';
import { instanceOption, openWork, withInstance } from './books.ts';
import { CliError, type Command, misuse, print } from './command.ts';

export const merchantsSuspend = changing('suspend', 'suspended', 'stop a merchant: its accounts are blocked');
export const merchantsResume = changing('resume', 'active', 'serve a merchant again: its accounts are active again');
export const merchantsClose = changing('close', 'closed', 'stop a merchant for good');

/** A command that gives a merchant another status, in the name of whoever decides. */
function changing(name: string, status: 'active' | 'suspended' | 'closed', summary: string): Command {
  return {
    name: ['merchants', name],
    takes: '<merchant>',
    wordCount: [1, 1],
    summary,
    help: 'MERCHANT.STATUS is sent with the reason, and ACCOUNT.STATUS for each account that follows.',
    options: {
      instance: instanceOption,
      reason: { type: 'string', value: '<words>', about: 'why, for the record and for the partner (needed)' },
      by: { type: 'string', value: '<name>', about: 'who decides; otherwise the user of this machine' },
    },
    async run(input) {
      const reason = input.text('reason')?.trim();
      if (!reason) throw misuse('--reason is needed');
      const merchant = parseToken(input.words[0]!);
      if (merchant === undefined) throw misuse('the merchant is named by its token');
      const by = input.text('by') ?? userInfo().username;
      const changed = await withInstance(input, (books, instance) =>
        openWork(books)(instance, `merchants ${name}`, (context) =>
          changeMerchantStatus(context, instance, merchant, { status, reason, by }),
        ),
      );
      if (isRefused(changed)) {
        const isUnknown = changed.refused.name === 'entity_not_found';
        throw new CliError(isUnknown ? `there is no merchant ${merchant}` : `${merchant} is closed for good`);
      }
      print(input, { merchant, status: changed }, `${merchant} is ${changed}`);
      return 0;
    },
  };
}
