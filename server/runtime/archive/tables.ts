import type pg from 'pg';
import { migrationFiles } from '../migrate.ts';

/** A table of ours as the database's catalogue describes it. */
export interface Table {
  /** With its schema: `ledger.movements`. */
  readonly name: string;
  /** The columns that hold data, in their order; what is generated from others is not among them. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** A constraint between tables, and the statement that makes it again. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Kept by the migrations themselves. */
const ownBookkeeping = 'runtime.migrations';

/** All tables that the migrations have made, in the order of their names. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
            array(select quote_ident(k.attname)
                    from pg_index i
                   cross join unnest(i.indkey::int[]) with ordinality as u(attnum, position)
                    join pg_attribute k on k.attrelid = c.oid and k.attnum = u.attnum
                   where i.indrelid = c.oid and i.indisprimary
                   order by u.position) as key
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
      group by c.oid, n.nspname, c.relname
      order by n.nspname, c.relname`,
    [schemas()],
  );
  return rows.filter(({ name }) => name !== ownBookkeeping);
}

export async function readForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(f.conname) as name,
            pg_get_constraintdef(f.oid) as definition
       from pg_constraint f
       join pg_class c on c.oid = f.conrelid
       join pg_namespace n on n.oid = c.relnamespace
      where f.contype = 'f' and n.nspname = any($1) and f.conparentid = 0
      order by 1, 2`,
    [schemas()],
  );
  return rows;
}

function schemas(): string[] {
  return migrationFiles().flatMap(({ sql }) =>
    [...sql.matchAll(/^create schema (?:if not exists )?(\w+)/gm)].map((match) => match[1]!),
  );
}
