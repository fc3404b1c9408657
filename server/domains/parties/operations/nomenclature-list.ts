import { type Static, Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { fields, list, nullable, oneOf, record } from '../../../kernel/schema.ts';
import { identityDocuments } from '../../documents/model.ts';
import { employmentStatuses, monthlyBands, occupationPositions, transactionFrequencies } from '../model.ts';
import { businessActivities } from '../nomenclatures/business-activity.ts';
import {
  accessibilityNeeds,
  educations,
  occupations,
  purposes,
  sourcesOfFunds,
  vulnerabilities,
} from '../nomenclatures/persons.ts';

const item = record({
  code: Type.String({ description: 'What goes into the field' }),
  label: Type.String(),
  active: Type.Boolean({ description: 'Whether it may be chosen anew' }),
  parent: nullable(Type.String({ description: 'Code of what it is a part of' })),
  mcc: Type.Array(Type.String(), { description: 'Merchant category codes (ISO 18245), the usual one first' }),
});
type Item = Static<typeof item>;

/** The lists by the names under which they are asked for. */
const nomenclatures = {
  purposes: coded(purposes),
  source_of_funds: coded(sourcesOfFunds),
  occupation: coded(occupations),
  education: coded(educations),
  vulnerability: coded(vulnerabilities),
  accessibility: coded(accessibilityNeeds),
  business_activity: businessActivities.flatMap(([section, label, divisions]) => [
    entry(section, label),
    ...divisions.map(([code, name, mcc]) => ({ ...entry(code, name), parent: section, mcc: mcc.split(' ') })),
  ]),
  occupation_position: literal(occupationPositions),
  employment_status: literal(employmentStatuses),
  monthly_income: literal(monthlyBands),
  monthly_transactions: literal(transactionFrequencies),
  proof_of_identity: literal(identityDocuments),
} satisfies Record<string, Item[]>;
const names = Object.keys(nomenclatures) as (keyof typeof nomenclatures)[];

function entry(code: string, label: string): Item {
  return { code, label, active: true, parent: null, mcc: [] };
}

function coded(entries: Readonly<Record<string, string>>): Item[] {
  return Object.entries(entries).map(([code, label]) => entry(code, label));
}

/** The specification's own values are their own codes. */
function literal(values: readonly string[]): Item[] {
  return values.map((value) => entry(value, value));
}

export const nomenclatureList = operation({
  name: 'nomenclature_list',
  routes: [{ method: 'GET', path: '/v2/nomenclatures/{name}' }],
  permission: 'users',
  summary: 'What may be chosen for a field',
  description:
    'One list, whole: the codes that a field of a profile is meant to hold, with their labels. business_activity is ' +
    'NACE Rev. 2.1, sections and divisions, with merchant category codes. Profiles take other values as well, except ' +
    'in the fields whose allowed values the reference names.',
  params: fields({ name: oneOf(names, 'Which list') }),
  response: list(item),
  example: {
    params: { name: 'monthly_transactions' },
    response: { items: nomenclatures.monthly_transactions, pagination: whole(nomenclatures.monthly_transactions) },
  },
  async handle(_context, { params }) {
    const items = nomenclatures[params.name];
    return { items, pagination: whole(items) };
  },
});

/** A list without pages is one page. */
function whole(items: readonly Item[]) {
  return { page: 1, limit: items.length, total: items.length, pages: 1, has_more: false };
}
