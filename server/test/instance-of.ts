import type { Queryable } from '../kernel/database.ts';
import type { Target } from '../prove/signed-client.ts';

/** The instance whose API key this is. */
export async function instanceOf(db: Queryable, { apiKey }: Target): Promise<string> {
  const [row] = await db.query<{ instance: string }>(
    'select instance_id as instance from keys.keys where api_key = $1',
    [apiKey],
  );
  return row!.instance;
}
