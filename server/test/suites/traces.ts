import type { TestBank } from '../test-bank.ts';

/**
 * What says nothing about what an operation did: every request is logged, and a file is noted before it is known what
 * comes of its operation.
 */
const notDone = ['runtime.requests', 'documents.uploads'];

/** Nor do these: when a key was last used, and which server sees to a webhook just now. */
const housekeeping = '{last_used_at,lease_owner,lease_until}';

export interface Traces {
  /** All tables of the bank, as they are once nothing happens by itself any more. */
  read(): Promise<Tables>;
  /** The tables that are not any more what they were. */
  changed(before: Tables): Promise<string[]>;
}

export type Tables = Readonly<Record<string, string>>;

/** Notices every change in the database: of each table the number of its rows, and a sum over all that they hold. */
export async function openTraces({ bank }: TestBank): Promise<Traces> {
  const tables = await bank.database.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    [],
  );
  const sums = tables
    .filter(({ name }) => !notDone.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || '/' || coalesce(sum(hashtextextended((to_jsonb(t) - '${housekeeping}'::text[])::text, 0)), 0) as sum from ${name} t`,
    )
    .join(' union all ');
  const read = async (): Promise<Tables> => {
    await bank.settle();
    const rows = await bank.database.query<{ name: string; sum: string }>(sums, []);
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  };
  return {
    read,
    async changed(before) {
      const now = await read();
      return Object.keys(now).filter((name) => now[name] !== before[name]);
    },
  };
}
