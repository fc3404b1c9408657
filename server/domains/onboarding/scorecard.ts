import { type Static, Type } from 'typebox';
import type { FieldError } from '../../kernel/refusal.ts';
import { fields, nullable, oneOf, text } from '../../kernel/schema.ts';
import { shapeErrors } from '../../kernel/shape-errors.ts';
import type { Risk, RiskReason } from './model.ts';

/**
 * The risk scorecard: what each answer of an application adds to its score, from 0 to 100. It is configuration, versioned,
 * and explained: each point of a score says which factor it comes from and which value earned it.
 */

const factorFields = [
  'company.country',
  'company.business_activity',
  'company.is_sie',
  'products',
  'due_diligence',
  'members.nationality',
  'members.country_of_residence',
  'members.pep_declaration',
  'members.type',
  'members.identifier_check',
  'members.ownership_check',
] as const;
export type FactorField = (typeof factorFields)[number];

const points = Type.Integer({ minimum: 0, maximum: 100 });

const scorecardDefinition = fields({
  base: Type.Integer({ minimum: 0, maximum: 100, description: 'What every application begins with' }),
  factors: Type.Array(
    fields({
      name: text(64, { min: 1, description: 'As the explanation calls it' }),
      field: oneOf(factorFields, 'What of the application it looks at'),
      points: Type.Record(Type.String(), points, { description: 'Points by value; of several values the most count' }),
      otherwise: Type.Optional(points),
    }),
    { maxItems: 64 },
  ),
  levels: fields({ medium: points, high: points }),
  refer_from: nullable(Type.Integer({ minimum: 1, maximum: 100, description: 'A person decides from here on' })),
  decline_from: nullable(Type.Integer({ minimum: 1, maximum: 100, description: 'Declined from here on' })),
  four_eyes_from: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'Two people approve from here on' })),
});
export type ScorecardDefinition = Static<typeof scorecardDefinition>;
export type Scorecard = ScorecardDefinition & { readonly version: number };

/** What is wrong with a definition. */
export function scorecardErrors(definition: unknown): FieldError[] {
  const shape = shapeErrors(scorecardDefinition, definition);
  if (shape.length > 0) return shape;
  const { levels, refer_from: refer, decline_from: decline } = definition as ScorecardDefinition;
  const errors: FieldError[] = [];
  if (levels.medium > levels.high) {
    errors.push({ field: 'levels.high', rule: 'order', message: 'is below the medium level' });
  }
  if (refer !== null && decline !== null && decline < refer) {
    errors.push({ field: 'decline_from', rule: 'order', message: 'is below refer_from' });
  }
  return errors;
}

/** The values of an application that factors look at; a list where there may be several. */
export type Facets = Readonly<Record<FactorField, readonly string[]>>;

/** The score of an application, with the reason for each point. */
export function scoreOf(scorecard: Scorecard, facets: Facets): Risk {
  const base: RiskReason = { factor: 'base', value: null, points: scorecard.base };
  const reasons = scorecard.factors.flatMap(({ name, field, points, otherwise = 0 }) => {
    const earned = facets[field].map((value) => ({ factor: name, value, points: points[value] ?? otherwise }));
    const most = earned.reduce<RiskReason | undefined>(
      (best, one) => (one.points > (best?.points ?? 0) ? one : best),
      undefined,
    );
    return most === undefined ? [] : [most];
  });
  const score = Math.min(
    100,
    [base, ...reasons].reduce((sum, reason) => sum + reason.points, 0),
  );
  return { level: levelOf(scorecard, score), score, reasons: [base, ...reasons], scorecard: scorecard.version };
}

function levelOf({ levels }: Scorecard, score: number): Risk['level'] {
  if (score >= levels.high) return 'high';
  return score >= levels.medium ? 'medium' : 'low';
}

/** What every sandbox has, and what holds wherever the operator has applied no other one. */
export const standardScorecard: ScorecardDefinition = {
  base: 10,
  factors: [
    {
      name: 'company_country',
      field: 'company.country',
      points: { KP: 90, IR: 90, MM: 60, RU: 60, BY: 60, SY: 60, AF: 60, YE: 40, VE: 40, PA: 30, KY: 30, VG: 30 },
    },
    {
      name: 'business_activity',
      field: 'company.business_activity',
      points: { '92': 40, '64': 20, '66': 20, '12': 20, '30': 10, '68': 10, '94': 20 },
    },
    { name: 'company_on_sanctions_list', field: 'company.is_sie', points: { true: 90 } },
    { name: 'product', field: 'products', points: { 'e-commerce': 10, qr: 5, pos: 5 } },
    { name: 'due_diligence', field: 'due_diligence', points: { SDD: 5 } },
    {
      name: 'member_nationality',
      field: 'members.nationality',
      points: { KP: 60, IR: 60, MM: 30, RU: 30, BY: 30, SY: 30, AF: 30 },
    },
    {
      name: 'member_residence',
      field: 'members.country_of_residence',
      points: { KP: 60, IR: 60, MM: 30, RU: 30, BY: 30, SY: 30, AF: 30 },
    },
    { name: 'member_pep_declared', field: 'members.pep_declaration', points: { true: 60 } },
    { name: 'member_identifier', field: 'members.identifier_check', points: { wrong: 10 } },
    { name: 'ownership', field: 'members.ownership_check', points: { above_100_percent: 20 } },
  ],
  levels: { medium: 40, high: 70 },
  refer_from: 70,
  decline_from: null,
  four_eyes_from: 80,
};
