import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { duplicateUser, entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, oneOfOrEmpty, optionalToken, text } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleDraft, examplePayout } from '../examples.ts';
import { application, dueDiligences, payoutInput, products } from '../model.ts';
import { validatorMissing } from '../refusals.ts';
import { createApplication, shownApplication } from '../service.ts';

export const applicationCreate = operation({
  name: 'application_create',
  routes: [{ method: 'POST', path: '/v3/applications' }],
  permission: 'onboarding',
  summary: 'Begin an application for products',
  description:
    'Begins an application of a new legal entity, or of a merchant for further products, under the client profile that ' +
    'fits products and due diligence (11008 without one). requirements names what is still missing, field by field. As ' +
    'soon as nothing is missing the application is submitted and its checks begin, unless the profile asks for ' +
    'application_submit. For a merchant who was onboarded before, company and members are those known already.',
  body: fields({
    merchant: optionalToken('Merchant who wants further products; empty: a new entity'),
    products: Type.Array(oneOf(products), { minItems: 1, maxItems: 5, description: 'What is applied for' }),
    due_diligence: Type.Optional(oneOfOrEmpty(dueDiligences, 'Simplified or customer due diligence')),
    payout_details: Type.Optional(
      Type.Array(payoutInput, { maxItems: 10, description: 'Where acquired funds are paid out to' }),
    ),
    ip_address: Type.Optional(text(undefined, { description: 'IP address of the customer who applies' })),
    fingerprint: Type.Optional(text(undefined, { description: 'Device fingerprint of that customer' })),
  }),
  response: application,
  refusals: [validationError, entityNotFound, validatorMissing, duplicateUser],
  example: {
    body: { products: ['e-commerce', 'account-opening'], payout_details: [examplePayout], ip_address: '203.0.113.7' },
    response: exampleDraft,
  },
  async handle(context, { body }) {
    const desk = deskOf(context);
    const created = await createApplication(desk, {
      merchant: body.merchant || null,
      products: [...new Set(body.products)],
      dueDiligence: body.due_diligence || null,
      payouts: body.payout_details ?? [],
      ipAddress: body.ip_address || null,
      fingerprint: body.fingerprint || null,
    });
    return isRefused(created) ? created : shownApplication(desk, created);
  },
});
