import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { invalid, refuse, refuseOnRecord, validationError } from '../../../kernel/refusal.ts';
import { fields, text } from '../../../kernel/schema.ts';
import { clearCheck, exampleCheck, type Person } from '../model.ts';
import { amlMatchFound, invalidProcessor } from '../refusals.ts';
import { matchesOf } from '../rules.ts';
import { recordCheck, screenLists } from '../service.ts';

export const amlCheck = operation({
  name: 'aml_check',
  routes: [{ method: 'POST', path: '/v1/aml' }],
  permission: 'aml',
  summary: 'Screen a person against the sanctions lists',
  description:
    'Holds a person against the sanctions lists of the EU, the United Nations, the United Kingdom and OFAC, and answers ' +
    'a token, which cards and users take as `aml`. A match is refused with 18001, with the token and the matches in its ' +
    'data; that token cannot be used until an operator has cleared the case (AML.CLEARED). 18000 where no list is ' +
    'loaded. In the sandbox the last name SANCTION is always a match; sim_aml chooses the answer for other names.',
  body: fields({
    first_name: Type.Optional(text()),
    last_name: Type.Optional(text(undefined, { description: 'One of both names is needed; both find better' })),
    nationality: Type.Optional(Type.String({ format: 'optional-country', description: 'ISO 3166-1 alpha-2' })),
    birthday: Type.Optional(Type.String({ format: 'optional-date', description: 'YYYY-MM-DD' })),
  }),
  response: clearCheck,
  refusals: [validationError, invalidProcessor, amlMatchFound],
  example: {
    body: { first_name: 'Maria', last_name: 'Petrova', nationality: 'BG', birthday: '1990-05-17' },
    response: exampleCheck,
  },
  async ask({ db, environment, caller }, { body }) {
    const person = personOf(body);
    if (person.name === '') {
      return invalid(validationError, { field: 'last_name', rule: 'required', message: 'give the name of the person' });
    }
    const found = await screenLists({ db, environment }, caller.instance, person);
    return found.status === 'unknown' ? refuse(invalidProcessor) : { person, found };
  },
  async handle(context, _request, { person, found }) {
    const { instance, key } = context.caller;
    const checked = { origin: 'aml_check', subject: null, actor: key, person, found } as const;
    const check = await recordCheck(context, instance, checked);
    // The refusal is the result of the check: its evidence and its case must stay.
    if (check.status === 'match') {
      return refuseOnRecord(amlMatchFound, { token: check.id, status: 'match', matches: matchesOf(check.hits) });
    }
    return {
      token: check.id,
      status: 'clear' as const,
      checked_at: check.checkedAt.toISOString(),
      expires_at: check.expiresAt.toISOString(),
    };
  },
});

interface Asked {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly nationality?: string;
  readonly birthday?: string;
}

function personOf({ first_name: first = '', last_name: last = '', nationality, birthday }: Asked): Person {
  return {
    kind: 'person',
    name: [first.trim(), last.trim()].filter((part) => part !== '').join(' '),
    birthday: birthday || null,
    countries: nationality ? [nationality] : [],
  };
}
