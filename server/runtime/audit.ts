import type { Queryable } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';

/** What is kept of an operation that changed something: who, what, with which request. Never what its body said. */
export interface AuditEntry {
  readonly instance: string;
  readonly at: Date;
  readonly key: string;
  readonly operation: string;
  readonly requestId: string;
  /** The path parameters: the tokens of what was changed. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Writes the audit row, in the transaction of what it is about. */
export async function audit(tx: Queryable, entry: AuditEntry): Promise<void> {
  const { instance, at, key, operation, requestId, params } = entry;
  await tx.query(
    `insert into runtime.audit (instance_id, audit_id, at, key, operation, request_id, params)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [instance, newId(), at, key, operation, requestId, JSON.stringify(params)],
  );
}
