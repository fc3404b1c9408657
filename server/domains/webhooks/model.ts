import { type Static, Type } from 'typebox';
import { fields, moment, nullable, oneOf, record, text, token } from '../../kernel/schema.ts';

/*
 * An **endpoint** is an address of the partner's system. A **delivery** is one event on its way to one endpoint, made of
 * up to four **attempts**. The **position** of an endpoint is the number of the last event that was handed over.
 */

/** Version of the envelope and of all payloads; a breaking change gets a new one. */
export const envelopeVersion = '2026-11-01';

/** The event that webhook_test sends: only to the endpoint that it is about, whatever that one subscribed to. */
export const testAction = 'WEBHOOK.TEST';

/** Everything that can be subscribed to. Also what comes with later features, so that a partner can subscribe ahead. */
export const actions = [
  'MERCHANT.CREATED',
  'STORE.CREATED',
  'MERCHANT.RISK_SCORE',
  'ACCOUNT.IBAN',
  'TRANSACTION.NEW',
  'TRANSACTION.UPDATE',
  'BALANCE.UPDATE',
  'TRANSACTION.SUSPENDED',
  'USER.RISK_SCORE',
  'CARD.3DS_AUTHORIZATION',
  'APPLICATION.UPDATE',
  'MEMBER.UPDATE',
  'DOCUMENT.UPDATE',
  'USER.UPDATE',
  'MERCHANT.STATUS',
  'ACCOUNT.STATUS',
  'QUEUE.UPDATE',
  'QUEUE.EXPIRING',
  'CARD.CREATED',
  'CARD.STATUS',
  'CARD.DELIVERY',
  'CARD.EXPIRING',
  'CARD.RENEWED',
  'CARD.GROUPS',
  'CARD.PIN_BLOCKED',
  'CARD.TOKEN',
  'CARD.OTP',
  'CARD.AUTHORIZATION_REQUEST',
  'AML.MATCH',
  'AML.CLEARED',
  'TRANSFER.RECALL',
  'DISPUTE.NEW',
  'DISPUTE.UPDATE',
  'PURCHASE',
  'PREAUTHORIZATION',
  'CAPTURE',
  'REFUND',
  'CHARGEBACK',
  'PAYOUT.NEW',
  'PAYOUT.UPDATE',
  'SETTLEMENT.CLOSED',
  'FEE.CHARGED',
  'LIMIT.REACHED',
  'BALANCE.LOW',
  'REPORT.READY',
  'STATEMENT.READY',
  'COMMISSION.READY',
  'SAFEGUARDING.BREAK',
  'KEY.EXPIRING',
  'WEBHOOK.FAILING',
  testAction,
  'DEPRECATION.NOTICE',
] as const;

const headers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 20,
  additionalProperties: { type: 'string', maxLength: 1024 },
  description:
    'Static headers sent with each delivery. In answers the values of those that carry credentials are masked.',
});

const endpointFields = {
  url: text(2048, { min: 1, description: 'Where to deliver. https in production; the sandbox takes http as well' }),
  actions: Type.Array(text(64, { min: 1 }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Events to deliver: their names, `FAMILY.*` for all of a family, `*` for all',
  }),
  description: text(255),
  headers,
  programs: Type.Array(text(32, { min: 1 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Only events of these programs, and those that belong to none. Empty: of all',
  }),
  active: Type.Boolean({ description: 'Whether events are delivered' }),
};

/** The body of webhook_create. */
export const webhookInput = fields({
  url: endpointFields.url,
  actions: Type.Optional(endpointFields.actions),
  description: Type.Optional(endpointFields.description),
  headers: Type.Optional(headers),
  programs: Type.Optional(endpointFields.programs),
  active: Type.Optional(endpointFields.active),
});

/** The body of webhook_update: what is left out stays as it is. */
export const webhookChange = fields({
  url: Type.Optional(endpointFields.url),
  actions: Type.Optional(endpointFields.actions),
  description: Type.Optional(endpointFields.description),
  headers: Type.Optional(headers),
  programs: Type.Optional(endpointFields.programs),
  active: Type.Optional(endpointFields.active),
});
export type WebhookChange = Static<typeof webhookChange>;

export const webhook = record({
  token: token('Webhook'),
  ...endpointFields,
  sequence: Type.Integer({ description: 'Number of the last event that was handed over or waits for another attempt' }),
  created_at: moment('When it was created'),
  updated_at: moment('When it was last changed'),
});

export const attempt = record({
  token: token('Attempt'),
  webhook: token('Webhook'),
  event: token('Event: the id of the envelope, the same in each attempt'),
  sequence: Type.Integer({ description: 'Number of the event' }),
  action: text(),
  attempt: Type.Integer({ description: 'Which attempt of this round, from 1 to 4' }),
  status: oneOf(['delivered', 'waiting', 'failed'], 'Waiting: there will be another attempt'),
  http_status: nullable(Type.Integer({ description: 'Only 200 is a success. Null: no answer' })),
  error: nullable(text()),
  answer: nullable(text(undefined, { description: 'The beginning of the answer to an attempt that failed' })),
  duration_ms: Type.Integer({ description: 'Milliseconds until the answer' }),
  at: moment('When it was sent'),
});

export const event = record({
  id: token('Event'),
  action: text(),
  payload: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'As the list of events says' }),
  created_at: moment('When it happened'),
  environment: oneOf(['sandbox', 'production']),
  version: text(),
  sequence: Type.Integer({ description: 'Number of the event in the instance: no gaps, in the order of commits' }),
});

/** An endpoint as stored. The headers are opened. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly actions: readonly string[];
  readonly programs: readonly string[];
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly active: boolean;
  readonly apiKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const exampleWebhook = {
  token: '01939e6c-5d0c-7a3e-9c3b-3f8f5a1e2b4d',
  url: 'https://partner.example/hooks',
  actions: ['*'],
  description: 'Back office',
  headers: {},
  programs: [],
  active: true,
  sequence: 4210,
  created_at: '2026-11-20T10:15:30.000Z',
  updated_at: '2026-11-20T10:15:30.000Z',
};

export const exampleEvent = {
  id: '5f1c2a58-7d44-8b1e-8000-000000001073',
  action: testAction,
  payload: { webhook: exampleWebhook.token, at: '2026-11-20T10:15:30.000Z' },
  created_at: '2026-11-20T10:15:30.000Z',
  environment: 'sandbox',
  version: envelopeVersion,
  sequence: 4211,
};
