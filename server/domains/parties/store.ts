import type { Queryable } from '../../kernel/database.ts';
import { sqlstate } from '../../kernel/sqlstate.ts';
import type { MerchantStatus, Profile, UserRow, VerificationStatus } from './model.ts';

export interface MerchantRow {
  readonly id: string;
  readonly legalName: string;
  readonly master: boolean;
  readonly verificationStatus: VerificationStatus;
  readonly verifiedBy: string | null;
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
  /** Of a company that was onboarded: its data as approved. */
  readonly profile: Readonly<Record<string, unknown>>;
}

export async function insertMerchant(tx: Queryable, instance: string, merchant: MerchantRow): Promise<void> {
  await tx.query(
    `insert into parties.merchants
       (instance_id, merchant_id, legal_name, is_master, verification_status, verified_by, verified_at, created_at,
        profile)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      instance,
      merchant.id,
      merchant.legalName,
      merchant.master,
      merchant.verificationStatus,
      merchant.verifiedBy,
      merchant.verifiedAt,
      merchant.createdAt,
      JSON.stringify(merchant.profile),
    ],
  );
}

/** Where a merchant is, as its approved data say. */
export async function readMerchantAddress(
  db: Queryable,
  instance: string,
  id: string,
): Promise<Pick<Profile, 'address1' | 'address2' | 'city' | 'zip' | 'country'> | undefined> {
  const [row] = await db.query<{ profile: Profile }>(
    'select profile from parties.merchants where instance_id = $1 and merchant_id = $2',
    [instance, id],
  );
  return row?.profile;
}

/** Locks a merchant against everything that changes it; false when there is none such. */
export async function lockMerchant(tx: Queryable, instance: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from parties.merchants where instance_id = $1 and merchant_id = $2 for no key update',
    [instance, id],
  );
  return rows.length > 0;
}

/** Writes what an approval says of a merchant. */
export async function updateApprovedMerchant(
  tx: Queryable,
  instance: string,
  id: string,
  profile: MerchantRow['profile'],
  verifiedBy: string,
  verifiedAt: Date,
): Promise<void> {
  await tx.query(
    `update parties.merchants
        set profile = $3, verification_status = 'verified', verified_by = $4, verified_at = $5
      where instance_id = $1 and merchant_id = $2`,
    [instance, id, JSON.stringify(profile), verifiedBy, verifiedAt],
  );
}

/** Writes the risk of a merchant; false when there is none such. */
export async function updateMerchantRisk(
  tx: Queryable,
  instance: string,
  id: string,
  level: string,
  score: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update parties.merchants set risk_level = $3, risk_score = $4
      where instance_id = $1 and merchant_id = $2
    returning merchant_id`,
    [instance, id, level, score],
  );
  return rows.length > 0;
}

export async function readMerchant(
  db: Queryable,
  instance: string,
  id: string,
): Promise<{ legalName: string; verificationStatus: VerificationStatus; status: MerchantStatus } | undefined> {
  const [row] = await db.query<{
    legal_name: string;
    verification_status: VerificationStatus;
    status: MerchantStatus;
  }>(
    'select legal_name, verification_status, status from parties.merchants where instance_id = $1 and merchant_id = $2',
    [instance, id],
  );
  return row && { legalName: row.legal_name, verificationStatus: row.verification_status, status: row.status };
}

/** Writes the status of a locked merchant. */
export async function updateMerchantStatus(
  tx: Queryable,
  instance: string,
  id: string,
  status: MerchantStatus,
): Promise<void> {
  await tx.query('update parties.merchants set status = $3 where instance_id = $1 and merchant_id = $2', [
    instance,
    id,
    status,
  ]);
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

const userColumns = `user_id, merchant_id, email, type, aml_id, registration_ip, profile, unique_identifier_sealed,
  unique_identifier_mac, id_passport_number_sealed, verification_status, verified_by, verified_at, created_at,
  updated_at`;
const oneUser = `select ${userColumns} from parties.users where instance_id = $1 and user_id = $2`;

function userRow(row: UserColumns): UserRow {
  return {
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
  };
}

export async function readUser(db: Queryable, instance: string, id: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserColumns>(oneUser, [instance, id]);
  return row && userRow(row);
}

/** Locks a user against everything that changes it. */
export async function lockUser(tx: Queryable, instance: string, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.query<UserColumns>(`${oneUser} for no key update`, [instance, id]);
  return row && userRow(row);
}

/** Users, newest first; of one merchant where one is named. */
export async function listUsers(
  db: Queryable,
  instance: string,
  merchant: string | null,
  limit: number,
  offset: number,
): Promise<UserRow[]> {
  const rows =
    merchant === null
      ? await db.query<UserColumns>(
          `select ${userColumns} from parties.users
            where instance_id = $1
            order by user_id desc limit $2 offset $3`,
          [instance, limit, offset],
        )
      : await db.query<UserColumns>(
          `select ${userColumns} from parties.users
            where instance_id = $1 and merchant_id = $2
            order by user_id desc limit $3 offset $4`,
          [instance, merchant, limit, offset],
        );
  return rows.map(userRow);
}

/** How many there are, counted up to `most`. */
export async function countUsers(
  db: Queryable,
  instance: string,
  merchant: string | null,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(
    `select count(*) from (
       select 1 from parties.users where instance_id = $1 and ($2::uuid is null or merchant_id = $2) limit $3) as counted`,
    [instance, merchant, most],
  );
  return Number(row!.count);
}

/** Writes a locked user anew; false when another one has its unique identifier. */
export async function updateUser(tx: Queryable, instance: string, user: UserRow): Promise<boolean> {
  // A failed statement would end the whole transaction, so it gets a savepoint of its own.
  await tx.query('savepoint update_user');
  try {
    await tx.query(
      `update parties.users
          set merchant_id = $3, profile = $4, unique_identifier_sealed = $5, unique_identifier_mac = $6,
              id_passport_number_sealed = $7, verification_status = $8, verified_by = $9, verified_at = $10,
              updated_at = $11
        where instance_id = $1 and user_id = $2`,
      [
        instance,
        user.id,
        user.merchant,
        JSON.stringify(user.profile),
        user.uniqueIdentifierSealed,
        user.uniqueIdentifierMac,
        user.idPassportNumberSealed,
        user.verificationStatus,
        user.verifiedBy,
        user.verifiedAt,
        user.updatedAt,
      ],
    );
  } catch (error) {
    if (!(error instanceof Error) || sqlstate(error) !== '23505') throw error;
    await tx.query('rollback to savepoint update_user');
    return false;
  }
  await tx.query('release savepoint update_user');
  return true;
}

/** The users with this external reference, at most two: more than one is as good as none. */
export async function readByExternalReference(db: Queryable, instance: string, reference: string): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(
    `select user_id from parties.users
      where instance_id = $1 and profile ->> 'external_reference' is not null
        and hashtextextended(profile ->> 'external_reference', 0) = hashtextextended($2, 0)
        and profile ->> 'external_reference' = $2
      limit 2`,
    [instance, reference],
  );
  return rows.map((row) => row.user_id);
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
