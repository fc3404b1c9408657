import type { Queryable } from '../../kernel/database.ts';
import type { ApplicationRow, ApplicationStatus, Decided, DueDiligence, MemberRow, Product } from './model.ts';

interface ApplicationColumns {
  application_id: string;
  merchant_id: string | null;
  products: Product[];
  due_diligence: DueDiligence | null;
  profile: ApplicationRow['profile'];
  status: ApplicationStatus;
  payouts: ApplicationRow['payouts'];
  ip_address: string | null;
  fingerprint: string | null;
  company_id: string;
  company: ApplicationRow['company'];
  requested: ApplicationRow['requested'];
  requirements: ApplicationRow['requirements'];
  round: number;
  simulated: ApplicationRow['simulated'];
  risk: ApplicationRow['risk'];
  assigned_to: string | null;
  decision: Decided | null;
  created_at: Date;
  updated_at: Date;
}

const columns = `application_id, merchant_id, products, due_diligence, profile, status, payouts, ip_address, fingerprint,
  company_id, company, requested, requirements, round, simulated, risk, assigned_to, decision, created_at, updated_at`;
const one = `select ${columns} from onboarding.applications where instance_id = $1 and application_id = $2`;

function applicationRow(row: ApplicationColumns): ApplicationRow {
  return {
    id: row.application_id,
    merchant: row.merchant_id,
    products: row.products,
    dueDiligence: row.due_diligence,
    profile: row.profile,
    status: row.status,
    payouts: row.payouts,
    ipAddress: row.ip_address,
    fingerprint: row.fingerprint,
    companyId: row.company_id,
    company: row.company,
    requested: row.requested,
    requirements: row.requirements,
    round: row.round,
    simulated: row.simulated,
    risk: row.risk,
    assignedTo: row.assigned_to,
    decision: row.decision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function values(instance: string, row: ApplicationRow): unknown[] {
  return [
    instance,
    row.id,
    row.merchant,
    row.status,
    JSON.stringify(row.payouts),
    row.ipAddress,
    row.fingerprint,
    JSON.stringify(row.company),
    JSON.stringify(row.requested),
    JSON.stringify(row.requirements),
    row.round,
    JSON.stringify(row.simulated),
    row.risk === null ? null : JSON.stringify(row.risk),
    row.assignedTo,
    row.decision === null ? null : JSON.stringify(row.decision),
    row.updatedAt,
  ];
}

export async function insertApplication(tx: Queryable, instance: string, row: ApplicationRow): Promise<void> {
  await tx.query(
    `insert into onboarding.applications
       (instance_id, application_id, merchant_id, status, payouts, ip_address, fingerprint, company, requested,
        requirements, round, simulated, risk, assigned_to, decision, updated_at, products, due_diligence, profile,
        company_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      ...values(instance, row),
      row.products,
      row.dueDiligence,
      JSON.stringify(row.profile),
      row.companyId,
      row.createdAt,
    ],
  );
}

/** Writes a locked application anew. */
export async function updateApplication(tx: Queryable, instance: string, row: ApplicationRow): Promise<void> {
  await tx.query(
    `update onboarding.applications
        set merchant_id = $3, status = $4, payouts = $5, ip_address = $6, fingerprint = $7, company = $8, requested = $9,
            requirements = $10, round = $11, simulated = $12, risk = $13, assigned_to = $14, decision = $15,
            updated_at = $16
      where instance_id = $1 and application_id = $2`,
    values(instance, row),
  );
}

export async function readApplication(
  db: Queryable,
  instance: string,
  id: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db.query<ApplicationColumns>(one, [instance, id]);
  return row && applicationRow(row);
}

/** Locks an application against everything that changes it or what belongs to it. */
export async function lockApplication(
  tx: Queryable,
  instance: string,
  id: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationColumns>(`${one} for no key update`, [instance, id]);
  return row && applicationRow(row);
}

/** Applications, newest first; of one state where one is named. */
export async function listApplications(
  db: Queryable,
  instance: string,
  status: ApplicationStatus | null,
  limit: number,
  offset: number,
): Promise<ApplicationRow[]> {
  const rows =
    status === null
      ? await db.query<ApplicationColumns>(
          `select ${columns} from onboarding.applications
            where instance_id = $1
            order by application_id desc limit $2 offset $3`,
          [instance, limit, offset],
        )
      : await db.query<ApplicationColumns>(
          `select ${columns} from onboarding.applications
            where instance_id = $1 and status = $2
            order by application_id desc limit $3 offset $4`,
          [instance, status, limit, offset],
        );
  return rows.map(applicationRow);
}

/** Applications in a state, oldest first. */
export async function oldestApplications(
  db: Queryable,
  instance: string,
  status: ApplicationStatus,
  limit: number,
): Promise<ApplicationRow[]> {
  const rows = await db.query<ApplicationColumns>(
    `select ${columns} from onboarding.applications
      where instance_id = $1 and status = $2
      order by application_id limit $3`,
    [instance, status, limit],
  );
  return rows.map(applicationRow);
}

/** How many there are, counted up to `most`. */
export async function countApplications(
  db: Queryable,
  instance: string,
  status: ApplicationStatus | null,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(
    `select count(*) from (
       select 1 from onboarding.applications where instance_id = $1 and ($2::text is null or status = $2) limit $3
     ) as counted`,
    [instance, status, most],
  );
  return Number(row!.count);
}

/** The last application by which a merchant was approved, if there is one. */
export async function readApprovedOf(
  db: Queryable,
  instance: string,
  merchant: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db.query<ApplicationColumns>(
    `select ${columns} from onboarding.applications
      where instance_id = $1 and merchant_id = $2 and status = 'approved'
      order by application_id desc limit 1`,
    [instance, merchant],
  );
  return row && applicationRow(row);
}

interface MemberColumns {
  member_id: string;
  application_id: string;
  status: MemberRow['status'];
  user_id: string | null;
  profile: MemberRow['profile'];
  identifier_sealed: Buffer | null;
  identifier_mac: Buffer | null;
  identifier_holds: boolean | null;
  verification_status: MemberRow['verificationStatus'];
  created_at: Date;
  updated_at: Date;
}

const memberColumns = `member_id, application_id, status, user_id, profile, identifier_sealed, identifier_mac,
  identifier_holds, verification_status, created_at, updated_at`;

function memberRow(row: MemberColumns): MemberRow {
  return {
    id: row.member_id,
    application: row.application_id,
    status: row.status,
    user: row.user_id,
    profile: row.profile,
    identifierSealed: row.identifier_sealed,
    identifierMac: row.identifier_mac,
    identifierHolds: row.identifier_holds,
    verificationStatus: row.verification_status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function insertMember(tx: Queryable, instance: string, row: MemberRow): Promise<void> {
  await tx.query(
    `insert into onboarding.members (instance_id, ${memberColumns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      instance,
      row.id,
      row.application,
      row.status,
      row.user,
      JSON.stringify(row.profile),
      row.identifierSealed,
      row.identifierMac,
      row.identifierHolds,
      row.verificationStatus,
      row.createdAt,
      row.updatedAt,
    ],
  );
}

/** Writes a member anew. Its application is locked. */
export async function updateMember(tx: Queryable, instance: string, row: MemberRow): Promise<void> {
  await tx.query(
    `update onboarding.members
        set status = $3, user_id = $4, profile = $5, identifier_sealed = $6, identifier_mac = $7, identifier_holds = $8,
            verification_status = $9, updated_at = $10
      where instance_id = $1 and member_id = $2`,
    [
      instance,
      row.id,
      row.status,
      row.user,
      JSON.stringify(row.profile),
      row.identifierSealed,
      row.identifierMac,
      row.identifierHolds,
      row.verificationStatus,
      row.updatedAt,
    ],
  );
}

/** The application to which a member belongs. */
export async function readApplicationOf(db: Queryable, instance: string, member: string): Promise<string | undefined> {
  const [row] = await db.query<{ application_id: string }>(
    'select application_id from onboarding.members where instance_id = $1 and member_id = $2',
    [instance, member],
  );
  return row?.application_id;
}

/** The members of some applications, in the order in which they were added. */
export async function readMembers(
  db: Queryable,
  instance: string,
  applications: readonly string[],
): Promise<MemberRow[]> {
  const rows = await db.query<MemberColumns>(
    `select ${memberColumns} from onboarding.members
      where instance_id = $1 and application_id = any($2::uuid[])
      order by application_id, member_id`,
    [instance, applications],
  );
  return rows.map(memberRow);
}
