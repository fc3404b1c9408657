import type { Database } from '../../kernel/database.ts';
import { definePort } from '../../kernel/port.ts';

/** Verification of payee answers for IBANs (EPC218-23), confirmation of payee for UK sort codes (Pay.UK). */
export const vopCodes = ['MTCH', 'CMTC', 'NMTC', 'NOAP'] as const;
export type VopCode = (typeof vopCodes)[number];

/** The scheme itself has no code for a full match; it is MTCH here. */
export const copCodes = [
  'MTCH',
  'ANNM',
  'MBAM',
  'BANM',
  'PANM',
  'BAMM',
  'PAMM',
  'AC01',
  'IVCR',
  'ACNS',
  'OPTO',
  'CASS',
  'SCNS',
] as const;
export type CopCode = (typeof copCodes)[number];

export type PayeeCode = VopCode | CopCode;

export const accountTypes = ['personal', 'business'] as const;
export type AccountType = (typeof accountTypes)[number];

/** The account that is asked about, as its scheme names it. */
export type PayeeAccount =
  | { readonly scheme: 'vop'; readonly iban: string }
  | { readonly scheme: 'cop'; readonly sortCode: string; readonly accountNumber: string };

export interface PayeeQuestion {
  readonly account: PayeeAccount;
  /** The name that the payer gave. */
  readonly name: string;
  /** What the payer takes the account for; confirmation of payee needs it. */
  readonly accountType: AccountType | null;
  /** A roll number or the like, where several customers share an account number. */
  readonly secondaryReference: string | null;
}

/** `NOAP` may be answered under both schemes: nobody can tell. */
export interface PayeeAnswer {
  readonly code: PayeeCode;
  /** The name that the account is held in: of close matches only. */
  readonly verifiedName: string | null;
}

export interface DirectoryContext {
  readonly db: Database;
  /** Who asks. */
  readonly instance: string;
  /** Aborted when the scheme's time is over: whatever comes later is of no use. */
  readonly signal: AbortSignal;
}

/** The other banks of both schemes. An adapter that gets no answer, or none that it understands, throws. */
export interface PayeeDirectory {
  /** Whether an account can be asked about at all: its scheme, its country. */
  serves(account: PayeeAccount): boolean;
  ask(context: DirectoryContext, question: PayeeQuestion): Promise<PayeeAnswer>;
}

export const payeeDirectory = definePort<PayeeDirectory>('payee-directory');

/** An answer to be played to the next `count` checks of an account. */
export interface PlayedAnswer extends PayeeAnswer {
  readonly delayMs: number;
  readonly count: number;
}

/** Sandbox only: tells the simulated directory what to answer. Answers for one account are played in their order. */
export interface SimulatedDirectory {
  play(db: Pick<Database, 'query'>, instance: string, account: PayeeAccount, answer: PlayedAnswer): Promise<void>;
}

export const simulatedDirectory = definePort<SimulatedDirectory>('simulated-payee-directory');
