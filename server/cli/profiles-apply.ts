import { applyProfile, applyScorecard } from '../domains/onboarding/service.ts';
import type { Queryable } from '../kernel/database.ts';
import { isRefused, type Refused } from '../kernel/refusal.ts';
import { instanceOption, readJson, withInstance } from './books.ts';
import { CliError, type Command, print } from './command.ts';

type Apply = (
  tx: Queryable,
  instance: string,
  definition: unknown,
  at: Date,
) => Promise<{ readonly version: number; readonly code?: string } | Refused<'validation_error'>>;

export const profilesApply = applying({
  name: ['profiles', 'apply'],
  summary: 'make the client profiles in a file those of an instance',
  help: [
    'The file holds one client profile or an array of them: which fields are mandatory for a type of client, some products',
    'and a due diligence, and how applications are submitted and decided. Each becomes the next version of its code; all',
    'or none. Applications that have begun keep the version that they began with. docs/guides/onboarding.md has the format.',
  ],
  what: 'profile',
  apply: applyProfile,
});

export const scorecardApply = applying({
  name: ['scorecard', 'apply'],
  summary: 'make the risk scorecard in a file that of an instance',
  help: [
    'The file holds the scorecard by which applications are scored from 0 to 100, and from which scores on a person',
    'decides, two people decide, or it is declined. It becomes the next version. docs/guides/onboarding.md has the format.',
  ],
  what: 'scorecard',
  apply: applyScorecard,
});

function applying({
  name,
  summary,
  help,
  what,
  apply,
}: {
  readonly name: readonly string[];
  readonly summary: string;
  readonly help: readonly string[];
  readonly what: string;
  readonly apply: Apply;
}): Command {
  return {
    name,
    takes: '<file>',
    wordCount: [1, 1],
    summary,
    help: help.join('\n'),
    options: { instance: instanceOption },
    async run(input) {
      const content = readJson(input.path(input.words[0]!));
      const definitions = Array.isArray(content) ? content : [content];
      const applied = await withInstance(input, ({ database }, instance) =>
        database.transaction((tx) => applyAll(tx, apply, what, instance, definitions)),
      );
      const lines = applied.map(({ code, version }) => `${code} version ${version}`);
      print(input, { applied }, lines.join('\n'));
      return 0;
    },
  };
}

/** Applies them in one transaction; the first that is none ends it with what is wrong, field by field. */
async function applyAll(tx: Queryable, apply: Apply, what: string, instance: string, definitions: readonly unknown[]) {
  const applied: { code: string; version: number }[] = [];
  for (const [index, definition] of definitions.entries()) {
    const done = await apply(tx, instance, definition, new Date());
    if (isRefused(done)) {
      const { errors } = done.data as { errors: { field: string; message: string }[] };
      const code = (definition as { code?: unknown } | null)?.code ?? index + 1;
      throw new CliError(`${what} ${code}: ${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    }
    applied.push({ code: done.code ?? what, version: done.version });
  }
  return applied;
}
