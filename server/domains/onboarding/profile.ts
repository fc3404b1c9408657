import { type Static, Type } from 'typebox';
import type { FieldError } from '../../kernel/refusal.ts';
import { fields, nullable, oneOf } from '../../kernel/schema.ts';
import { shapeErrors } from '../../kernel/shape-errors.ts';
import { acquiringProducts, type DueDiligence, dueDiligences, type Product, products } from './model.ts';

/**
 * A client profile: which fields are mandatory for a type of client, some products and a due diligence, and how an
 * application is submitted and decided. An operator writes it as JSON under the initial agreement (spec 1.2).
 */

const companyFields = [
  'trade_name',
  'legal_name',
  'website',
  'phone',
  'mobile_phone',
  'country',
  'county',
  'city',
  'zip',
  'address1',
  'address2',
  'contact_email',
  'correspondence_address',
  'description_of_activity',
  'address_of_shop',
  'business_activity',
  'documents',
] as const;

const memberFields = [
  'type',
  'first_name',
  'last_name',
  'birthday',
  'place_of_birth',
  'nationality',
  'country',
  'country_of_residence',
  'city',
  'zip',
  'address1',
  'mobile_phone',
  'unique_identifier',
  'email',
  'ownership_percentage',
  'pep_declaration',
  'documents',
] as const;
export type MemberField = (typeof memberFields)[number];

const requirable = [
  ...companyFields.map((name) => `company.${name}` as const),
  ...memberFields.map((name) => `members.${name}` as const),
  'payout_details',
  'ip_address',
  'fingerprint',
] as const;
export type Requirable = (typeof requirable)[number];

/**
 * The field that an underwriter means, as profiles name it: also as requirements show it (`members[0].birthday`), and
 * without its company or members in front. Undefined for what no client can give.
 */
export function requestable(name: string): string | undefined {
  const plain = name.replace(/\[\d+\]/g, '');
  const meant = [plain, `company.${plain}`, `members.${plain}`];
  return meant.find((each) => each === 'members' || (requirable as readonly string[]).includes(each));
}

const profileDefinition = fields({
  code: Type.String({ pattern: '^[A-Z0-9][A-Z0-9_-]{0,31}$', description: 'Name of the profile' }),
  client: oneOf(['merchant', 'user'], 'Legal entities or natural persons'),
  products: Type.Array(oneOf(products), { minItems: 1, uniqueItems: true, description: 'What it may be asked for' }),
  due_diligence: nullable(oneOf(dueDiligences, 'null: for applications that name none')),
  required_fields: Type.Array(oneOf(requirable), {
    uniqueItems: true,
    description: 'members.… is asked of each active natural person, and of one at least',
  }),
  strict: Type.Optional(
    Type.Boolean({ description: 'Whether business_activity has to be a code of its nomenclature' }),
  ),
  submission: oneOf(['auto', 'explicit'], 'Submitted as soon as nothing is missing, or by application_submit'),
  decisioning: oneOf(['automatic', 'semi-automatic'], 'By rules, or by rules and an underwriter'),
});
export type ProfileDefinition = Static<typeof profileDefinition>;

/** A profile as applied. An application keeps the one that it was created under. */
export type Profile = ProfileDefinition & { readonly version: number };

/** What is wrong with a definition. */
export function profileErrors(definition: unknown): FieldError[] {
  const shape = shapeErrors(profileDefinition, definition);
  if (shape.length > 0) return shape;
  const { required_fields: required, products: offered } = definition as ProfileDefinition;
  const acquires = acquiringProducts.some((product) => offered.includes(product));
  if (acquires || !required.includes('payout_details')) return [];
  return [{ field: 'required_fields', rule: 'payout_details', message: 'payout_details go with acquiring products' }];
}

/** The profile that fits an application: of those that have its due diligence and all its products the narrowest. */
export function profileFor(
  profiles: readonly Profile[],
  asked: readonly Product[],
  dueDiligence: DueDiligence | null,
): Profile | undefined {
  return profiles
    .filter(({ client, due_diligence }) => client === 'merchant' && due_diligence === dueDiligence)
    .filter((profile) => asked.every((product) => profile.products.includes(product)))
    .sort((a, b) => a.products.length - b.products.length)[0];
}

const issuing: ProfileDefinition = {
  code: 'ISSUING',
  client: 'merchant',
  products: ['account-opening', 'card-issuing'],
  due_diligence: null,
  required_fields: [
    'company.legal_name',
    'company.country',
    'company.city',
    'company.zip',
    'company.address1',
    'company.contact_email',
    'company.business_activity',
    'company.documents',
    'members.type',
    'members.first_name',
    'members.last_name',
    'members.birthday',
    'members.nationality',
    'members.country_of_residence',
  ],
  submission: 'auto',
  decisioning: 'automatic',
};

const acquiring: ProfileDefinition = {
  ...issuing,
  code: 'ACQUIRING',
  products: [...products],
  required_fields: [...issuing.required_fields, 'payout_details'],
};

/** The profiles that every sandbox has. There is none for qr with simplified due diligence. */
export const sandboxProfiles: readonly ProfileDefinition[] = [
  issuing,
  { ...issuing, code: 'ISSUING-SDD', due_diligence: 'SDD' },
  { ...issuing, code: 'ISSUING-CDD', due_diligence: 'CDD' },
  acquiring,
  {
    ...acquiring,
    code: 'ACQUIRING-SDD',
    due_diligence: 'SDD',
    products: acquiring.products.filter((product) => product !== 'qr'),
  },
  { ...acquiring, code: 'ACQUIRING-CDD', due_diligence: 'CDD' },
];
