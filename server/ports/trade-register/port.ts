import { definePort } from '../../kernel/port.ts';

/** The company that is looked for, as its applicant describes it. */
export interface CompanySought {
  readonly legalName: string;
  /** ISO 3166-1 alpha-2: whose register. */
  readonly country: string;
  readonly city: string | null;
}

/** What a trade register says of a company. */
export interface RegisterExtract {
  readonly legalName: string;
  readonly country: string;
  /** The register's own number of the company. */
  readonly registrationNumber: string;
  readonly legalForm: string | null;
  readonly status: 'active' | 'dissolved';
  /** Day of incorporation, `YYYY-MM-DD`. */
  readonly incorporatedOn: string | null;
}

/**
 * Trade registers, as a third party gives access to them. `find` answers the company, or undefined when the register has
 * none of that name; it throws when there is no answer that can be relied on, and it ends within its own time limit.
 */
export interface TradeRegister {
  find(company: CompanySought): Promise<RegisterExtract | undefined>;
}

export const tradeRegister = definePort<TradeRegister>('trade-register');
