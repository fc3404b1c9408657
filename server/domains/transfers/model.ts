import { type Static, Type } from 'typebox';
import {
  amount,
  currency,
  fields,
  moment,
  nullable,
  oneOf,
  oneOfOrEmpty,
  record,
  text,
  token,
} from '../../kernel/schema.ts';

/**
 * A transfer is a customer's instruction: debtor, creditor, amount. Towards an account of this institution it is an
 * internal transfer, final at once; towards any other a wire transfer.
 *
 * A party is named by exactly one identifier: a balance, an IBAN, or a sort code with an account number. An empty string
 * counts as absent.
 */

const party = fields({
  balance: Type.Optional(Type.String({ format: 'optional-token', description: 'Balance of this institution' })),
  external_identifier: Type.Optional(
    text(64, {
      description: "A user's external_reference: means the main balance of the one main account of that user",
    }),
  ),
  iban: Type.Optional(Type.String({ format: 'optional-iban', description: 'IBAN, with or without blanks' })),
  sort_code: Type.Optional(Type.String({ format: 'optional-sort-code', description: 'UK sort code, six digits' })),
  account_number: Type.Optional(Type.String({ format: 'optional-account-number', description: 'UK account number' })),
  name: Type.Optional(text(140)),
  address: Type.Optional(text(255)),
  address1: Type.Optional(text(140)),
  city: Type.Optional(text(140)),
  zip: Type.Optional(text(16)),
  country: Type.Optional(Type.String({ format: 'optional-country' })),
});
export type Party = Static<typeof party>;

const optionalText = (max: number, description: string) => Type.Optional(nullable(text(max, { description })));

export const transferRequest = fields({
  amount: amount('Amount in major units'),
  currency,
  debtor: party,
  creditor: party,
  code: Type.Optional(nullable(oneOfOrEmpty(['internal-transfer', 'wire-transfer'], 'The route that is expected'))),
  link: Type.Optional(nullable(Type.String({ format: 'optional-token', description: 'A transaction it belongs to' }))),
  reference: optionalText(140, 'Remittance information, seen by both sides'),
  reference2: optionalText(140, 'Your own reference'),
  reference3: optionalText(140, 'Your own reference'),
  reference4: optionalText(140, 'Your own reference'),
  origin_of_funds: optionalText(255, 'Where the money comes from'),
  description: optionalText(255, 'Free text of the debtor'),
  is_instant: Type.Optional(Type.Boolean({ description: 'By an instant scheme' })),
  instant_fallback: Type.Optional(oneOf(['none', 'sct'], 'What to do where the instant scheme does not reach')),
  purpose_code: optionalText(4, 'ISO 20022 purpose code'),
  end_to_end_id: optionalText(35, 'End-to-end identification'),
  vop: Type.Optional(nullable(Type.String({ format: 'optional-token', description: 'Payee verification' }))),
});
export type TransferRequest = Static<typeof transferRequest>;

/** A recall: the request to have a payment back. */
export const recallRecord = record({
  recall: token('The recall'),
  transaction: token('The payment'),
  direction: oneOf(['in', 'out'], 'in: another bank asks for a payment that you received'),
  reason_code: Type.String(),
  status: oneOf(['open', 'accepted', 'refused']),
  answer_code: nullable(Type.String({ description: 'Why it was refused' })),
  deadline: moment('Until when it is to be answered'),
});

export const exampleRecall = {
  recall: '019aa0c4-7c00-7c3e-9d51-2f6f1f0c0e01',
  transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01',
  direction: 'out',
  reason_code: 'DUPL',
  status: 'open',
  answer_code: null,
  deadline: '2026-12-11T23:00:00.000Z',
} as const;
