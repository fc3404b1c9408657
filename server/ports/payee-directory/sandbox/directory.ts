import { setTimeout as pause } from 'node:timers/promises';
import { isEea } from '../../../kernel/country.ts';
import { completeAccountNumber, sandboxModulusTable, sandboxSortCodes } from '../../../kernel/uk-modulus.ts';
import {
  type CopCode,
  copCodes,
  type PayeeAccount,
  type PayeeAnswer,
  type PayeeDirectory,
  type PayeeQuestion,
  type SimulatedDirectory,
} from '../port.ts';
import { insertAnswer, takeAnswer } from './store.ts';

/**
 * The other banks of the sandbox. What was queued for an account is answered first. Then confirmation of payee has one
 * account number for each code, and under both schemes the first word of the name decides: CLOSE is a close match with
 * the rest of the name as the verified one, NOMATCH is none, UNREACHABLE cannot be verified, and TIMEOUT gets no answer.
 * Everything else is a full match.
 */
export const sandboxDirectory: PayeeDirectory = {
  // The law on instant payments binds the banks of the European Economic Area to verify payees.
  serves: (account) => account.scheme === 'cop' || isEea(account.iban.slice(0, 2)),
  async ask({ db, instance, signal }, question): Promise<PayeeAnswer> {
    const queued = await takeAnswer(db, instance, keyOf(question.account));
    if (queued === undefined) return answerOf(question, signal);
    const { delayMs, ...answer } = queued;
    if (delayMs > 0) await pause(delayMs, undefined, { signal });
    return answer;
  },
};

export const playedDirectory: SimulatedDirectory = {
  play: (db, instance, account, answer) => insertAnswer(db, instance, keyOf(account), answer),
};

function keyOf(account: PayeeAccount): string {
  return account.scheme === 'vop' ? account.iban : `${account.sortCode}${account.accountNumber}`;
}

/** The account numbers that answer one code each, at every sort code of the other banks, in the order of the codes. */
export const magicAccountNumbers: ReadonlyMap<string, CopCode> = new Map(
  copCodes.map((code, index) => {
    const body = `70000${String(index + 1).padStart(2, '0')}`;
    return [completeAccountNumber(sandboxModulusTable, sandboxSortCodes[1]!, body)!, code];
  }),
);

/** The name in which the accounts of close matches are held. */
const magicName = 'Alex Morgan';
const closeCodes: readonly string[] = ['MBAM', 'BAMM', 'PAMM'];

async function answerOf({ account, name }: PayeeQuestion, signal: AbortSignal): Promise<PayeeAnswer> {
  const magic = account.scheme === 'cop' ? magicAccountNumbers.get(account.accountNumber) : undefined;
  if (magic !== undefined) return { code: magic, verifiedName: closeCodes.includes(magic) ? magicName : null };
  const [word = '', ...rest] = name.trim().split(/\s+/);
  const isVop = account.scheme === 'vop';
  switch (word.toUpperCase()) {
    case 'CLOSE':
      return { code: isVop ? 'CMTC' : 'MBAM', verifiedName: rest.join(' ') || magicName };
    case 'NOMATCH':
      return { code: isVop ? 'NMTC' : 'ANNM', verifiedName: null };
    case 'UNREACHABLE':
      return { code: 'NOAP', verifiedName: null };
    case 'TIMEOUT':
      return pause(2 ** 31 - 1, { code: 'NOAP', verifiedName: null }, { signal });
    default:
      return { code: 'MTCH', verifiedName: null };
  }
}
