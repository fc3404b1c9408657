import { Type } from 'typebox';
import { faultKinds, faultsPort, isWebhookFault } from '../../../kernel/faults.ts';
import { operation } from '../../../kernel/operation.ts';
import { invalid, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, record } from '../../../kernel/schema.ts';

/**
 * Orders that something goes wrong: the next `count` calls of an operation, or deliveries of an event. `count` 0 takes
 * back everything that was ordered. Out: what is ordered now.
 */
export const simFault = operation({
  name: 'sim_fault',
  routes: [{ method: 'POST', path: '/v2/simulations/faults' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Order a fault',
  description:
    'The next `count` calls of an operation (or of any: `*`) answer late (`latency`, by `delay_ms`), fail without ' +
    'doing anything (`error`, code 500), are too many (`rate_limit`, code 429 with Retry-After), or are done while the ' +
    'answer is lost (`timeout_after_commit`: code 500, services.general.outcome_unknown). The next `count` deliveries of ' +
    'an event (`operation` is its name, or `*`) are sent twice (`duplicate_webhook`) or overtaken by later ones ' +
    '(`reorder_webhook`: held back by `delay_ms`). Simulations are never disturbed. A `count` of 0 takes back all faults.',
  body: fields({
    operation: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Operation or event; `*` if absent' }),
    ),
    kind: oneOf(faultKinds, 'What goes wrong'),
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'How often; once if absent' })),
    delay_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000, description: 'How late; 2000 if absent' })),
  }),
  response: record({
    faults: Type.Array(
      record({
        operation: Type.String(),
        kind: oneOf(faultKinds),
        remaining: Type.Integer(),
        delay_ms: Type.Integer(),
      }),
    ),
  }),
  refusals: [validationError],
  example: {
    body: { operation: 'users_list', kind: 'latency', count: 1, delay_ms: 1 },
    response: {
      faults: [{ operation: 'users_list', kind: 'latency', remaining: 1, delay_ms: 1 }],
    },
  },
  async ask({ port }, { body }) {
    const { operation: target = '*', kind, count = 1, delay_ms: delayMs = 2000 } = body;
    const isEvent = /^[A-Z0-9_.]+$/.test(target);
    if (target !== '*' && isEvent !== isWebhookFault(kind)) {
      const message = isEvent
        ? 'is an event, and the fault is of operations'
        : 'is no event, and the fault is of webhooks';
      return invalid(validationError, { field: 'operation', rule: 'fault_target', message });
    }
    const fault = { kind, target, delayMs, count };
    return { faults: port(faultsPort), fault };
  },
  async handle({ tx, caller }, _request, { faults, fault }) {
    if (fault.count === 0) await faults.clear(tx, caller.instance);
    const ordered = fault.count === 0 ? [] : await faults.order(tx, caller.instance, fault);
    return {
      faults: ordered.map(({ target, kind, remaining, delayMs }) => ({
        operation: target,
        kind,
        remaining,
        delay_ms: delayMs,
      })),
    };
  },
});
