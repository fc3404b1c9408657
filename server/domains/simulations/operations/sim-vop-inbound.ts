import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { invalid, validationError } from '../../../kernel/refusal.ts';
import { fields, record } from '../../../kernel/schema.ts';
import { answer, payeeFields, shownAnswer } from '../../payees/model.ts';
import { answerPayeeCheck, questionOf, resultOf } from '../../payees/service.ts';

/** Plays another bank that verifies a payee here. In: what it would ask. Out: what we answer it. */
export const simVopInbound = operation({
  name: 'sim_vop_inbound',
  routes: [{ method: 'POST', path: '/v2/simulations/vop/inbound' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Have another bank verify a payee here',
  description:
    'Answers as this bank answers others: for a sort code of another bank SCNS, for an account that is not there AC01, ' +
    'then what payee_settings_update has set, then name and type of the account. Nothing is kept of it.',
  body: fields(payeeFields),
  response: record({
    ...answer.properties,
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [validationError],
  example: {
    body: { iban: 'BG80BNBG96611020345678', account_name: 'Ana Dimova' },
    response: { scheme: 'vop', result: 'NMTC', match: false, reason_code: 'NMTC', verified_name: null, events: [] },
  },
  async handle({ tx, caller }, { body }) {
    const question = questionOf(body);
    if ('field' in question) return invalid(validationError, question);
    const given = await answerPayeeCheck(tx, caller.instance, question);
    return { ...shownAnswer(question.account, given, resultOf(given.code)), events: [] };
  },
});
