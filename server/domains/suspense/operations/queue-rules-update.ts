import { toMinor } from '../../../kernel/money.ts';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, type FieldError, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { findHolder } from '../../parties/service.ts';
import { exampleRules, type Rule, ruleList } from '../model.ts';
import { upsertRules } from '../store.ts';

/** Replaces the partner's rules. The first that fits a held transfer decides it, at once, in the rule's name. */
export const queueRulesUpdate = operation({
  name: 'queue_rules_update',
  routes: [{ method: 'PUT', path: '/v2/queue/rules' }],
  permission: 'queue:decide',
  summary: 'Set the rules that decide on held transfers',
  description:
    'Replaces all rules. A rule fits by every condition that it has: amounts in major units of its currency, IBANs of ' +
    'senders, countries of senders, whose account it goes to. The first that fits decides a transfer as soon as it is held; its name stands in the ' +
    'decision as `by`. What no rule fits waits for you, and so does every transfer from somebody on a sanctions list.',
  body: ruleList,
  response: ruleList,
  refusals: [validationError, entityNotFound],
  example: { body: exampleRules, response: exampleRules },
  async handle({ tx, now, caller }, { body: { rules } }) {
    const errors = rules.flatMap(ruleErrors);
    if (errors.length > 0) return invalid(validationError, ...errors);
    for (const [index, { merchant }] of rules.entries()) {
      const known = !merchant || (await findHolder(tx, caller.instance, { merchant, user: null })) !== undefined;
      if (!known) return refuse(entityNotFound, { field: `rules[${index}].merchant` });
    }
    await upsertRules(tx, caller.instance, rules, caller.key, now);
    return { rules };
  },
});

function ruleErrors({ currency, amount_from, amount_to, action, reason_code }: Rule, index: number): FieldError[] {
  const errors: FieldError[] = [];
  const field = (name: string) => `rules[${index}].${name}`;
  for (const [name, amount] of Object.entries({ amount_from, amount_to })) {
    if (amount === undefined) continue;
    if (currency === undefined) {
      errors.push({ field: field('currency'), rule: 'required', message: 'goes with an amount' });
    } else if (toMinor(amount, currency) === undefined) {
      errors.push({ field: field(name), rule: 'decimals', message: `is no amount of ${currency}` });
    }
  }
  if (action === 'process' && reason_code !== undefined) {
    errors.push({ field: field('reason_code'), rule: 'contradiction', message: 'goes with returns' });
  }
  return errors;
}
