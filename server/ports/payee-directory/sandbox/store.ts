import type { Database, Queryable } from '../../../kernel/database.ts';
import { newId } from '../../../kernel/ids.ts';
import type { PayeeCode, PlayedAnswer } from '../port.ts';

export async function insertAnswer(
  db: Queryable,
  instance: string,
  account: string,
  { code, verifiedName, delayMs, count }: PlayedAnswer,
): Promise<void> {
  await db.query(
    `insert into ports.directory_answers
       (instance_id, answer_id, account, code, verified_name, delay_ms, remaining)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [instance, newId(), account, code, verifiedName, delayMs, count],
  );
}

export interface QueuedAnswer {
  readonly code: PayeeCode;
  readonly verifiedName: string | null;
  readonly delayMs: number;
}

/**
 * Takes the oldest queued answer of an account once; the last time it is gone. All of them are locked: with a limit,
 * whoever waits for an answer that is then gone would not see the next one.
 */
export function takeAnswer(db: Database, instance: string, account: string): Promise<QueuedAnswer | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<QueuedAnswer & { id: string; remaining: number }>(
      `select answer_id as id, code, verified_name as "verifiedName", delay_ms as "delayMs", remaining
         from ports.directory_answers
        where instance_id = $1 and account = $2
        order by answer_id
          for update`,
      [instance, account],
    );
    if (row === undefined) return undefined;
    const { id, remaining, ...answer } = row;
    const sql =
      remaining > 1
        ? `update ports.directory_answers set remaining = remaining - 1 where instance_id = $1 and answer_id = $2`
        : `delete from ports.directory_answers where instance_id = $1 and answer_id = $2`;
    await tx.query(sql, [instance, id]);
    return answer;
  });
}
