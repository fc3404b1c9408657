import { userInfo } from 'node:os';
import { type Application, applicationStatuses } from '../domains/onboarding/model.ts';
import {
  approve,
  assign,
  type Change,
  type Desk,
  decline,
  readDossier,
  requestInformation,
  reviewsOf,
  shownApplication,
  waitingApplications,
} from '../domains/onboarding/service.ts';
import { parseToken } from '../kernel/ids.ts';
import { isRefused } from '../kernel/refusal.ts';
import { instanceOption, openWork, withInstance } from './books.ts';
import { CliError, type Command, type Input, misuse, type Option, print } from './command.ts';

/** The underwriters' desk on the command line. */

const by = { type: 'string', value: '<name>', about: 'who decides; otherwise the user of this machine' } as const;
const reasonOption = { type: 'string', value: '<words>', about: 'why, for the record and for the client' } as const;

function tokenIn(input: Input): string {
  const id = parseToken(input.words[0]!);
  if (id === undefined) throw misuse('the application is named by its token');
  return id;
}

export const applicationsShowAll: Command = {
  name: ['applications', 'list'],
  takes: '',
  wordCount: [0, 0],
  summary: 'applications that wait for an underwriter, the oldest first',
  help: 'Each with its company, its risk and what the checks found. Another state can be asked for.',
  options: {
    instance: instanceOption,
    status: { type: 'string', value: '<status>', about: `${applicationStatuses.join(', ')} (in_review)` },
    limit: { type: 'string', value: '<n>', about: 'at most so many (100)' },
  },
  async run(input) {
    const status = applicationStatuses.find((each) => each === (input.text('status') ?? 'in_review'));
    if (status === undefined) throw misuse(`--status is one of: ${applicationStatuses.join(', ')}`);
    const limit = input.number('limit', 1, 10_000) ?? 100;
    const found = await withInstance(input, ({ database, vault }, instance) =>
      waitingApplications({ tx: database, vault, instance }, status, limit),
    );
    print(input, found, found.map(line).join('\n') || `no applications in ${status}`);
    return 0;
  },
};

function line({ token, company, risk, checks }: Application): string {
  const open = checks.filter(({ status }) => status !== 'passed').map(({ type, reason }) => `${type} ${reason ?? ''}`);
  return [token, company.legal_name ?? '-', risk === null ? 'no score' : `risk ${risk.score}`, ...open].join('  ');
}

export const applicationsShow: Command = {
  name: ['applications', 'show'],
  takes: '<application>',
  wordCount: [1, 1],
  summary: 'one application, with what underwriters did with it',
  help: 'The whole record as application_details answers it, and the reviews: who did what, when and why.',
  options: { instance: instanceOption },
  async run(input) {
    const id = tokenIn(input);
    const found = await withInstance(input, async ({ database, vault }, instance) => {
      const dossier = await readDossier(database, instance, id);
      if (dossier === undefined) throw new CliError(`there is no application ${id}`);
      const reviews = await reviewsOf(database, instance, id);
      return { ...shownApplication({ vault, instance }, dossier), reviews };
    });
    print(input, found, JSON.stringify(found, null, 1));
    return 0;
  },
};

export const applicationsAssign = reviewing({
  name: 'assign',
  summary: 'give an application in review to an underwriter',
  options: { to: { type: 'string', value: '<name>', about: 'to whom; otherwise to yourself' } },
  work: (desk, id, input) => assign(desk, id, input.text('to') ?? desk.by),
});

export const applicationsApprove = reviewing({
  name: 'approve',
  summary: 'approve an application in review; from a high risk on two people have to',
  options: { reason: reasonOption },
  work: (desk, id, input) => approve(desk, id, input.text('reason') ?? null),
});

export const applicationsDecline = reviewing({
  name: 'decline',
  summary: 'decline an application in review',
  options: { reason: reasonOption },
  work: (desk, id, input) => {
    const reason = input.text('reason')?.trim();
    if (!reason) throw misuse('--reason is needed');
    return decline(desk, id, reason);
  },
});

export const applicationsRequestInfo = reviewing({
  name: 'request-info',
  summary: 'send an application in review back to its client',
  options: {
    reason: reasonOption,
    fields: { type: 'string', value: '<names>', about: 'what is asked for, parted by commas: company.website,members' },
  },
  work: (desk, id, input) => {
    const fields = (input.text('fields') ?? '').split(',').filter((field) => field !== '');
    return requestInformation(desk, id, fields, input.text('reason') ?? null);
  },
});

/** A step of an underwriter: one transaction of the instance, done in the name of whoever decides. */
function reviewing({
  name,
  summary,
  options,
  work,
}: {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  work(desk: Desk, id: string, input: Input): Promise<Change>;
}): Command {
  return {
    name: ['applications', name],
    takes: '<application>',
    wordCount: [1, 1],
    summary,
    help: 'What was done is kept with its reason, and the webhooks of it are sent. Prints the application as it is then.',
    options: { instance: instanceOption, by, ...options },
    async run(input) {
      const id = tokenIn(input);
      const actor = input.text('by') ?? userInfo().username;
      const done = await withInstance(input, async (books, instance) => {
        const { vault, config } = books;
        const at = { instance, vault, environment: config.environment, by: actor };
        const changed = await openWork(books)(instance, `applications ${name}`, (context) =>
          work({ ...at, ...context }, id, input),
        );
        return isRefused(changed) ? changed : shownApplication(at, changed);
      });
      if (isRefused(done))
        throw new CliError(done.refused.code === 11002 ? `there is no application ${id}` : why(done));
      print(input, done, `${done.token} is ${done.status}`);
      return 0;
    },
  };
}

function why({ data }: { readonly data?: unknown }): string {
  const { errors } = data as { errors: { field: string; message: string }[] };
  return errors.map(({ field, message }) => `${field} ${message}`).join('; ');
}
