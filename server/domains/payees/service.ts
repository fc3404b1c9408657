import type { Database, Queryable } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { PrepareContext } from '../../kernel/operation.ts';
import { type RecordDraft, type RecordKind, recordOf } from '../../kernel/posting.ts';
import {
  type PayeeAccount,
  type PayeeAnswer,
  type PayeeDirectory,
  type PayeeQuestion,
  payeeDirectory,
} from '../../ports/payee-directory/port.ts';
import type { NumberEntry } from '../accounts/model.ts';
import { findAccount, findByIban, findBySortCode } from '../accounts/service.ts';
import { findHolder } from '../parties/service.ts';
import { issuerOf } from '../programs/model.ts';
import { programsOf } from '../programs/service.ts';
import { defaultSettings, type Evidence, type PayeeCheck } from './model.ts';
import { decideAnswer, evidenceLifeMs, isCodeOf, type RespondingAccount, resultOf, tellsName } from './rules.ts';
import { insertChecks, readSettings } from './store.ts';

export { accountOf, isCodeOf, questionOf, resultOf, tellsName } from './rules.ts';
export { readCheck as evidenceOf } from './store.ts';

/** Both schemes end a check without an answer after five seconds. */
const answerLimitMs = 5000;

/**
 * Asks whether a name is the one that an account is held in: ourselves for accounts of this institution, else the
 * directory. Silence, errors and answers that make no sense are NOAP. It writes nothing: what it answers becomes
 * evidence once `keepEvidence` or `evidenceRecord` has written it. Undefined when no directory serves the scheme.
 */
export async function checkPayee(
  { db, port, now }: Pick<PrepareContext, 'db' | 'port' | 'now'>,
  instance: string,
  check: PayeeCheck,
): Promise<Evidence | undefined> {
  const { account } = check;
  const answer = (await isOurs(db, instance, account))
    ? await answerPayeeCheck(db, instance, check)
    : await askDirectory(port(payeeDirectory), db, instance, check);
  if (answer === undefined) return undefined;
  return {
    ...check,
    token: newId(),
    code: answer.code,
    result: resultOf(answer.code),
    verifiedName: answer.verifiedName,
    checkedAt: now,
    expiresAt: new Date(now.getTime() + evidenceLifeMs),
  };
}

/** Keeps a check as evidence, in a transaction of its own cause. */
export async function keepEvidence(tx: Queryable, instance: string, evidence: Evidence): Promise<void> {
  await insertChecks(tx, instance, [evidence]);
}

const evidenceKind: RecordKind<Evidence> = { name: 'payees.checks', write: insertChecks };

/** The same for a posting, which writes it together with its transactions. */
export function evidenceRecord(instance: string, evidence: Evidence): RecordDraft {
  return recordOf(evidenceKind, instance, evidence);
}

const noAnswer: PayeeAnswer = Object.freeze({ code: 'NOAP', verifiedName: null });

async function askDirectory(
  directory: PayeeDirectory,
  db: Database,
  instance: string,
  question: PayeeQuestion,
): Promise<PayeeAnswer | undefined> {
  if (!directory.serves(question.account)) return undefined;
  const signal = AbortSignal.timeout(answerLimitMs);
  try {
    const answer = await Promise.race([directory.ask({ db, instance, signal }, question), whenAborted(signal)]);
    if (!isCodeOf(question.account.scheme, answer.code)) return noAnswer;
    return tellsName(answer.code) ? answer : { ...answer, verifiedName: null };
  } catch {
    return noAnswer;
  }
}

/** For adapters that do not heed the signal: nobody waits longer. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Answers another bank's check of one of our accounts, by the order of codes of the schemes. `instance`: by whose
 * programs the sort codes are ours that have no account of that number.
 */
export async function answerPayeeCheck(db: Queryable, instance: string, question: PayeeQuestion): Promise<PayeeAnswer> {
  const entry = await findEntry(db, question.account);
  const served = entry !== undefined || (await isIssued(db, instance, question.account));
  return decideAnswer(question, served, entry && (await respondingAccount(db, entry)));
}

/** Whether an account is, or would be, one of this institution: then we are its responder. */
export async function isOurs(db: Queryable, instance: string, account: PayeeAccount): Promise<boolean> {
  return (await findEntry(db, account)) !== undefined || isIssued(db, instance, account);
}

function findEntry(db: Queryable, account: PayeeAccount): Promise<NumberEntry | undefined> {
  return account.scheme === 'vop'
    ? findByIban(db, account.iban)
    : findBySortCode(db, account.sortCode, account.accountNumber);
}

/** Whether a number would be one of ours: of a bank code or sort code in which we issue accounts. */
async function isIssued(db: Queryable, instance: string, account: PayeeAccount): Promise<boolean> {
  const programs = await programsOf(db, instance);
  return [...programs.values()].map(issuerOf).some(({ bank, gb_sort_code: sortCode }) =>
    // Four letters at the place of the bank code are ours in every country: they come from our BIC.
    account.scheme === 'vop' ? account.iban.slice(4, 8) === bank : account.sortCode === sortCode,
  );
}

async function respondingAccount(db: Queryable, entry: NumberEntry): Promise<RespondingAccount | undefined> {
  const { instance } = entry;
  const account = await findAccount(db, instance, entry.account);
  const holder = account && (await findHolder(db, instance, account));
  if (account === undefined || holder === undefined) return undefined;
  return {
    ...((await readSettings(db, instance, account.id)) ?? defaultSettings),
    status: account.status,
    // What is left of closed business stands there: nobody pays to it.
    supported: account.type !== 'breakage',
    type: account.user === null ? 'business' : 'personal',
    holder: holder.name,
  };
}
