import { Type } from 'typebox';
import { newId } from '../../../kernel/ids.ts';
import { toMinor } from '../../../kernel/money.ts';
import { operation, type PrepareContext, type Prepared } from '../../../kernel/operation.ts';
import type { BalanceRef } from '../../../kernel/posting.ts';
import {
  accountNotActive,
  entityNotFound,
  type FieldError,
  insufficientFunds,
  invalid,
  isRefused,
  limitExceeded,
  type Refused,
  refuse,
  validationError,
} from '../../../kernel/refusal.ts';
import { record } from '../../../kernel/schema.ts';
import { clearingAccount, houseBalance, openClearing } from '../../ledger/service.ts';
import { programsOf } from '../../programs/service.ts';
import { decideOrder, orderPlan, type WireOrder } from '../../wires/service.ts';
import { type TransferRequest, transferRequest } from '../model.ts';
import { duplicateSuspected, noRoute, sanctioned, vopRequired } from '../refusals.ts';
import { decideTransfer, type ResolvedParty, type Transfer } from '../rules.ts';
import { partyErrors, prepareWire, resolveParty, sameParty, textsOf } from '../service.ts';

/**
 * Moves money. In: amount in major units, debtor and creditor by one identifier each. Out: the debtor's transaction.
 * To an account of this institution the transfer is internal: final when answered (spec 3.4).
 */
export const transferCreate = operation({
  name: 'transfer_create',
  routes: [{ method: 'POST', path: '/v2/transfers' }],
  permission: 'transfers',
  summary: 'Move money',
  description:
    'Moves an amount from a balance of yours to a balance, IBAN or UK account number. Within this institution the ' +
    'transfer is final once it is answered. Anywhere else it becomes a wire: amount and fee are held, the payment is ' +
    'handed to the network that currency, program and is_instant choose, and TRANSACTION.UPDATE tells how it ended. ' +
    'Fees of the program are booked with it: both or neither.',
  body: transferRequest,
  response: record({
    transaction: Type.String(),
    code: Type.String(),
    status: Type.String(),
    channel: Type.Optional(Type.String({ description: 'Of a wire: the payment network' })),
    route_reason: Type.Optional(Type.String({ description: 'Of a wire: why that network' })),
    expected_settlement: Type.Optional(Type.String({ format: 'date', description: 'Of a wire: when it settles' })),
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
  refusals: [
    validationError,
    entityNotFound,
    noRoute,
    sanctioned,
    duplicateSuspected,
    vopRequired,
    accountNotActive,
    limitExceeded,
    insufficientFunds,
  ],
  example: {
    body: {
      amount: 12.34,
      currency: 'EUR',
      reference: 'Invoice 7',
      debtor: { balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02' },
      creditor: { balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a04' },
    },
    response: {
      transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01',
      code: 'internal-transfer',
      status: 'completed',
    },
  },
  post: {
    async prepare(context, { body }): Promise<Prepared<Instruction> | Refused<PrepareRefusal>> {
      const { caller, db } = context;
      const amountMinor = toMinor(body.amount, body.currency);
      const errors = [...partyErrors('debtor', body.debtor), ...partyErrors('creditor', body.creditor)];
      if (amountMinor === undefined) errors.unshift(tooManyDecimals(body.currency));
      if (errors.length > 0) return invalid(validationError, ...errors);
      const debtor = await resolveParty(db, caller.instance, 'debtor', body.debtor);
      if (isRefused(debtor)) return debtor;
      if ('elsewhere' in debtor) return refuse(entityNotFound, { field: 'debtor' });
      const creditor = await resolveParty(db, caller.instance, 'creditor', body.creditor);
      if (isRefused(creditor)) return creditor;
      if (!('elsewhere' in creditor)) return prepareInternal(db, body, amountMinor!, debtor, creditor);
      const order = await prepareWire(context, body, amountMinor!, debtor, creditor.elsewhere);
      return isRefused(order) ? order : { plan: orderPlan(order), data: { order } };
    },
    decide: (what: Instruction, facts) =>
      'order' in what ? decideOrder(what.order, facts) : decideTransfer(what.transfer, facts),
  },
});

/** What was instructed, its route found: within this institution, or by wire. */
type Instruction = { readonly transfer: Transfer } | { readonly order: WireOrder };
type PrepareRefusal =
  | 'validation_error'
  | 'entity_not_found'
  | 'no_route'
  | 'aml_match_found'
  | 'vop_required'
  | 'duplicate_suspected';

async function prepareInternal(
  db: PrepareContext['db'],
  body: TransferRequest,
  amountMinor: bigint,
  debtor: ResolvedParty,
  creditor: ResolvedParty,
): Promise<Prepared<Instruction> | Refused<'validation_error'>> {
  const same = sameParty(debtor, creditor);
  if (same !== undefined) return same;
  const ids = { debit: newId(), credit: newId(), fee: newId() };
  const programs = {
    debtor: await programsOf(db, debtor.instance),
    creditor: await programsOf(db, creditor.instance),
  };
  const transfer: Transfer = {
    amountMinor,
    currency: body.currency,
    debtor,
    creditor,
    ids,
    programs,
    ...texts(body),
  };
  const balances = await balancesOf(db, transfer);
  const gates = [debtor, creditor].flatMap((party) =>
    party.account === null ? [] : [{ instance: party.instance, id: party.account }],
  );
  return { plan: { balances, gates, transactions: [ids.debit, ids.credit, ids.fee] }, data: { transfer } };
}

function tooManyDecimals(currency: string): FieldError {
  return { field: 'amount', rule: 'decimals', message: `is no amount of ${currency}: too many decimals` };
}

/** Both parties' balances, a clearing account on each side between two instances, and fee income where fees are charged. */
async function balancesOf(db: PrepareContext['db'], transfer: Transfer): Promise<BalanceRef[]> {
  const { debtor, creditor, currency, programs } = transfer;
  const balances = [debtor, creditor].map(({ instance, balance }) => ({ instance, id: balance }));
  if (debtor.instance !== creditor.instance) {
    await openClearing(db, debtor.instance, creditor.instance, currency);
    balances.push(clearing(debtor, creditor, currency), clearing(creditor, debtor, currency));
  }
  if ([...programs.debtor.values()].some(({ fees }) => fees !== undefined && fees.length > 0)) {
    balances.push({ instance: debtor.instance, id: houseBalance(debtor.instance, 'fee-income', currency) });
  }
  return balances;
}

function clearing(mine: ResolvedParty, theirs: ResolvedParty, currency: string): BalanceRef {
  return { instance: mine.instance, id: houseBalance(mine.instance, clearingAccount(theirs.instance), currency) };
}

/** The request's texts as the transaction keeps them; what was left empty is absent. */
function texts(body: TransferRequest): Pick<Transfer, 'texts' | 'reference' | 'endToEndId' | 'purposeCode' | 'vop'> {
  return {
    texts: textsOf(body),
    ...(body.reference && { reference: body.reference }),
    ...(body.end_to_end_id && { endToEndId: body.end_to_end_id }),
    ...(body.purpose_code && { purposeCode: body.purpose_code }),
    ...(body.vop && { vop: body.vop }),
  };
}
