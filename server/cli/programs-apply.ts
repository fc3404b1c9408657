import type { Program } from '../domains/programs/model.ts';
import { applyProgram } from '../domains/programs/service.ts';
import type { Queryable } from '../kernel/database.ts';
import { isRefused } from '../kernel/refusal.ts';
import type { Config } from '../runtime/config.ts';
import { chooseInstance, readJson, withBooks } from './books.ts';
import { CliError, type Command, print } from './command.ts';

export const programsApply: Command = {
  name: ['programs', 'apply'],
  takes: '<file>',
  wordCount: [1, 1],
  summary: 'make the programs in a file those of an instance',
  help: [
    'The file holds one program or an array of them, as program_details shows them, without a version. Each becomes the',
    'next version of its code; all or none. Running servers follow within a second.',
  ].join('\n'),
  options: {
    instance: {
      type: 'string',
      value: '<id>',
      about: 'whose; needed where there are several (in a sandbox: the first)',
    },
  },
  async run(input) {
    const definitions = readPrograms(input.path(input.words[0]!));
    const applied = await withBooks(async (books) => {
      const instance = await chooseInstance(books.database, books, input.text('instance'));
      return books.database.transaction((tx) => applyPrograms(tx, books.config, instance, definitions, new Date()));
    });
    const versions = applied.map(({ code, version }) => ({ code, version }));
    print(input, { applied: versions }, versions.map(({ code, version }) => `${code} version ${version}`).join('\n'));
    return 0;
  },
};

/** The programs in a file: one, or an array of them. */
export function readPrograms(path: string): readonly unknown[] {
  const content = readJson(path);
  return Array.isArray(content) ? content : [content];
}

/**
 * Applies them in one transaction; the first that is none ends it with what is wrong, field by field. In production each
 * must name its issuer: the usual one is a bank that does not exist.
 */
export async function applyPrograms(
  tx: Queryable,
  { environment }: Pick<Config, 'environment'>,
  instance: string,
  definitions: readonly unknown[],
  at: Date,
): Promise<Program[]> {
  const applied: Program[] = [];
  for (const [index, definition] of definitions.entries()) {
    const program = await applyProgram(tx, instance, definition, at);
    if (isRefused(program)) {
      const { errors } = program.data as { errors: { field: string; message: string }[] };
      const code = (definition as { code?: unknown } | null)?.code ?? index + 1;
      throw new CliError(`program ${code}: ${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    }
    if (environment === 'production' && program.issuer === undefined) {
      throw new CliError(`program ${program.code}: issuer is needed in production`);
    }
    applied.push(program);
  }
  return applied;
}
