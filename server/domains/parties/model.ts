import { type Static, Type } from 'typebox';
import {
  fields,
  moment,
  nullable,
  oneOf,
  oneOfOrEmpty,
  optionalToken,
  record,
  text,
  token,
} from '../../kernel/schema.ts';
import { document, fileFields, identityDocuments } from '../documents/model.ts';

/**
 * The parties to whom accounts belong.
 *
 * - merchant: a legal entity. The Master Merchant is the partner itself
 * - user: a natural person, directly under the partner or under a merchant
 * - verified: know your customer (KYC, natural persons) or business (KYB, legal entities) is done and positive
 */

export const verificationStatuses = ['not_started', 'in_progress', 'pending_review', 'verified', 'refused'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

const userTypes = ['card-usage', 'default'] as const;
/** Some of these hold a comma: each line is one value. */
export const occupationPositions = [
  'Manager',
  'Professional',
  'Technicians and associate professional',
  'Clerical support worker',
  'Service and sales worker',
  'Skilled agricultural, forestry and fishery worker',
  'Craft and related trades worker',
  'Plant and machine operator, and assemblers',
  'Elementary occupation',
  'NOT APPLICABLE',
] as const;
export const employmentStatuses = [
  'Private sector employee',
  'Government sector or local authority employee',
  'Self-employed individual/professional',
  'Business owner',
  'Student',
  'Retired',
  'Unemployed',
  'Other (please specify)',
] as const;
export const monthlyBands = [
  'Less than 1000 EUR',
  'Between 1001 and 5000 EUR',
  'Between 5001 and 10000 EUR',
  'Between 10001 and 15000 EUR',
  'More than 15 000 EUR',
] as const;
const riskScores = ['Low', 'Medium', 'High'] as const;
export const transactionFrequencies = ['Less than 2 times', 'Between 3-5 times', 'More than 6 times'] as const;

const country = (description: string) => Type.String({ format: 'optional-country', description });

/** The extended profile of a person. An empty string clears a field, also where only some values are allowed. */
const extendedProfile = {
  proof_of_identity_type: oneOfOrEmpty(identityDocuments),
  id_issue_date: text(undefined, { description: 'When the identity document was issued' }),
  country_issuing_id_card: country('Country that issued the identity document, ISO 3166-1 alpha-2'),
  additional_nationality: Type.Array(Type.String({ format: 'country' }), { description: 'ISO 3166-1 alpha-2' }),
  purpose_of_wallet_usage: Type.Array(text(), { description: 'Purposes of wallet usage' }),
  other_purpose_of_wallet_usage: text(255),
  occupation_position: oneOfOrEmpty(occupationPositions),
  employment_status: oneOfOrEmpty(employmentStatuses),
  other_employment_status: text(255),
  client_monthly_net_income: oneOfOrEmpty(monthlyBands),
  expected_incoming_monthly_eur: oneOfOrEmpty(monthlyBands),
  expected_outgoing_monthly_eur: oneOfOrEmpty(monthlyBands),
  expected_monthly_transactions: oneOfOrEmpty(transactionFrequencies),
  sanction_media_screening: Type.Boolean(),
  risk_score: oneOfOrEmpty(riskScores, 'As the partner sees the person'),
  vulnerability_type: text(),
  accessibility_required: text(),
  specified_us_person: Type.Boolean(),
  registration_lat: text(undefined, { description: 'Latitude at registration' }),
  registration_lng: text(undefined, { description: 'Longitude at registration' }),
  registration_country: text(undefined, { description: 'Country at registration' }),
  registration_city: text(undefined, { description: 'City at registration' }),
};

/** The extended profile in the requests that take it beside something else. */
export const optionalExtendedProfile = Type.Partial(Type.Object(extendedProfile)).properties;

/** What is known of a natural person beside the extended profile. */
const personProfile = {
  first_name: text(),
  last_name: text(),
  middle_name: text(255),
  address1: text(),
  address2: text(),
  country: country('Country of residence, ISO 3166-1 alpha-2'),
  city: text(),
  zip: text(),
  phone: text(),
  mobile_phone: text(),
  language: text(),
  nationality: country('ISO 3166-1 alpha-2'),
  birthday: Type.String({ format: 'optional-date', description: 'YYYY-MM-DD' }),
  place_of_birth: text(),
  occupation: text(),
  other_occupation: text(255),
  education: text(),
  info: text(),
  money_declaration: text(),
  source_of_funds: text(),
  other_source_of_funds: text(255),
  external_reference: text(),
  is_san: text(),
  is_sip: text(),
  peps_declaration: text(),
  pep: text(),
  pep_relative: text(),
  id_passport_validity: text(),
};

/** Identifiers of a person that are sealed at rest. */
const sealedProfile = {
  unique_identifier: text(undefined, { description: 'National identifier; unique in the instance' }),
  id_passport_number: text(undefined, { description: 'Number of the identity document' }),
};

const plainProfile = { ...personProfile, ...extendedProfile };
const profile = { ...plainProfile, ...sealedProfile };
const optionalProfile = Type.Partial(Type.Object(profile)).properties;

/** The request of user_create. */
export const userInput = fields({
  email: Type.String({ format: 'email', description: 'Unique in the instance, without regard to case' }),
  merchant: optionalToken('Merchant to whom the user belongs; empty: directly under the partner'),
  type: Type.Optional(oneOfOrEmpty(userTypes, 'default when left out')),
  aml: optionalToken('Token of an AML check'),
  registration_ip: Type.Optional(text(undefined, { description: 'IP address at registration' })),
  documents: Type.Optional(Type.Array(fields(fileFields), { maxItems: 10, description: 'Documents of the user' })),
  ...optionalProfile,
});
export type UserInput = Static<typeof userInput>;

/** The request of user_update: what is left out stays, what is an empty string is cleared. */
export const userChange = fields({
  merchant: Type.Optional(
    text(36, { description: 'Token of the merchant to whom the user belongs; empty: directly under the partner' }),
  ),
  ...optionalProfile,
});
export type UserChange = Static<typeof userChange>;

/** What of a profile stands in the record as it is: everything given and not empty, without what is sealed. */
export type Profile = { [Name in keyof typeof plainProfile]?: Static<(typeof plainProfile)[Name]> };
export const profileNames = Object.keys(plainProfile) as (keyof Profile)[];

/** Whether a profile field is a list: of one that was never given the record shows an empty list instead of null. */
export function isListField(name: keyof Profile): boolean {
  return Type.IsArray(plainProfile[name]);
}

type Answered<Properties> = {
  [Name in keyof Properties]: Type.TUnsafe<
    Properties[Name] extends Type.TArray ? Static<Properties[Name]> : Static<Properties[Name] & Type.TSchema> | null
  >;
};

/** Profile fields as an answer shows them: null where nothing is known; a list is then empty. */
function answered<Properties extends Type.TProperties>(properties: Properties): Answered<Properties> {
  const entries = Object.entries(properties).map(([name, schema]) => [
    name,
    Type.IsArray(schema) ? schema : nullable(schema),
  ]);
  return Object.fromEntries(entries) as Answered<Properties>;
}

/** A user as the API shows it. */
export const user = record({
  token: token('User'),
  email: Type.String(),
  merchant: nullable(token('Merchant to whom the user belongs; null: directly under the partner')),
  type: oneOf(userTypes),
  aml: nullable(token('AML check')),
  registration_ip: nullable(Type.String()),
  ...answered(profile),
  verification_status: oneOf(verificationStatuses, 'Where know-your-customer stands'),
  verified_by: nullable(Type.String({ description: 'Who verified: operator, partner key or vendor' })),
  verified_at: nullable(moment('When the verification was decided')),
  documents: Type.Array(document),
  created_at: moment('When the user was created'),
  updated_at: moment('When the record was last changed'),
});
export type User = Static<typeof user>;

const nothingKnown = Object.fromEntries(
  Object.entries(profile).map(([name, schema]) => [name, Type.IsArray(schema) ? [] : null]),
);

/** A user for the reference. */
export const exampleUser = {
  ...nothingKnown,
  token: '01939e6c-5d0c-7a3e-9c3b-3f8f5a1e2b4d',
  email: 'maria.petrova@example.com',
  merchant: null,
  type: 'default',
  aml: null,
  registration_ip: null,
  first_name: 'Maria',
  last_name: 'Petrova',
  birthday: '1990-05-17',
  nationality: 'BG',
  country: 'BG',
  verification_status: 'verified',
  verified_by: 'sandbox',
  verified_at: '2026-11-20T10:15:30.000Z',
  documents: [],
  created_at: '2026-11-20T10:15:30.000Z',
  updated_at: '2026-11-20T10:15:30.000Z',
} as unknown as User;

/** A user as stored, with the sealed parts still closed. */
export interface UserRow {
  readonly id: string;
  readonly merchant: string | null;
  readonly email: string;
  readonly type: (typeof userTypes)[number];
  readonly aml: string | null;
  readonly registrationIp: string | null;
  readonly profile: Profile;
  readonly uniqueIdentifierSealed: Buffer | null;
  readonly uniqueIdentifierMac: Buffer | null;
  readonly idPassportNumberSealed: Buffer | null;
  readonly verificationStatus: VerificationStatus;
  readonly verifiedBy: string | null;
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const merchantStatuses = ['active', 'suspended', 'closed'] as const;
export type MerchantStatus = (typeof merchantStatuses)[number];

/** The holder of an account as accounts need it. */
export interface Holder {
  readonly merchant: string | null;
  readonly user: string | null;
  /** Name as counterparts see it. */
  readonly name: string;
  readonly verificationStatus: VerificationStatus;
  /** Whether it is served; a user always is. */
  readonly status: MerchantStatus;
}
