import type { Queryable } from '../../kernel/database.ts';
import type { Program, ProgramDefinition } from './model.ts';

/** The programs of an instance, each in its last version, in the order of their codes. */
export async function readPrograms(db: Queryable, instance: string): Promise<Program[]> {
  const rows = await db.query<{ version: number; definition: ProgramDefinition }>(
    `select distinct on (code) version, definition
       from programs.programs
      where instance_id = $1
      order by code, version desc`,
    [instance],
  );
  const programs = rows.map((row) => ({ ...row.definition, version: row.version }));
  // The database may sort by another alphabet.
  return programs.sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Writes the next version of a program. Two writers at once: the second meets the primary key (23505) and starts again. */
export async function insertProgram(
  tx: Queryable,
  instance: string,
  definition: ProgramDefinition,
  appliedAt: Date,
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `insert into programs.programs (instance_id, code, version, definition, applied_at)
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4
       from programs.programs
      where instance_id = $1 and code = $2
     returning version`,
    [instance, definition.code, JSON.stringify(definition), appliedAt],
  );
  return row!.version;
}
