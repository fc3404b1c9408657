import { userInfo } from 'node:os';
import type { Check } from '../domains/screening/model.ts';
import { decideCase, openCases, policyOf, setPolicy } from '../domains/screening/service.ts';
import { parseToken } from '../kernel/ids.ts';
import { isRefused } from '../kernel/refusal.ts';
import { instanceOption, openWork, withInstance } from './books.ts';
import { CliError, type Command, misuse, print } from './command.ts';

export const screeningCases: Command = {
  name: ['screening', 'cases'],
  takes: '',
  wordCount: [0, 0],
  summary: 'matches of screening that wait for a decision, the oldest first',
  help: 'Each with who was asked about, what was found, and why it scores as it does: every feature with its points.',
  options: {
    instance: instanceOption,
    limit: { type: 'string', value: '<n>', about: 'at most so many (100)' },
  },
  async run(input) {
    const limit = input.number('limit', 1, 10_000) ?? 100;
    const cases = await withInstance(input, ({ database }, instance) => openCases(database, instance, limit));
    print(input, cases, cases.map(describe).join('\n\n') || 'no open cases');
    return 0;
  },
};

function describe({ id, origin, subject, asked, checkedAt, edition, hits }: Check): string {
  const who = [asked.name, asked.birthday, ...(asked.countries ?? [])].filter(Boolean).join(', ');
  const about = subject === null ? origin : `${origin} ${subject.kind} ${subject.id}`;
  return [
    `${id}  ${about}, ${checkedAt.toISOString()}, edition ${edition}`,
    `  asked   ${who}`,
    ...hits.flatMap(({ list, entry, name, score, features }) => [
      `  ${String(score).padStart(3)}     ${list} ${entry} ${name}`,
      ...features.map(
        ({ feature, points, because }) => `          ${String(points).padStart(4)} ${feature}: ${because}`,
      ),
    ]),
  ].join('\n');
}

function decision(name: 'clear' | 'confirm', summary: string, help: string): Command {
  return {
    name: ['screening', name],
    takes: '<case>',
    wordCount: [1, 1],
    summary,
    help,
    options: {
      instance: instanceOption,
      reason: { type: 'string', value: '<words>', about: 'why, for the record (needed)' },
      by: { type: 'string', value: '<name>', about: 'who decides; otherwise the user of this machine' },
    },
    async run(input) {
      const reason = input.text('reason')?.trim();
      if (!reason) throw misuse('--reason is needed');
      const id = parseToken(input.words[0]!);
      if (id === undefined) throw misuse('the case is named by its token');
      const actor = input.text('by') ?? userInfo().username;
      const decided = await withInstance(input, (books, instance) =>
        openWork(books)(instance, 'screening decision', (context) =>
          decideCase(context, instance, id, { decision: name, reason, actor }),
        ),
      );
      if (isRefused(decided)) {
        throw new CliError(decided.refused.code === 11002 ? `there is no case ${id}` : `${id} is decided already`);
      }
      print(input, decided, `${id} is ${decided.status}`);
      return 0;
    },
  };
}

export const screeningClear = decision(
  'clear',
  'decide that a match is somebody else',
  'The token of the check can be used from now on, and AML.CLEARED is sent.',
);

export const screeningConfirm = decision(
  'confirm',
  'decide that a match is the one on the list',
  'The token of the check can never be used. Freezing what the customer holds, and reporting it, is yours to do.',
);

export const screeningPolicy: Command = {
  name: ['screening', 'policy'],
  takes: '',
  wordCount: [0, 0],
  summary: 'show or set from which score on a hit counts, and how long a clear check can be used',
  help: 'What is not given stays as it is. It counts for screenings from now on; evidence keeps the threshold it had.',
  options: {
    instance: instanceOption,
    threshold: { type: 'string', value: '<score>', about: '50 to 100 (70)' },
    days: { type: 'string', value: '<n>', about: '1 to 365 (30)' },
  },
  async run(input) {
    const threshold = input.number('threshold', 50, 100);
    const days = input.number('days', 1, 365);
    const policy = await withInstance(input, async ({ database }, instance) => {
      const before = await policyOf(database, instance);
      const after = { threshold: threshold ?? before.threshold, validDays: days ?? before.validDays };
      if (threshold !== undefined || days !== undefined) await setPolicy(database, instance, after);
      return after;
    });
    print(input, policy, `threshold ${policy.threshold}, valid for ${policy.validDays} days`);
    return 0;
  },
};
