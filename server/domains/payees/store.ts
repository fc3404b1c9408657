import type { Queryable } from '../../kernel/database.ts';
import type { AccountType, PayeeAccount, PayeeCode } from '../../ports/payee-directory/port.ts';
import type { Evidence, PayeeSettings } from './model.ts';
import { resultOf } from './rules.ts';

interface CheckColumns {
  check_id: string;
  scheme: 'vop' | 'cop';
  iban: string | null;
  sort_code: string | null;
  account_number: string | null;
  account_type: AccountType | null;
  account_name: string;
  secondary_reference: string | null;
  user_id: string | null;
  merchant_id: string | null;
  reason_code: PayeeCode;
  verified_name: string | null;
  checked_at: Date;
  expires_at: Date;
}

const checkColumns = `check_id, scheme, iban, sort_code, account_number, account_type, account_name, secondary_reference,
  user_id, merchant_id, reason_code, verified_name, checked_at, expires_at`;

/** Keeps checks of one instance. */
export async function insertChecks(tx: Queryable, instance: string, checks: readonly Evidence[]): Promise<void> {
  const rows = checks.map(({ account, ...check }) => ({
    ...check,
    iban: account.scheme === 'vop' ? account.iban : null,
    sortCode: account.scheme === 'cop' ? account.sortCode : null,
    accountNumber: account.scheme === 'cop' ? account.accountNumber : null,
    scheme: account.scheme,
  }));
  await tx.query(
    `insert into payees.checks (instance_id, ${checkColumns})
     select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::timestamptz[], $15::timestamptz[])`,
    [
      instance,
      rows.map((row) => row.token),
      rows.map((row) => row.scheme),
      rows.map((row) => row.iban),
      rows.map((row) => row.sortCode),
      rows.map((row) => row.accountNumber),
      rows.map((row) => row.accountType),
      rows.map((row) => row.name),
      rows.map((row) => row.secondaryReference),
      rows.map((row) => row.user),
      rows.map((row) => row.merchant),
      rows.map((row) => row.code),
      rows.map((row) => row.verifiedName),
      rows.map((row) => row.checkedAt),
      rows.map((row) => row.expiresAt),
    ],
  );
}

/** One check, or undefined when the instance has none such. */
export async function readCheck(db: Queryable, instance: string, id: string): Promise<Evidence | undefined> {
  const [row] = await db.query<CheckColumns>(
    `select ${checkColumns} from payees.checks where instance_id = $1 and check_id = $2`,
    [instance, id],
  );
  return row && evidenceRow(row);
}

function evidenceRow(row: CheckColumns): Evidence {
  const account: PayeeAccount =
    row.scheme === 'vop'
      ? { scheme: 'vop', iban: row.iban! }
      : { scheme: 'cop', sortCode: row.sort_code!, accountNumber: row.account_number! };
  return {
    token: row.check_id,
    account,
    name: row.account_name,
    accountType: row.account_type,
    secondaryReference: row.secondary_reference,
    user: row.user_id,
    merchant: row.merchant_id,
    code: row.reason_code,
    result: resultOf(row.reason_code),
    verifiedName: row.verified_name,
    checkedAt: row.checked_at,
    expiresAt: row.expires_at,
  };
}

const settingsColumns = `opted_out as "optedOut", switched, name_withheld as "nameWithheld",
  secondary_reference as "secondaryReference"`;

/** What was set for an account; undefined when nothing was. */
export async function readSettings(
  db: Queryable,
  instance: string,
  account: string,
): Promise<PayeeSettings | undefined> {
  const [row] = await db.query<PayeeSettings>(
    `select ${settingsColumns} from payees.settings where instance_id = $1 and account_id = $2`,
    [instance, account],
  );
  return row;
}

/** The settings to set; what is undefined stays. */
type SettingsChange = { readonly [Name in keyof PayeeSettings]: PayeeSettings[Name] | undefined };

/** Sets some settings of an account, of which the others stay; answers all of them. Null clears the reference. */
export async function changeSettings(
  tx: Queryable,
  instance: string,
  account: string,
  change: SettingsChange,
  at: Date,
): Promise<PayeeSettings> {
  const { optedOut, switched, nameWithheld, secondaryReference } = change;
  const [row] = await tx.query<PayeeSettings>(
    `insert into payees.settings as before
       (instance_id, account_id, opted_out, switched, name_withheld, secondary_reference, updated_at)
     values ($1, $2, coalesce($3, false), coalesce($4, false), coalesce($5, false), $6, $7)
     on conflict (instance_id, account_id) do update
       set opted_out = coalesce($3, before.opted_out), switched = coalesce($4, before.switched),
           name_withheld = coalesce($5, before.name_withheld),
           secondary_reference = case when $8 then $6 else before.secondary_reference end, updated_at = $7
     returning ${settingsColumns}`,
    [instance, account, optedOut, switched, nameWithheld, secondaryReference, at, secondaryReference !== undefined],
  );
  return row!;
}
