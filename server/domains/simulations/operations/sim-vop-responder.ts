import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { type FieldError, invalid, validationError } from '../../../kernel/refusal.ts';
import { fields, nullable, oneOf, record, text } from '../../../kernel/schema.ts';
import { type PayeeCode, simulatedDirectory } from '../../../ports/payee-directory/port.ts';
import { accountFields, payeeCodes } from '../../payees/model.ts';
import { accountOf, isCodeOf, isOurs, tellsName } from '../../payees/service.ts';

/** Plays the bank of a payee. In: the account, its answer, and to how many checks. Out: what was queued. */
export const simVopResponder = operation({
  name: 'sim_vop_responder',
  routes: [{ method: 'POST', path: '/v2/simulations/vop/responder' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: "Tell another bank's answer to the next payee checks",
  description:
    'The next checks of an account at another bank are answered as told, in the order in which answers were queued. An ' +
    'answer that is delayed by more than five seconds comes too late: the check is NOAP. A close match needs the name ' +
    'that the account is held in.',
  body: fields({
    ...accountFields,
    result: oneOf(payeeCodes, "A code of the account's scheme, or NOAP"),
    verified_name: Type.Optional(text(140, { description: 'The name that the account is held in' })),
    delay_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000, description: 'How long it takes' })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'To how many checks; one if absent' })),
  }),
  response: record({
    scheme: oneOf(['vop', 'cop']),
    result: oneOf(payeeCodes),
    verified_name: nullable(Type.String()),
    delay_ms: Type.Integer(),
    count: Type.Integer(),
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [validationError],
  example: {
    body: { iban: 'DE89370400440532013000', result: 'CMTC', verified_name: 'Erika Mustermann', count: 2 },
    response: {
      scheme: 'vop',
      result: 'CMTC',
      verified_name: 'Erika Mustermann',
      delay_ms: 0,
      count: 2,
      events: [],
    },
  },
  ask: async ({ port }) => port(simulatedDirectory),
  async handle({ tx, caller }, { body }, directory) {
    const account = accountOf(body);
    if ('field' in account) return invalid(validationError, account);
    const { result: code, delay_ms: delayMs = 0, count = 1 } = body;
    const verifiedName = body.verified_name || null;
    const wrong = wrongAnswer(account.scheme, code, verifiedName);
    if (wrong !== undefined) return invalid(validationError, wrong);
    if (await isOurs(tx, caller.instance, account)) {
      const field = account.scheme === 'vop' || body.iban ? 'iban' : 'identification';
      return invalid(validationError, { field, rule: 'other_bank', message: 'is of this bank, which answers itself' });
    }
    await directory.play(tx, caller.instance, account, { code, verifiedName, delayMs, count });
    return { scheme: account.scheme, result: code, verified_name: verifiedName, delay_ms: delayMs, count, events: [] };
  },
});

function wrongAnswer(scheme: 'vop' | 'cop', code: PayeeCode, verifiedName: string | null): FieldError | undefined {
  if (!isCodeOf(scheme, code)) return { field: 'result', rule: 'scheme', message: `is no code of ${scheme}` };
  if (tellsName(code) === (verifiedName !== null)) return undefined;
  const message = tellsName(code) ? `is needed for ${code}` : `is never told with ${code}`;
  return { field: 'verified_name', rule: 'verified_name', message };
}
