import { type Static, Type } from 'typebox';
import { amount, amountOut, moment, nullable, oneOf, oneOfOrEmpty, record, text, token } from '../../kernel/schema.ts';
import { document } from '../documents/model.ts';
import { type VerificationStatus, verificationStatuses } from '../parties/model.ts';
import type { Profile } from './profile.ts';

/**
 * - application: a legal entity's request for products; it becomes a merchant, or adds products to one
 * - company: the legal entity of an application, with a token of its own
 * - member: somebody who owns, leads or represents the company, a natural person or another legal entity
 * - profile: what is mandatory for an application (see profile.ts); the one it was created under stays its own
 * - round: one run of the automatic checks; every change of the application while they run begins the next one
 * - store, terminal: where acquiring takes place; known to card networks by MID and TID
 */

export const products = ['pos', 'e-commerce', 'qr', 'account-opening', 'card-issuing'] as const;
export type Product = (typeof products)[number];
export const acquiringProducts = ['pos', 'e-commerce', 'qr'] as const;
export type AcquiringProduct = (typeof acquiringProducts)[number];
export const dueDiligences = ['SDD', 'CDD'] as const;
export type DueDiligence = (typeof dueDiligences)[number];

export const applicationStatuses = [
  'draft',
  'checking',
  'in_review',
  'approved',
  'declined',
  'action_required',
  'withdrawn',
  'expired',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** The state machine of an application: where each state may lead. The last four are final. */
export const transitions: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  draft: ['checking', 'withdrawn', 'expired'],
  checking: ['in_review', 'approved', 'declined', 'action_required', 'withdrawn'],
  in_review: ['checking', 'approved', 'declined', 'action_required', 'withdrawn'],
  action_required: ['checking', 'withdrawn', 'expired'],
  approved: [],
  declined: [],
  withdrawn: [],
  expired: [],
};

/** States in which the company may be changed (N18); what belongs to it may be changed when it is approved, too. */
export const changeable: readonly ApplicationStatus[] = ['draft', 'action_required', 'checking'];
export const extendable: readonly ApplicationStatus[] = [...changeable, 'approved'];

/** How long an application may wait for its client (N14). */
export const idleMs = 60 * 86_400_000;

const optionalCountry = (description: string) => Type.String({ format: 'optional-country', description });

/** What a company is asked for (company_update). */
export const companyProperties = {
  trade_name: text(undefined, { description: 'Doing business as' }),
  legal_name: text(undefined, { description: 'Legal name as in the trade register' }),
  website: text(undefined, { description: 'URL' }),
  phone: text(),
  mobile_phone: text(),
  country: Type.String({ format: 'country', description: 'ISO 3166-1 alpha-2' }),
  county: text(),
  city: text(),
  zip: text(),
  address1: text(),
  address2: text(),
  contact_email: Type.String({ format: 'optional-email', description: 'E-mail address for correspondence' }),
  correspondence_address: text(undefined, { description: 'Physical address for correspondence' }),
  description_of_activity: text(),
  address_of_shop: text(undefined, { description: 'Physical address of shop or office' }),
  business_activity: text(undefined, { description: 'Code of the nomenclature business_activity' }),
  is_sie: Type.Boolean({ description: 'True if the company appears in any sanctions list' }),
};
export type Company = Partial<Static<Type.TObject<typeof companyProperties>>>;
export const companyNames = Object.keys(companyProperties) as (keyof Company)[];

/** What of a company may be changed as its contact details (company_update_contacts). */
export const contactNames = ['website', 'phone', 'mobile_phone', 'contact_email', 'correspondence_address'] as const;

const memberTypes = ['ubo', 'ceo', 'representative', 'proxy', 'legal-entity', 'officer'] as const;
export const memberStatuses = ['active', 'suspended'] as const;

/** What of a member is kept readable. */
const plainMember = {
  type: Type.Array(oneOf(memberTypes), { minItems: 1, maxItems: 2, uniqueItems: true, description: 'Roles' }),
  first_name: text(),
  last_name: text(),
  birthday: Type.String({ format: 'optional-date', description: 'YYYY-MM-DD' }),
  place_of_birth: text(),
  nationality: optionalCountry('ISO 3166-1 alpha-2'),
  country: optionalCountry('ISO 3166-1 alpha-2'),
  country_of_residence: optionalCountry('ISO 3166-1 alpha-2'),
  city: text(),
  zip: text(),
  address1: text(),
  mobile_phone: text(),
  email: Type.String({ format: 'optional-email', description: 'Unique in the application' }),
  legal_name: text(undefined, { description: 'Of a legal entity' }),
  uic: text(undefined, { description: 'Number in the trade register, of a legal entity' }),
  legal_form: text(undefined, { description: 'Of a legal entity' }),
  ownership: Type.Boolean({ description: 'Whether the member owns a part of the company' }),
  ownership_percentage: Type.Number({ minimum: 0, maximum: 100, description: 'Of an ultimate beneficial owner' }),
  pep_declaration: Type.Boolean({ description: 'Declares to be a politically exposed person' }),
};
export const memberProperties = {
  ...plainMember,
  unique_identifier: text(undefined, { description: 'National identifier; unique in the application' }),
  user: Type.String({ format: 'optional-token', description: 'The user that this person is, if there is one' }),
};
export type MemberInput = Partial<Static<Type.TObject<typeof memberProperties>>>;
export type MemberProfile = Partial<Static<Type.TObject<typeof plainMember>>>;
export const memberNames = Object.keys(plainMember) as (keyof MemberProfile)[];

const payoutPeriods = ['daily', 'weekly', 'monthly', 'manual'] as const;
export const payoutInput = Type.Object(
  {
    amount: Type.Optional(amount('Least amount that is paid out, major units')),
    currency: oneOf(['EUR', 'GBP', 'BGN'], 'Settlement currency'),
    iban: Type.Optional(Type.String({ format: 'optional-iban', description: 'Who receives the funds' })),
    sort_code: Type.Optional(Type.String({ format: 'optional-sort-code', description: 'UK sort code, six digits' })),
    account_number: Type.Optional(Type.String({ format: 'optional-account-number', description: 'UK account number' })),
    period: Type.Optional(oneOfOrEmpty(payoutPeriods, 'When the payout must be done; daily when left out')),
    delay: Type.Optional(
      Type.String({ pattern: '^([0-9]|[12][0-9]|30)?$', description: 'Delay of the payout in days, 0 to 30' }),
    ),
  },
  { additionalProperties: false },
);
export type PayoutInput = Static<typeof payoutInput>;

/** A payout as stored: the amount in minor units, as text. */
export interface Payout {
  readonly amount_minor: string | null;
  readonly currency: string;
  readonly iban: string | null;
  readonly sort_code: string | null;
  readonly account_number: string | null;
  readonly period: (typeof payoutPeriods)[number];
  readonly delay: string;
}

export const checkTypes = ['risk', 'register', 'sanctions', 'adverse_media'] as const;
export type CheckType = (typeof checkTypes)[number];
const checkResults = ['pending', 'passed', 'referred', 'failed'] as const;
export type CheckResult = (typeof checkResults)[number];
/** Reasons of a check that came to no result: its provider did not answer. Such a check is `failed`, and a person decides. */
export const providerSilent = 'provider_timeout';

export interface Check {
  readonly type: CheckType;
  readonly status: CheckResult;
  readonly reason: string | null;
  /** How often the provider has been asked in vain. */
  readonly attempts: number;
  /** What the result stands on: the extract of the register, the screening's hits. */
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly at: Date | null;
}

export interface RiskReason {
  readonly factor: string;
  readonly value: string | null;
  readonly points: number;
}

export interface Risk {
  readonly level: 'low' | 'medium' | 'high';
  readonly score: number;
  readonly reasons: readonly RiskReason[];
  /** Version of the scorecard; 0: the standard one. */
  readonly scorecard: number;
}

/** What is missing or wrong, for machines: the field as requests name it, and of a member also its token. */
export interface Requirement {
  readonly field: string;
  readonly member: string | null;
  readonly code: 'missing' | 'invalid' | 'requested';
  readonly message: string;
}

export const simulatedResults = ['pass', 'refer', 'fail', 'timeout'] as const;
/** What a sandbox's caller wants the checks to come to. */
export interface Simulated {
  readonly register?: (typeof simulatedResults)[number];
  readonly sanctions?: (typeof simulatedResults)[number];
  readonly adverse_media?: (typeof simulatedResults)[number];
  readonly risk?: Risk['level'];
}

/** Who decided, and why not otherwise. */
export interface Decided {
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

/** An application as stored. */
export interface ApplicationRow {
  readonly id: string;
  readonly merchant: string | null;
  readonly products: readonly Product[];
  readonly dueDiligence: DueDiligence | null;
  readonly profile: Profile;
  readonly status: ApplicationStatus;
  readonly payouts: readonly Payout[];
  readonly ipAddress: string | null;
  readonly fingerprint: string | null;
  readonly companyId: string;
  readonly company: Company;
  /** What an underwriter asked for and nobody has given yet. */
  readonly requested: readonly Requirement[];
  readonly requirements: readonly Requirement[];
  readonly round: number;
  readonly simulated: Simulated;
  readonly risk: Risk | null;
  readonly assignedTo: string | null;
  readonly decision: Decided | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A member as stored, with the identifier still sealed. */
export interface MemberRow {
  readonly id: string;
  readonly application: string;
  readonly status: (typeof memberStatuses)[number];
  readonly user: string | null;
  readonly profile: MemberProfile;
  readonly identifierSealed: Buffer | null;
  readonly identifierMac: Buffer | null;
  /** Whether a national identifier's check digit is right; null: nothing is known of its form. */
  readonly identifierHolds: boolean | null;
  readonly verificationStatus: VerificationStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Answered<Properties> = {
  [Name in keyof Properties]: Type.TUnsafe<Static<Properties[Name] & Type.TSchema> | null>;
};

/** Fields as an answer shows them: null where nothing is known. */
function answered<Properties extends Type.TProperties>(properties: Properties): Answered<Properties> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, nullable(schema)]);
  return Object.fromEntries(entries) as Answered<Properties>;
}

/** A member as the API shows it (R2). */
export const member = record({
  token: token('Member'),
  status: oneOf(memberStatuses),
  ...answered(memberProperties),
  type: Type.Array(oneOf(memberTypes)),
  verification_status: oneOf(verificationStatuses, 'Where the verification of the person stands'),
  documents: Type.Array(document),
});
export type Member = Static<typeof member>;

const requirement = record({
  field: Type.String({ description: 'As requests name it: company.address1, members[0].birthday' }),
  member: nullable(token('Member, where it is about one')),
  code: oneOf(['missing', 'invalid', 'requested']),
  message: Type.String(),
});
export const requirements = Type.Array(requirement, { description: 'What is missing; empty when all is there' });

const riskRecord = record({
  level: oneOf(['low', 'medium', 'high']),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  scorecard: Type.Integer({ description: 'Version of the scorecard; 0: the standard one' }),
  reasons: Type.Array(record({ factor: Type.String(), value: nullable(Type.String()), points: Type.Integer() }), {
    description: 'Where each point comes from',
  }),
});

/** An application as the API shows it (R1). */
export const application = record({
  token: token('Application'),
  application: token('Application, once more'),
  merchant: nullable(token('Merchant: given, or made by the approval')),
  status: oneOf(applicationStatuses),
  products: Type.Array(oneOf(products)),
  due_diligence: nullable(oneOf(dueDiligences)),
  mode: oneOf(['automatic', 'semi-automatic'], 'Who decides: rules, or rules and an underwriter'),
  ip_address: nullable(Type.String()),
  fingerprint: nullable(Type.String()),
  company: record({ token: token('Company'), ...answered(companyProperties), documents: Type.Array(document) }),
  members: Type.Array(member),
  payout_details: Type.Array(
    record({
      amount: nullable(amountOut('Least amount that is paid out')),
      currency: Type.String(),
      iban: nullable(Type.String()),
      sort_code: nullable(Type.String()),
      account_number: nullable(Type.String()),
      period: oneOf(payoutPeriods),
      delay: Type.String({ description: 'Days' }),
    }),
  ),
  checks: Type.Array(
    record({
      type: oneOf(checkTypes),
      status: oneOf(checkResults),
      reason: nullable(Type.String({ description: 'Why it did not pass; provider_timeout: its provider is silent' })),
      at: nullable(moment('When it came to a result')),
    }),
  ),
  risk: nullable(riskRecord),
  requirements,
  decision: nullable(record({ by: Type.String(), at: moment('When'), reason: nullable(Type.String()) })),
  created_at: moment('When it was created'),
  updated_at: moment('When it was last changed'),
});
export type Application = Static<typeof application>;
