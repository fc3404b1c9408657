import { type Static, Type } from 'typebox';
import {
  amount,
  amountOut,
  fields,
  moment,
  nullable,
  oneOf,
  optionalToken,
  record,
  text,
  token,
} from '../../kernel/schema.ts';

/**
 * The suspense queue: incoming transfers of other institutions that wait for the partner's decision (spec 1.10, 3.3).
 *
 * - in queue: the money stands on the house account `suspense`; the transaction is `suspended`
 * - released: accepted, credited to the account
 * - return pending, returned: declined, on its way back to the sender, and there
 * - expired: ten business days have passed; the institution sends it back
 */

export const queueRails = ['sct', 'sct_inst', 'fps'] as const;
export type QueueRail = (typeof queueRails)[number];

export const queueStatuses = ['in_queue', 'released', 'return_pending', 'returned', 'expired'] as const;
export type QueueStatus = (typeof queueStatuses)[number];

/** Why a transfer is sent back: ISO 20022 external return reasons. */
const returnReasons = [
  'MS03',
  'AC01',
  'AC04',
  'AC06',
  'AG01',
  'AM05',
  'BE04',
  'MD07',
  'MS02',
  'RC01',
  'RR01',
  'RR02',
  'RR03',
  'RR04',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

const optionalText = nullable(Type.String());

const decision = record({
  action: oneOf(['process', 'return']),
  by: Type.String({ description: 'The key, the rule or the operator that decided' }),
  at: moment('When it was decided'),
  reason_code: optionalText,
  comment: optionalText,
  external_case: optionalText,
});
export type Decision = Static<typeof decision>;

export const queueRecord = record({
  token: token('Queue record'),
  status: oneOf(queueStatuses),
  rail: oneOf(queueRails),
  is_instant: Type.Boolean(),
  amount: amountOut('Amount in major units'),
  currency: Type.String(),
  reference: optionalText,
  merchant: optionalText,
  user: optionalText,
  account: Type.String(),
  balance: Type.String(),
  transaction: Type.String({ description: 'The incoming transaction' }),
  return_transaction: nullable(Type.String({ description: 'The transaction by which it goes back' })),
  wires: record({
    sender_name: optionalText,
    sender_iban: optionalText,
    sender_sort_code: optionalText,
    sender_account_number: optionalText,
    sender_bic: optionalText,
    sender_address: optionalText,
    sender_country: optionalText,
    end_to_end_id: optionalText,
  }),
  queued_at: moment('When it entered the queue'),
  deadline: moment('Until when it can be decided: ten business days'),
  business_days_left: Type.Integer({ description: 'Business days until the deadline' }),
  decision: nullable(decision),
});
export type QueueRecord = Static<typeof queueRecord>;

/** What a partner may say with a decision. */
const decisionBody = {
  comment: Type.Optional(nullable(text(255, { description: 'Kept with the decision' }))),
  external_case: Type.Optional(nullable(text(64, { description: 'Your own case number' }))),
};
export const returnBody = fields({
  reason_code: Type.Optional(nullable(oneOf(returnReasons, 'What the sender is told; MS03 when left out'))),
  ...decisionBody,
});
export const processBody = fields({
  reason_code: Type.Optional(nullable(text(4, { description: 'Kept with the decision' }))),
  ...decisionBody,
});

/** A rule by which held transfers are decided: it fits by every condition that it has. */
const rule = fields({
  name: text(64, { min: 1, description: 'Stands in the decision' }),
  action: oneOf(['process', 'return'], 'What is decided'),
  reason_code: Type.Optional(oneOf(returnReasons, 'What the sender is told; MS03 when left out')),
  merchant: optionalToken('Only transfers to accounts of this merchant'),
  currency: Type.Optional(oneOf(['EUR', 'GBP'], 'Only transfers in this currency')),
  amount_from: Type.Optional(amount('Only from this amount, in major units')),
  amount_to: Type.Optional(amount('Only up to this amount, in major units')),
  sender_ibans: Type.Optional(Type.Array(Type.String({ format: 'iban' }), { maxItems: 1000 })),
  sender_countries: Type.Optional(Type.Array(Type.String({ format: 'country' }), { maxItems: 300 })),
});
export type Rule = Static<typeof rule>;

const mostRules = 100;
export const ruleList = fields({ rules: Type.Array(rule, { maxItems: mostRules }) });

export const exampleRules: Static<typeof ruleList> = {
  rules: [
    { name: 'small ones from home', action: 'process', currency: 'EUR', amount_to: 100, sender_countries: ['BG'] },
  ],
};

export const exampleQueueRecord = {
  token: '019aa0c4-7b00-7c3e-9d51-2f6f1f0c0d01',
  status: 'in_queue',
  rail: 'sct_inst',
  is_instant: true,
  amount: 1.23,
  currency: 'EUR',
  reference: 'Transfer',
  merchant: null,
  user: '019aa0c4-7a00-7c3e-9d51-2f6f1f0c0c01',
  account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
  balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02',
  transaction: '5c3fb0a1-64a9-8e0b-9f7a-0b6f4d2c9e11',
  return_transaction: null,
  wires: {
    sender_name: 'Hold Handels GmbH',
    sender_iban: 'DE89370400440532013000',
    sender_sort_code: null,
    sender_account_number: null,
    sender_bic: 'COBADEFFXXX',
    sender_address: null,
    sender_country: 'DE',
    end_to_end_id: 'INV-7',
  },
  queued_at: '2026-11-20T10:15:30.000Z',
  deadline: '2026-12-04T23:00:00.000Z',
  business_days_left: 10,
  decision: null,
} as const;
