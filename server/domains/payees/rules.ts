import { normalizeIban } from '../../kernel/iban.ts';
import { comparePayee, type PayeeMatch } from '../../kernel/names/payee.ts';
import type { FieldError } from '../../kernel/refusal.ts';
import { isUkAccount } from '../../kernel/uk-modulus.ts';
import {
  type AccountType,
  type CopCode,
  copCodes,
  type PayeeAccount,
  type PayeeAnswer,
  type PayeeCode,
  type PayeeQuestion,
  type VopCode,
  vopCodes,
} from '../../ports/payee-directory/port.ts';
import type { Inquiry, PayeeSettings } from './model.ts';

/** How long evidence is good for: the check belongs right before the payer's consent. */
export const evidenceLifeMs = 60 * 60_000;

/** What a request asks about a payee, or what is wrong with how it asks. */
export function questionOf(inquiry: Inquiry): PayeeQuestion | FieldError {
  const account = accountOf(inquiry);
  if ('field' in account) return account;
  const accountType = inquiry.account_type || null;
  if (account.scheme === 'cop' && accountType === null) {
    return { field: 'account_type', rule: 'required', message: 'is needed for confirmation of payee' };
  }
  return { account, name: inquiry.account_name, accountType, secondaryReference: inquiry.secondary_reference || null };
}

/** The account that a request names by one of two identifiers; a UK number has to add up. */
export function accountOf({
  iban = '',
  identification = '',
}: Pick<Inquiry, 'iban' | 'identification'>): PayeeAccount | FieldError {
  if ((iban === '') === (identification === '')) {
    const message = iban === '' ? 'is needed, or an identification' : 'goes without an identification';
    return { field: 'iban', rule: 'one_identifier', message };
  }
  const electronic = normalizeIban(iban);
  if (electronic !== '' && !electronic.startsWith('GB')) return { scheme: 'vop', iban: electronic };
  // A British IBAN has sort code and account number in it, and no other scheme.
  const digits = electronic === '' ? identification : electronic.slice(8);
  const [sortCode, accountNumber] = [digits.slice(0, 6), digits.slice(6)];
  if (!isUkAccount(sortCode, accountNumber)) {
    const field = electronic === '' ? 'identification' : 'iban';
    return { field, rule: 'modulus', message: 'has an account number that does not belong to its sort code' };
  }
  return { scheme: 'cop', sortCode, accountNumber };
}

const results: Readonly<Record<CopCode, VopCode>> = {
  MTCH: 'MTCH',
  MBAM: 'CMTC',
  BAMM: 'CMTC',
  PAMM: 'CMTC',
  // The name is right, and is therefore not told; the account is of the other type.
  BANM: 'CMTC',
  PANM: 'CMTC',
  ANNM: 'NMTC',
  AC01: 'NMTC',
  IVCR: 'NOAP',
  ACNS: 'NOAP',
  OPTO: 'NOAP',
  CASS: 'NOAP',
  SCNS: 'NOAP',
};

/** What a reason code of either scheme comes to in the four words of VoP. */
export function resultOf(code: PayeeCode): VopCode {
  return isVopCode(code) ? code : results[code];
}

function isVopCode(code: PayeeCode): code is VopCode {
  return (vopCodes as readonly PayeeCode[]).includes(code);
}

/** Whether a code can be the answer under a scheme. */
export function isCodeOf(scheme: PayeeAccount['scheme'], code: PayeeCode): boolean {
  const codes: readonly PayeeCode[] = scheme === 'vop' ? vopCodes : copCodes;
  return code === 'NOAP' || codes.includes(code);
}

const tellingCodes: ReadonlySet<PayeeCode> = new Set(['CMTC', 'MBAM', 'BAMM', 'PAMM']);

/** Whether the name of the account goes with a code. */
export function tellsName(code: PayeeCode): boolean {
  return tellingCodes.has(code);
}

/** What the responder knows of an account that is asked about. */
export interface RespondingAccount extends PayeeSettings {
  readonly status: 'active' | 'blocked' | 'closed';
  /** Whether accounts of this kind take part. */
  readonly supported: boolean;
  readonly type: AccountType;
  readonly holder: string;
}

/**
 * Our answer to a check of an account of ours. The first of these that holds is the answer: sort code not ours, no such
 * account, switched, opted out, kind of account not supported, unknown reference, and then name and type.
 */
export function decideAnswer(
  question: PayeeQuestion,
  served: boolean,
  account: RespondingAccount | undefined,
): PayeeAnswer {
  const code = codeOf(question, served, account);
  if (question.account.scheme === 'cop') {
    return { code, verifiedName: tellsName(code) && !account!.nameWithheld ? account!.holder : null };
  }
  const result = resultOf(code);
  if (result !== 'CMTC') return { code: result, verifiedName: null };
  // A close match has to tell the name, so where it is withheld there is no answer at all.
  return account!.nameWithheld ? { code: 'NOAP', verifiedName: null } : { code: result, verifiedName: account!.holder };
}

function codeOf(
  { name, accountType, secondaryReference }: PayeeQuestion,
  served: boolean,
  account: RespondingAccount | undefined,
): CopCode {
  if (!served) return 'SCNS';
  if (account === undefined || account.status === 'closed') return 'AC01';
  if (account.switched) return 'CASS';
  if (account.optedOut) return 'OPTO';
  if (!account.supported) return 'ACNS';
  if (secondaryReference !== null && secondaryReference !== account.secondaryReference) return 'IVCR';
  const expected = accountType ?? account.type;
  return nameCode(comparePayee(name, account.holder, account.type), account.type, expected);
}

/** The grid of name and type. */
function nameCode(match: PayeeMatch, type: AccountType, expected: AccountType): CopCode {
  if (match === 'none') return 'ANNM';
  if (type === expected) return match === 'match' ? 'MTCH' : 'MBAM';
  if (type === 'business') return match === 'match' ? 'BANM' : 'BAMM';
  return match === 'match' ? 'PANM' : 'PAMM';
}
