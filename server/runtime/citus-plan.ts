import { recordOfMigrations } from './migrate.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** A table under its mark, as every migration writes it. */
const markedTable = /^-- @distribute (?<table>[\w.]+) by (?<column>\w+)\n(create table [\s\S]*?\n\)[^;]*;\n)/gm;
const anyMark = /^-- @distribute /gm;

/**
 * The SQL that sets up an empty Citus cluster: every migration with each table spread over the cluster right behind its
 * creation, before another table refers to it. What belongs to an instance lies together on one machine; directories
 * are spread by what they are looked up by. Afterwards `migrate` finds nothing to do: it was all done `at` a moment.
 */
export function citusPlan(migrations: readonly Migration[], at: Date): string {
  const record = recordOfMigrations.map((statement) => `${statement};\n`);
  let first: string | undefined;
  const files = migrations.map(({ name, sql, sha256 }) => {
    let spread = 0;
    const text = sql.replaceAll(markedTable, (...parts) => {
      const { table, column } = parts.at(-1) as { table: string; column: string };
      spread += 1;
      const together = column === 'instance_id' ? (first ?? 'default') : 'none';
      if (column === 'instance_id') first ??= table;
      return `${parts[0]}select create_distributed_table('${table}', '${column}', colocate_with => '${together}');\n`;
    });
    if (spread !== (sql.match(anyMark)?.length ?? 0)) throw new Error(`${name}: a mark stands over no table`);
    const done = `insert into runtime.migrations (name, sha256, at) values ('${name}', '${sha256}', '${at.toISOString()}');`;
    return `\n-- ${name}\nbegin;\n${text}${done}\ncommit;\n`;
  });
  return [...record, ...files].join('');
}
