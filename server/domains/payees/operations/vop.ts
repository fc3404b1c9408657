import { operation } from '../../../kernel/operation.ts';
import { type FieldError, generalError, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { findHolder } from '../../parties/service.ts';
import { evidence, shownEvidence, type VopRequest, vopRequest } from '../model.ts';
import { questionOf } from '../rules.ts';
import { checkPayee, keepEvidence } from '../service.ts';

/**
 * Verifies a payee before money is sent. In: the account by IBAN, or by sort code and account number, and the name that
 * the payer has for it. Out: what the account's bank says of the name, kept as evidence for a transfer. VoP (EPC218-23)
 * for IBANs, CoP (Pay.UK) for UK accounts.
 */
export const vop = operation({
  name: 'vop',
  routes: [{ method: 'POST', path: '/v2/vop' }],
  permission: 'vop',
  summary: 'Verify a payee',
  description:
    'Asks the bank of an account whether it is held in a name: by verification of payee for IBANs, by confirmation of ' +
    'payee for UK sort codes and British IBANs, which needs the account_type as well. Within five seconds there is an ' +
    'answer; without one from the bank the result is NOAP. The result is advice: it never stops a transfer by itself. ' +
    'The answer is kept, and its token can be given as vop in transfer_create until expires_at. general_error: no ' +
    'directory serves this account.',
  body: vopRequest,
  response: evidence,
  refusals: [validationError, generalError],
  example: {
    body: { iban: 'DE89370400440532013000', account_name: 'CLOSE Erika Mustermann' },
    response: {
      token: '019aa0c4-7a30-7c3e-9d51-2f6f1f0c0c01',
      scheme: 'vop',
      result: 'CMTC',
      match: false,
      reason_code: 'CMTC',
      verified_name: 'Erika Mustermann',
      checked_at: '2026-11-20T10:15:30.000Z',
      expires_at: '2026-11-20T11:15:30.000Z',
    },
  },
  async ask(context, { body }) {
    const { db, caller } = context;
    const question = questionOf(body);
    if ('field' in question) return invalid(validationError, question);
    const strangers = await unknownParties(db, caller.instance, body);
    if (strangers.length > 0) return invalid(validationError, ...strangers);
    const check = { ...question, user: body.user || null, merchant: body.merchant || null };
    return (await checkPayee(context, caller.instance, check)) ?? refuse(generalError);
  },
  async handle({ tx, caller }, _request, checked) {
    await keepEvidence(tx, caller.instance, checked);
    return shownEvidence(checked);
  },
});

/** Those on whose behalf it is asked have to be the caller's. */
async function unknownParties(
  db: Parameters<typeof findHolder>[0],
  instance: string,
  { user, merchant }: VopRequest,
): Promise<FieldError[]> {
  const asked = [
    { field: 'user', holder: { user: user || null, merchant: null } },
    { field: 'merchant', holder: { user: null, merchant: merchant || null } },
  ].filter(({ holder }) => holder.user !== null || holder.merchant !== null);
  const errors: FieldError[] = [];
  for (const { field, holder } of asked) {
    const found = await findHolder(db, instance, holder);
    if (found === undefined) errors.push({ field, rule: 'unknown', message: `is no ${field} of this instance` });
  }
  return errors;
}
