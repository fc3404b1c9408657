import type { Static } from 'typebox';
import { Type } from 'typebox';
import { type HandleContext, operation } from '../../../kernel/operation.ts';
import {
  accountNotActive,
  entityNotFound,
  invalid,
  isRefused,
  type Refused,
  refuse,
  validationError,
} from '../../../kernel/refusal.ts';
import { fields, optionalToken, text } from '../../../kernel/schema.ts';
import { findHolder } from '../../parties/service.ts';
import { programsOf } from '../../programs/service.ts';
import { numbersReady } from '../events.ts';
import { type AccountWithBalances, account, exampleAccount } from '../model.ts';
import { holderErrors, refuseOpening } from '../rules.ts';
import { type NewAccounts, openAccounts, shownAccount } from '../service.ts';
import { holdAccount, readBalances } from '../store.ts';

const body = fields({
  program: text(32, { min: 1, description: 'Code of the program' }),
  merchant: optionalToken('Merchant who is to hold the account'),
  user: optionalToken('User who is to hold the account'),
  main: optionalToken('Main account, opened to the same holder: asks for a virtual account'),
  skip_iban_generation: Type.Optional(Type.Boolean({ description: 'No account number, where the program allows it' })),
  alias: Type.Optional(text(undefined, { description: 'A name for the account' })),
});

export const accountCreate = operation({
  name: 'account_create',
  routes: [
    { method: 'POST', path: '/v2/accounts' },
    { method: 'POST', path: '/v3/accounts', suffix: 'v3' },
  ],
  permission: 'accounts',
  summary: 'Open an account',
  description:
    'Opens an account under a program for a merchant or a user, with the balances and account numbers of the program: ' +
    'Bulgarian IBANs in EUR and BGN, British ones with sort code and account number in GBP. With main it opens a ' +
    "virtual account, which has numbers of its own and uses its main account's balances. The holder must be verified " +
    'where the program requires it, and for a virtual account always. ACCOUNT.IBAN is sent for each number.',
  body,
  response: account,
  refusals: [entityNotFound, validationError, accountNotActive],
  example: { body: { program: 'EUR-CONSUMER', user: exampleAccount.user, alias: 'ops' }, response: exampleAccount },
  async handle(context, { body }) {
    const opening = await gather(context, body);
    if (isRefused(opening)) return opening;
    const refused = refuseOpening({
      ...opening,
      main: opening.main && { account: opening.main.account, currency: opening.main.balances[0]!.currency },
    });
    if (refused !== undefined) return refused;
    const [opened] = await openAccounts(context.tx, opening, 1);
    for (const event of numbersReady(opened!)) context.emit(event);
    return shownAccount(context.tx, opening.instance, opened!);
  },
});

/** Looks up the program, the holder and the main account, which stays as it is until the account is opened. */
async function gather(
  { tx, caller, now }: HandleContext,
  asked: Static<typeof body>,
): Promise<NewAccounts | Refused<'validation_error' | 'entity_not_found'>> {
  const instance = caller.instance;
  const [merchant, user] = [asked.merchant || null, asked.user || null];
  const errors = holderErrors(merchant, user);
  if (errors.length > 0) return invalid(validationError, ...errors);
  const program = (await programsOf(tx, instance)).get(asked.program);
  if (program === undefined) return refuse(entityNotFound, { field: 'program' });
  const holder = await findHolder(tx, instance, { merchant, user });
  if (holder === undefined) return refuse(entityNotFound, { field: merchant === null ? 'user' : 'merchant' });
  const main = asked.main ? await mainAccount({ tx, caller }, asked.main) : null;
  if (main === undefined) return refuse(entityNotFound, { field: 'main' });
  const skipNumbers = asked.skip_iban_generation ?? false;
  return { instance, program, holder, main, alias: asked.alias || null, skipNumbers, at: now };
}

async function mainAccount(
  { tx, caller }: Pick<HandleContext, 'tx' | 'caller'>,
  id: string,
): Promise<AccountWithBalances | undefined> {
  const found = await holdAccount(tx, caller.instance, id);
  return found && { account: found, balances: await readBalances(tx, caller.instance, [id]) };
}
