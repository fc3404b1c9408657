import { Type } from 'typebox';
import type { EventDefinition, EventDraft } from '../../kernel/event.ts';
import { nullable, oneOf, record, token } from '../../kernel/schema.ts';
import { verificationStatuses } from '../parties/model.ts';
import type { StoreRow } from './check-store.ts';
import {
  type ApplicationRow,
  acquiringProducts,
  applicationStatuses,
  type MemberRow,
  products,
  type Requirement,
  type Risk,
  requirements,
} from './model.ts';

const exampleApplicationToken = '01939e6c-7a10-7b21-8f00-2f0e4c7a9b61';
const exampleMerchantToken = '01939e6c-9b30-7a44-b1c2-7d8e9f0a1b2c';

/** An application went into another state, or something else is missing. */
export const applicationUpdate: EventDefinition = {
  action: 'APPLICATION.UPDATE',
  when: 'The state or the requirements of an application have changed',
  payload: record({
    application: token('Application'),
    merchant: nullable(token('Merchant, once there is one')),
    status: oneOf(applicationStatuses),
    previous_status: oneOf(applicationStatuses),
    requirements,
  }),
  example: {
    application: exampleApplicationToken,
    merchant: null,
    status: 'checking',
    previous_status: 'draft',
    requirements: [],
  },
  async render(_db, rows) {
    return rows.map((row) => ({
      application: row.subject,
      merchant: row.data?.merchant ?? null,
      status: row.after,
      previous_status: row.before,
      requirements: row.data?.requirements ?? [],
    }));
  },
};

/** The event of a change, if there is one to tell. */
export function applicationChanged(before: ApplicationRow, after: ApplicationRow): EventDraft[] {
  if (before.status === after.status && sameRequirements(before.requirements, after.requirements)) return [];
  const { merchant, requirements } = after;
  const change = { before: before.status, after: after.status, data: { merchant, requirements } };
  return [{ action: applicationUpdate.action, subject: after.id, ...change }];
}

/** The database keeps the members of an object in another order than we write them. */
function sameRequirements(before: readonly Requirement[], after: readonly Requirement[]): boolean {
  const told = (list: readonly Requirement[]) => list.map(({ field, member, code }) => `${field} ${member} ${code}`);
  return told(before).join() === told(after).join();
}

/** The verification of a member changed. */
export const memberUpdate: EventDefinition = {
  action: 'MEMBER.UPDATE',
  when: 'The verification of a member of a company has changed',
  payload: record({
    application: token('Application'),
    member: token('Member'),
    status: oneOf(verificationStatuses),
    previous_status: oneOf(verificationStatuses),
    reason: nullable(Type.String()),
  }),
  example: {
    application: exampleApplicationToken,
    member: '01939e6c-7b20-7c31-9e10-4a5b6c7d8e9f',
    status: 'verified',
    previous_status: 'in_progress',
    reason: null,
  },
  async render(_db, rows) {
    return rows.map((row) => ({
      application: row.data?.application,
      member: row.subject,
      status: row.after,
      previous_status: row.before,
      reason: row.data?.reason ?? null,
    }));
  },
};

export function memberVerified(before: MemberRow, after: MemberRow, reason: string | null): EventDraft[] {
  const { application, id, verificationStatus: status } = after;
  if (before.verificationStatus === status) return [];
  const change = { before: before.verificationStatus, after: status, data: { application, reason } };
  return [{ action: memberUpdate.action, subject: id, ...change }];
}

const riskLevel = oneOf(['low', 'medium', 'high']);

/** The risk of a legal entity is known, or has changed. */
export const merchantRiskScore: EventDefinition = {
  action: 'MERCHANT.RISK_SCORE',
  when: 'The risk of a legal entity is known, or has changed',
  payload: record({
    application: nullable(token('Application that it was calculated for')),
    merchant: nullable(token('Merchant, once there is one')),
    level: riskLevel,
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    reasons: Type.Array(Type.String()),
  }),
  example: {
    application: exampleApplicationToken,
    merchant: null,
    level: 'low',
    score: 20,
    reasons: ['base +10', 'product e-commerce +10'],
  },
  async render(_db, rows) {
    return rows.map(({ data }) => ({
      application: data?.application ?? null,
      merchant: data?.merchant ?? null,
      level: data?.level,
      score: data?.score,
      reasons: data?.reasons ?? [],
    }));
  },
};

/** The event of a calculated risk, with one line for where each point comes from. */
export function riskCalculated({ id, merchant }: Pick<ApplicationRow, 'id' | 'merchant'>, risk: Risk): EventDraft {
  const reasons = risk.reasons.map(({ factor, value, points }) =>
    [factor, value, `+${points}`].filter(Boolean).join(' '),
  );
  return merchantRiskChanged(id, merchant, { ...risk, reasons });
}

export function merchantRiskChanged(
  application: string | null,
  merchant: string | null,
  { level, score, reasons }: Pick<Risk, 'level' | 'score'> & { readonly reasons: readonly string[] },
): EventDraft {
  const data = { application, merchant, level, score, reasons };
  return { action: merchantRiskScore.action, subject: (merchant ?? application)!, data };
}

/** An application was approved. */
export const merchantCreated: EventDefinition = {
  action: 'MERCHANT.CREATED',
  when: 'An application was approved: its merchant can be used from now on',
  payload: record({
    application: token('Application'),
    merchant: token('Merchant'),
    products: Type.Array(oneOf(products)),
    card_acceptor_identification_code: Type.Optional(Type.String({ description: 'MID, with acquiring products' })),
    card_acceptor_terminal_id: Type.Optional(Type.String({ description: 'TID, with acquiring products' })),
  }),
  example: {
    application: exampleApplicationToken,
    merchant: exampleMerchantToken,
    products: ['e-commerce'],
    card_acceptor_identification_code: '400112233445566',
    card_acceptor_terminal_id: 'Q7K2M9XA',
  },
  async render(_db, rows) {
    return rows.map(({ data }) => ({
      application: data?.application,
      merchant: data?.merchant,
      products: data?.products,
      ...(data?.mid !== undefined && {
        card_acceptor_identification_code: data.mid,
        card_acceptor_terminal_id: data.tid,
      }),
    }));
  },
};

export function merchantMade({ id, products }: ApplicationRow, merchant: string, store?: StoreRow): EventDraft {
  const acceptor = store === undefined ? {} : { mid: store.mid, tid: store.tid };
  return {
    action: merchantCreated.action,
    subject: merchant,
    data: { application: id, merchant, products, ...acceptor },
  };
}

/** A store with its terminal is known to the card networks. */
export const storeCreated: EventDefinition = {
  action: 'STORE.CREATED',
  when: 'A merchant has been given a merchant ID and a terminal ID for an acquiring product',
  payload: record({
    application: token('Application'),
    merchant: token('Merchant'),
    store: record({
      token: token('Store'),
      type: oneOf(acquiringProducts),
      card_acceptor_identification_code: Type.String({ description: 'MID, 15 digits' }),
      terminal: record({
        token: token('Terminal'),
        card_acceptor_terminal_id: Type.String({ description: 'TID, 8 characters' }),
      }),
    }),
  }),
  example: {
    application: exampleApplicationToken,
    merchant: exampleMerchantToken,
    store: {
      token: '01939e6c-9b31-7a45-8d21-1b2c3d4e5f60',
      type: 'e-commerce',
      card_acceptor_identification_code: '400112233445566',
      terminal: { token: '01939e6c-9b31-7a46-9e32-2c3d4e5f6071', card_acceptor_terminal_id: 'Q7K2M9XA' },
    },
  },
  async render(_db, rows) {
    return rows.map(({ subject, data }) => ({
      application: data?.application,
      merchant: data?.merchant,
      store: {
        token: subject,
        type: data?.type,
        card_acceptor_identification_code: data?.mid,
        terminal: { token: data?.terminal, card_acceptor_terminal_id: data?.tid },
      },
    }));
  },
};

export function storeMade({ id, merchant, application, type, mid, terminal, tid }: StoreRow): EventDraft {
  return { action: storeCreated.action, subject: id, data: { application, merchant, type, mid, terminal, tid } };
}
