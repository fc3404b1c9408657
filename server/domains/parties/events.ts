import { Type } from 'typebox';
import type { EventDefinition, EventDraft, EventRow } from '../../kernel/event.ts';
import { moment, nullable, oneOf, record, token } from '../../kernel/schema.ts';
import { type MerchantStatus, merchantStatuses, type VerificationStatus, verificationStatuses } from './model.ts';
import type { Risk, Verification } from './rules.ts';

/** The risk of a natural person is known, or has changed with the verification. */
export const userRiskScore: EventDefinition = {
  action: 'USER.RISK_SCORE',
  when: 'The verification of a natural person came to a result',
  payload: record({
    user: token('User'),
    level: oneOf(['low', 'medium', 'high']),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    verification_status: oneOf(verificationStatuses),
    reasons: Type.Array(Type.String()),
    at: moment('When the result was known'),
  }),
  example: {
    user: '01939e6c-5d0c-7a3e-9c3b-3f8f5a1e2b4d',
    level: 'low',
    score: 10,
    verification_status: 'verified',
    reasons: [],
    at: '2026-11-20T10:15:30.000Z',
  },
  async render(_db, rows) {
    return rows.map((row: EventRow) => ({
      user: row.subject,
      level: row.data?.level,
      score: row.data?.score,
      verification_status: row.after,
      reasons: row.data?.reasons,
      at: row.at.toISOString(),
    }));
  },
};

/** The event of a verification result; the row holds all of it, because the user's record may change later. */
export function riskKnown(user: string, verification: Verification, risk: Risk): EventDraft {
  return {
    action: userRiskScore.action,
    subject: user,
    after: verification.status,
    data: { level: risk.level, score: risk.score, reasons: risk.reasons },
  };
}

/** The verification of a natural person changed. */
export const userUpdate: EventDefinition = {
  action: 'USER.UPDATE',
  when: 'The verification of a natural person has changed',
  payload: record({
    user: token('User'),
    status: oneOf(verificationStatuses),
    previous_status: oneOf(verificationStatuses),
    reason: nullable(Type.String()),
  }),
  example: {
    user: '01939e6c-5d0c-7a3e-9c3b-3f8f5a1e2b4d',
    status: 'verified',
    previous_status: 'not_started',
    reason: null,
  },
  async render(_db, rows) {
    return rows.map((row: EventRow) => ({
      user: row.subject,
      status: row.after,
      previous_status: row.before,
      reason: row.data?.reason ?? null,
    }));
  },
};

/** A merchant was suspended, is served again, or was closed. */
export const merchantStatus: EventDefinition = {
  action: 'MERCHANT.STATUS',
  when: 'A merchant was suspended, is served again, or was closed',
  payload: record({
    merchant: token('Merchant'),
    status: oneOf(merchantStatuses),
    previous_status: oneOf(merchantStatuses),
    reason: Type.String(),
    by: Type.String({ description: 'Who changed it' }),
  }),
  example: {
    merchant: '01939e6c-9b30-7a44-b1c2-7d8e9f0a1b2c',
    status: 'suspended',
    previous_status: 'active',
    reason: 'documents expired',
    by: 'operator',
  },
  async render(_db, rows) {
    return rows.map((row: EventRow) => ({
      merchant: row.subject,
      status: row.after,
      previous_status: row.before,
      reason: row.data?.reason,
      by: row.data?.by,
    }));
  },
};

export function merchantStatusChanged(
  merchant: string,
  before: MerchantStatus,
  after: MerchantStatus,
  data: { readonly reason: string; readonly by: string },
): EventDraft {
  return { action: merchantStatus.action, subject: merchant, before, after, data };
}

/** The events of a verification done again: the change of its status, where there is one, and the risk. */
export function verifiedAgain(user: string, before: VerificationStatus, verification: Verification): EventDraft[] {
  const { status, risk } = verification;
  const changed: EventDraft = {
    action: userUpdate.action,
    subject: user,
    before,
    after: status,
    data: { reason: risk?.reasons[0] ?? null },
  };
  return [...(status === before ? [] : [changed]), ...(risk === null ? [] : [riskKnown(user, verification, risk)])];
}
