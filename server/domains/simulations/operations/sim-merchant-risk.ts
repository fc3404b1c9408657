import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, oneOf, record, token } from '../../../kernel/schema.ts';
import { deskOf, setRisk } from '../../onboarding/service.ts';
import { emitted, noting } from '../emitted.ts';

/** Changes the risk of a merchant. In: level and score. Out: what it is then. */
export const simMerchantRisk = operation({
  name: 'sim_merchant_risk',
  routes: [{ method: 'POST', path: '/v2/simulations/merchants/{merchant}/risk' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Change the risk of a merchant',
  description: 'Gives a merchant another risk; MERCHANT.RISK_SCORE is sent.',
  params: fields({ merchant: token('Merchant') }),
  body: fields({
    level: oneOf(['low', 'medium', 'high']),
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'From 0 to 100' }),
  }),
  response: record({
    merchant: token('Merchant'),
    level: oneOf(['low', 'medium', 'high']),
    score: Type.Integer(),
    events: emitted,
  }),
  refusals: [entityNotFound],
  example: {
    params: { merchant: '01939e6c-9b30-7a44-b1c2-7d8e9f0a1b2c' },
    body: { level: 'high', score: 80 },
    response: {
      merchant: '01939e6c-9b30-7a44-b1c2-7d8e9f0a1b2c',
      level: 'high',
      score: 80,
      events: [{ action: 'MERCHANT.RISK_SCORE', subject: '01939e6c-9b30-7a44-b1c2-7d8e9f0a1b2c' }],
    },
  },
  async handle(context, { params: { merchant }, body: { level, score } }) {
    const { desk, events } = noting(deskOf(context));
    if (!(await setRisk(desk, merchant, { level, score, reasons: ['simulated'] }))) return refuse(entityNotFound);
    return { merchant, level, score, events };
  },
});
