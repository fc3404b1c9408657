import { type Static, Type } from 'typebox';
import { fields, oneOf, oneOfOrEmpty } from '../../kernel/schema.ts';
import type { SharedFile, SharedFolderName } from '../../kernel/shared-folder.ts';
import { identityDocuments } from '../documents/model.ts';
import { companyProperties, dueDiligences, memberProperties, payoutInput, products } from '../onboarding/model.ts';

/**
 * - form: a merchant application form as a partner fills it in: a workbook, or the same fields as CSV or JSON
 * - inbox, outbox: the two folders of a partner's own space, where forms and documents come and answers go
 * - capacity: how many applications a month by form the bank is staffed for; said and warned about, not enforced
 */

export const capacityPerMonth = 15;

const formDocument = fields({
  file: Type.String({ minLength: 1, description: 'Name of the file as uploaded' }),
  owner: Type.Optional(
    Type.String({ pattern: '^(company|member [1-9][0-9]?)?$', description: 'company, or member 1, member 2 …' }),
  ),
  document_type: Type.Optional(oneOfOrEmpty(identityDocuments, 'Identity document that it is')),
});

/** What a form says, whatever it was written in. */
export const form = fields({
  products: Type.Array(oneOf(products), { minItems: 1, maxItems: 5, description: 'What is applied for' }),
  due_diligence: Type.Optional(oneOfOrEmpty(dueDiligences, 'Simplified or customer due diligence')),
  payout_details: Type.Optional(Type.Array(payoutInput, { maxItems: 3 })),
  company: fields(Type.Partial(Type.Object(companyProperties)).properties),
  members: Type.Optional(Type.Array(fields(Type.Partial(Type.Object(memberProperties)).properties), { maxItems: 10 })),
  documents: Type.Optional(Type.Array(formDocument, { maxItems: 20 })),
});
export type Form = Static<typeof form>;

/** A file in a partner's folders, as stored. */
export interface FileRow extends SharedFile {
  readonly id: string;
  readonly folder: SharedFolderName;
  readonly isForm: boolean;
}

/** A form that became an application, as stored. */
export interface FormRow {
  readonly id: string;
  readonly name: string;
  readonly application: string;
  readonly documents: number;
  /** The state that the partner was told last; null: nothing yet. */
  readonly told: string | null;
  readonly createdAt: Date;
}
