import type { Queryable } from '../../kernel/database.ts';
import type { Profile, UserRow, VerificationStatus } from './model.ts';

export interface MerchantRow {
  readonly id: string;
  readonly legalName: string;
  readonly master: boolean;
  readonly verificationStatus: VerificationStatus;
  readonly verifiedBy: string | null;
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
}

export async function insertMerchant(tx: Queryable, instance: string, merchant: MerchantRow): Promise<void> {
  await tx.query(
    `insert into parties.merchants
       (instance_id, merchant_id, legal_name, is_master, verification_status, verified_by, verified_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      instance,
      merchant.id,
      merchant.legalName,
      merchant.master,
      merchant.verificationStatus,
      merchant.verifiedBy,
      merchant.verifiedAt,
      merchant.createdAt,
    ],
  );
}

export async function readMerchant(
  db: Queryable,
  instance: string,
  id: string,
): Promise<{ legalName: string; verificationStatus: VerificationStatus } | undefined> {
  const [row] = await db.query<{ legal_name: string; verification_status: VerificationStatus }>(
    'select legal_name, verification_status from parties.merchants where instance_id = $1 and merchant_id = $2',
    [instance, id],
  );
  return row && { legalName: row.legal_name, verificationStatus: row.verification_status };
}

/** Writes a new user; false when one with the same e-mail address or unique identifier is there. */
export async function insertUser(tx: Queryable, instance: string, user: UserRow, emailKey: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into parties.users
       (instance_id, user_id, merchant_id, email, email_key, type, aml_id, registration_ip, profile,
        unique_identifier_sealed, unique_identifier_mac, id_passport_number_sealed, verification_status, verified_by,
        verified_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict do nothing
     returning user_id`,
    [
      instance,
      user.id,
      user.merchant,
      user.email,
      emailKey,
      user.type,
      user.aml,
      user.registrationIp,
      JSON.stringify(user.profile),
      user.uniqueIdentifierSealed,
      user.uniqueIdentifierMac,
      user.idPassportNumberSealed,
      user.verificationStatus,
      user.verifiedBy,
      user.verifiedAt,
      user.createdAt,
      user.updatedAt,
    ],
  );
  return rows.length === 1;
}

interface UserColumns {
  user_id: string;
  merchant_id: string | null;
  email: string;
  type: UserRow['type'];
  aml_id: string | null;
  registration_ip: string | null;
  profile: Profile;
  unique_identifier_sealed: Buffer | null;
  unique_identifier_mac: Buffer | null;
  id_passport_number_sealed: Buffer | null;
  verification_status: VerificationStatus;
  verified_by: string | null;
  verified_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export async function readUser(db: Queryable, instance: string, id: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserColumns>(
    `select user_id, merchant_id, email, type, aml_id, registration_ip, profile, unique_identifier_sealed,
            unique_identifier_mac, id_passport_number_sealed, verification_status, verified_by, verified_at, created_at,
            updated_at
       from parties.users
      where instance_id = $1 and user_id = $2`,
    [instance, id],
  );
  return (
    row && {
      id: row.user_id,
      merchant: row.merchant_id,
      email: row.email,
      type: row.type,
      aml: row.aml_id,
      registrationIp: row.registration_ip,
      profile: row.profile,
      uniqueIdentifierSealed: row.unique_identifier_sealed,
      uniqueIdentifierMac: row.unique_identifier_mac,
      idPassportNumberSealed: row.id_passport_number_sealed,
      verificationStatus: row.verification_status,
      verifiedBy: row.verified_by,
      verifiedAt: row.verified_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  );
}

/** What accounts need of a user. */
export async function readUserHolder(
  db: Queryable,
  instance: string,
  id: string,
): Promise<{ profile: Profile; verificationStatus: VerificationStatus } | undefined> {
  const [row] = await db.query<{ profile: Profile; verification_status: VerificationStatus }>(
    `select jsonb_strip_nulls(jsonb_build_object('first_name', profile -> 'first_name', 'middle_name',
              profile -> 'middle_name', 'last_name', profile -> 'last_name')) as profile, verification_status
       from parties.users
      where instance_id = $1 and user_id = $2`,
    [instance, id],
  );
  return row && { profile: row.profile, verificationStatus: row.verification_status };
}
