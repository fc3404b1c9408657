import { type Static, Type } from 'typebox';
import { normalizeIban } from '../../kernel/iban.ts';
import { newId } from '../../kernel/ids.ts';
import type { FieldError } from '../../kernel/refusal.ts';
import { amount, fields, oneOf, text } from '../../kernel/schema.ts';
import type { IncomingPayment, Rail, RailParty } from '../../ports/payment-rail/port.ts';
import { settlementDate } from '../wires/service.ts';

/** The request of sim_wire_incoming, and the payment that it means. */

const optional = (format: string, description: string) =>
  Type.Optional(Type.String({ format: `optional-${format}`, description }));

const sender = fields({
  name: Type.Optional(text(140, { description: 'A name that begins with HOLD is always queued' })),
  iban: optional('iban', 'IBAN'),
  sort_code: optional('sort-code', 'UK sort code'),
  account_number: optional('account-number', 'UK account number'),
  bic: optional('bic', 'BIC of the sending bank'),
  address: Type.Optional(text(255)),
  address1: Type.Optional(text(140)),
  city: Type.Optional(text(140)),
  zip: Type.Optional(text(16)),
  country: optional('country', 'ISO 3166-1 alpha-2'),
});

export const incomingRequest = fields({
  iban: optional('iban', 'IBAN that is credited'),
  sort_code: optional('sort-code', 'Or its UK sort code'),
  account_number: optional('account-number', 'and account number'),
  amount: amount('Amount in major units'),
  currency: oneOf(['EUR', 'GBP', 'BGN'], 'Currency'),
  rail: Type.Optional(
    oneOf(['sct', 'sct_inst', 'fps', 'bisera'], 'Network; the usual one of the currency if left out'),
  ),
  sender: Type.Optional(sender),
  reference: Type.Optional(text(140, { description: 'Remittance information' })),
  end_to_end_id: Type.Optional(text(35, { description: 'End-to-end identification' })),
  network_reference: Type.Optional(
    text(35, { description: "The sender's transaction id: the same again from the same bank is the same payment" }),
  ),
  times: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, description: 'How often it is delivered; it is booked once all the same' }),
  ),
});
type IncomingRequest = Static<typeof incomingRequest>;

const currencies: Readonly<Record<Rail, string>> = { sct: 'EUR', sct_inst: 'EUR', fps: 'GBP', bisera: 'BGN' };
const usual: Readonly<Record<string, Rail>> = { EUR: 'sct', GBP: 'fps', BGN: 'bisera' };
const usualSender = { name: 'Sandbox Sender', bic: 'SANDDEFFXXX' };
const usualIban = 'DE89370400440532013000';

function railOf({ rail, currency }: Pick<IncomingRequest, 'rail' | 'currency'>): Rail {
  return rail ?? usual[currency]!;
}

/** What is wrong with a request beyond its single fields. */
export function incomingErrors(body: IncomingRequest): FieldError[] {
  const errors: FieldError[] = [];
  if (Boolean(body.iban) === Boolean(body.sort_code)) {
    errors.push({ field: 'iban', rule: 'one_identifier', message: 'give an IBAN, or a sort code and account number' });
  }
  if (Boolean(body.sort_code) !== Boolean(body.account_number)) {
    errors.push({ field: 'account_number', rule: 'required', message: 'goes with a sort code' });
  }
  const rail = railOf(body);
  if (currencies[rail] !== body.currency) {
    errors.push({ field: 'rail', rule: 'currency_mismatch', message: `${rail} carries ${currencies[rail]}` });
  }
  return errors;
}

/** The payment as another bank sends it. */
export function incomingPayment(body: IncomingRequest, amountMinor: bigint, now: Date): IncomingPayment {
  const rail = railOf(body);
  const from = senderOf(body.sender ?? {});
  return {
    kind: 'payment',
    rail,
    id: body.network_reference || newId().replaceAll('-', ''),
    senderBic: from.bic!,
    endToEndId: body.end_to_end_id || null,
    amountMinor,
    currency: body.currency,
    settlementDate: settlementDate(rail, now),
    answerBy: null,
    debtor: from,
    creditor: { ...accountOf(body), name: '', bic: null, address: null },
    reference: body.reference || null,
    purposeCode: null,
  };
}

function senderOf(body: Static<typeof sender>): RailParty {
  const account = accountOf(body);
  const { address, address1, city, zip, country } = body;
  const known = [address, address1, city, zip, country].some(Boolean);
  return {
    ...(account.iban === null && account.sortCode === null ? { ...account, iban: usualIban } : account),
    name: body.name || usualSender.name,
    bic: body.bic || usualSender.bic,
    address: known
      ? {
          line: address || null,
          street: address1 || null,
          town: city || null,
          postCode: zip || null,
          country: country || null,
        }
      : null,
  };
}

function accountOf({
  iban,
  sort_code,
  account_number,
}: Pick<IncomingRequest, 'iban' | 'sort_code' | 'account_number'>) {
  return {
    iban: iban ? normalizeIban(iban) : null,
    sortCode: sort_code || null,
    accountNumber: account_number || null,
  };
}
