import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, moment, oneOf, record, text, token } from '../../../kernel/schema.ts';
import { decideCase } from '../../screening/service.ts';

/** Plays the operator who decides a case of screening. In: the decision and its reason. Out: the check as it is then. */
export const simAmlDecision = operation({
  name: 'sim_aml_decision',
  routes: [{ method: 'POST', path: '/v2/simulations/aml/{aml}/decision' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Clear or confirm a match of screening',
  description:
    'Decides the case of a token that aml_check or AML.MATCH has told. `clear`: it is somebody else; the token can be ' +
    'used from now on, and AML.CLEARED is sent. `confirm`: it is the one on the list. A decision is final.',
  params: fields({ aml: token('The check') }),
  body: fields({ decision: oneOf(['clear', 'confirm']), reason: text(500, { min: 1 }) }),
  response: record({
    token: token('The check'),
    status: oneOf(['cleared', 'confirmed']),
    reason: Type.String(),
    expires_at: moment('Until when a cleared token can be used'),
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { aml: '01939e6c-7b00-7c11-8a00-3b6d1f0e9c01' },
    body: { decision: 'clear', reason: 'Another date of birth in the passport' },
    response: {
      token: '01939e6c-7b00-7c11-8a00-3b6d1f0e9c01',
      status: 'cleared',
      reason: 'Another date of birth in the passport',
      expires_at: '2026-12-20T10:15:30.000Z',
      events: [{ action: 'AML.CLEARED', subject: '01939e6c-7b00-7c11-8a00-3b6d1f0e9c01' }],
    },
  },
  async handle({ tx, now, emit, caller }, { params, body }) {
    const events: { action: string; subject: string }[] = [];
    const noted: typeof emit = (event) => {
      emit(event);
      events.push({ action: event.action, subject: event.subject });
    };
    const decision = { ...body, actor: 'sandbox' };
    const decided = await decideCase({ tx, now, emit: noted }, caller.instance, params.aml, decision);
    if (isRefused(decided)) return decided;
    const { id, status, reason, expiresAt } = decided;
    return {
      token: id,
      status: status as 'cleared' | 'confirmed',
      reason: reason ?? '',
      expires_at: expiresAt.toISOString(),
      events,
    };
  },
});
