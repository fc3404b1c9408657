import type { Database, Queryable } from '../kernel/database.ts';
import type { Log } from '../kernel/log.ts';

/** One answered request, as support looks it up by `x-request-id`. */
export interface RequestEntry {
  readonly instance: string;
  readonly requestId: string;
  readonly at: Date;
  readonly key: string;
  readonly operation: string;
  readonly code: number;
  /** Why the signed door refused it, in full: production's answers do not say. */
  readonly authReason: string | null;
  readonly milliseconds: number;
}

export interface RequestLog {
  add(entry: RequestEntry): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
  find(instance: string, requestId: string): Promise<RequestEntry | undefined>;
  close(): Promise<void>;
}

const flushRows = 500;
const flushMs = 1000;
/** While the database is away the log waits, but not at the price of the process. */
const mostWaiting = 20_000;

/** The request log: written in bulk, outside every transaction, at the latest a second after the answer. */
export function openRequestLog(database: Database, log: Log): RequestLog {
  let waiting: RequestEntry[] = [];
  let writing = Promise.resolve();

  const flush = () => {
    writing = writing.then(async () => {
      const rows = waiting.splice(0, mostWaiting);
      if (rows.length === 0) return;
      try {
        await insert(database, rows);
      } catch (err) {
        log.warn({ err, count: rows.length }, 'the request log could not be written yet');
        waiting = [...rows, ...waiting].slice(-mostWaiting);
      }
    });
    return writing;
  };
  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();

  return {
    add(entry) {
      waiting.push(entry);
      if (waiting.length % flushRows === 0) void flush();
      if (waiting.length > mostWaiting) waiting.shift();
    },
    flush,
    async find(instance, requestId) {
      const rows = await database.query<RequestEntry>(findText, [instance, requestId]);
      return rows[0];
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const columns = ['requestId', 'instance', 'at', 'key', 'operation', 'code', 'authReason', 'milliseconds'] as const;

async function insert(database: Queryable, rows: readonly RequestEntry[]): Promise<void> {
  await database.query(
    insertText,
    columns.map((name) => rows.map((row) => row[name])),
  );
}

const insertText = `
  insert into runtime.requests (request_id, instance_id, at, key, operation, code, auth_reason, milliseconds)
  select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[])
  on conflict (instance_id, request_id) do nothing`;

const findText = `
  select instance_id as instance, request_id as "requestId", at, key, operation, code, auth_reason as "authReason", milliseconds
  from runtime.requests where instance_id = $1 and request_id = $2`;
