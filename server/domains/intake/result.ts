import type { Queryable } from '../../kernel/database.ts';
import { fundingAccounts } from '../accounts/service.ts';
import type { ApplicationRow } from '../onboarding/model.ts';
import { storesOf } from '../onboarding/service.ts';
import { capacityPerMonth, type FormRow } from './model.ts';

/** What a partner reads in the result file of a form: where its application stands, and what has come of it. */
export interface Result {
  readonly form: string;
  readonly application: string;
  readonly status: ApplicationRow['status'];
  readonly requirements: readonly { readonly field: string; readonly code: string; readonly message: string }[];
  readonly decision: ApplicationRow['decision'];
  readonly merchant: string | null;
  readonly stores: readonly { readonly type: string; readonly mid: string; readonly tid: string }[];
  readonly funding_accounts: readonly {
    readonly account: string;
    readonly currency: string;
    readonly iban: string | null;
  }[];
  readonly capacity: { readonly used: number; readonly per_month: number; readonly warning: string | null };
}

/** `used` counts the forms of the month up to this one. */
export async function resultOf(
  db: Queryable,
  instance: string,
  form: FormRow,
  application: ApplicationRow,
  used: number,
): Promise<Result> {
  const { status, decision, merchant } = application;
  const approved = status === 'approved' && merchant !== null;
  const stores = approved ? await storesOf(db, instance, merchant) : [];
  const accounts = approved ? await fundingAccounts(db, instance, merchant) : [];
  return {
    form: form.name,
    application: form.application,
    status,
    requirements: application.requirements.map(({ field, code, message }) => ({ field, code, message })),
    decision,
    merchant,
    stores: stores.map(({ type, mid, tid }) => ({ type, mid, tid })),
    funding_accounts: accounts,
    capacity: {
      used,
      per_month: capacityPerMonth,
      warning: used > capacityPerMonth ? 'more than agreed for a month: expect longer processing' : null,
    },
  };
}

/** Whether nothing more will come of an application: it is decided, and what an approval opens is open. */
export function isSettled({ status, stores, funding_accounts: accounts }: Result): boolean {
  if (status === 'approved') return stores.length === 0 || accounts.length > 0;
  return status === 'declined' || status === 'withdrawn' || status === 'expired';
}
