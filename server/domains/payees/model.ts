import { type Static, Type } from 'typebox';
import { fields, moment, nullable, oneOf, optionalToken, record, text } from '../../kernel/schema.ts';
import {
  accountTypes,
  copCodes,
  type PayeeAccount,
  type PayeeAnswer,
  type PayeeCode,
  type PayeeQuestion,
  type VopCode,
  vopCodes,
} from '../../ports/payee-directory/port.ts';

/**
 * Before money goes to an account, its bank says whether the payee's name is the one that the account is held in: by
 * verification of payee (VoP) for IBANs, by confirmation of payee (CoP) for UK sort codes. The answer is advice; it is
 * kept as evidence, and a transfer can name it.
 */

/** Every reason code that can be answered, of both schemes. */
export const payeeCodes: readonly PayeeCode[] = [...new Set<PayeeCode>([...vopCodes, ...copCodes])];

/** A question, and on whose behalf it is asked. */
export interface PayeeCheck extends PayeeQuestion {
  readonly user: string | null;
  readonly merchant: string | null;
}

/** A check and its answer, as kept. */
export interface Evidence extends PayeeCheck, PayeeAnswer {
  readonly token: string;
  /** What the code comes to in the four words of VoP. */
  readonly result: VopCode;
  readonly checkedAt: Date;
  /** From then on a transfer needs a newer one. */
  readonly expiresAt: Date;
}

const optionalText = (max: number, description: string) => Type.Optional(text(max, { description }));

/** An account as requests name it. */
export const accountFields = {
  iban: Type.Optional(Type.String({ format: 'optional-iban', description: 'IBAN: verification of payee' })),
  identification: Type.Optional(
    Type.String({
      pattern: '^([0-9]{14})?$',
      description: 'UK sort code and account number, 14 digits: confirmation of payee',
    }),
  ),
};

/** What a payer says of a payee. */
export const payeeFields = {
  ...accountFields,
  account_type: Type.Optional(
    oneOf(['', ...accountTypes], 'What the payer takes the account for; confirmation of payee needs it'),
  ),
  account_name: text(140, { min: 1, description: 'Name of the payee' }),
  secondary_reference: optionalText(35, 'Roll number or the like, where an account number has several customers'),
};

const inquiry = fields(payeeFields);
export type Inquiry = Static<typeof inquiry>;

export const vopRequest = fields({
  ...payeeFields,
  user: optionalToken('User on whose behalf it is asked'),
  merchant: optionalToken('Merchant on whose behalf it is asked'),
});
export type VopRequest = Static<typeof vopRequest>;

export const answer = record({
  scheme: oneOf(['vop', 'cop'], 'vop: verification of payee; cop: confirmation of payee'),
  result: oneOf(vopCodes, 'MTCH: match; CMTC: close match; NMTC: no match; NOAP: unable to verify'),
  match: Type.Boolean({ description: 'Whether the name is a full match' }),
  reason_code: oneOf(payeeCodes, "The scheme's own code; a full match is MTCH in both"),
  verified_name: nullable(Type.String({ description: 'The name that the account is held in: of close matches' })),
});

export const evidence = record({
  token: Type.String({ description: 'Evidence: `vop` in transfer_create' }),
  ...answer.properties,
  checked_at: moment('When it was answered'),
  expires_at: moment('Until when a transfer may name it'),
});

/** An answer as the API shows it. */
export function shownAnswer(
  { scheme }: PayeeAccount,
  { code, verifiedName }: PayeeAnswer,
  result: VopCode,
): Static<typeof answer> {
  return { scheme, result, match: result === 'MTCH', reason_code: code, verified_name: verifiedName };
}

/** The evidence as the API shows it. */
export function shownEvidence(of: Evidence): Static<typeof evidence> {
  return {
    token: of.token,
    ...shownAnswer(of.account, of, of.result),
    checked_at: of.checkedAt.toISOString(),
    expires_at: of.expiresAt.toISOString(),
  };
}

/** What other banks may learn of an account. */
export interface PayeeSettings {
  /** The holder does not take part: OPTO. */
  readonly optedOut: boolean;
  /** The account has moved to another bank: CASS. */
  readonly switched: boolean;
  /** The holder may be at risk: a close match does not tell the name. */
  readonly nameWithheld: boolean;
  /** What tells the holder from others under the same number; another reference is IVCR. */
  readonly secondaryReference: string | null;
}

export const defaultSettings: PayeeSettings = Object.freeze({
  optedOut: false,
  switched: false,
  nameWithheld: false,
  secondaryReference: null,
});
