import { userInfo } from 'node:os';
import { approveQueue, returnExpired } from '../domains/suspense/service.ts';
import { parseToken } from '../kernel/ids.ts';
import { instanceOption, openWork, withInstance } from './books.ts';
import { CliError, type Command, misuse, print } from './command.ts';

const by = { type: 'string', value: '<name>', about: 'who decides; otherwise the user of this machine' } as const;

export const instancesApproveQueue: Command = {
  name: ['instances', 'approve-queue'],
  takes: '',
  wordCount: [0, 0],
  summary: 'record that a partner may queue incoming transfers for review, or may no more',
  help: [
    "Before the suspense queue is turned on, the partner's compliance and fraud monitoring is approved and the agreements",
    'are signed: say where that is written with --note. From then on incoming transfers by SCT, SEPA Instant and Faster',
    'Payments wait for the partner, under every program that has the queue. What waits already stays as it is.',
  ].join('\n'),
  options: {
    instance: instanceOption,
    note: { type: 'string', value: '<words>', about: 'where the approval is written down (needed)' },
    by,
    revoke: { type: 'boolean', about: 'turn the queue off' },
  },
  async run(input) {
    const note = input.text('note')?.trim();
    if (!note) throw misuse('--note is needed');
    const enabled = !input.flag('revoke');
    const approval = { enabled, by: input.text('by') ?? userInfo().username, note, at: new Date() };
    const instance = await withInstance(input, async ({ database }, chosen) => {
      await database.transaction((tx) => approveQueue(tx, chosen, approval));
      return chosen;
    });
    print(input, { instance, ...approval }, `the queue of ${instance} is ${enabled ? 'on' : 'off'}`);
    return 0;
  },
};

export const queueReturnExpired: Command = {
  name: ['queue', 'return'],
  takes: '<record>',
  wordCount: [1, 1],
  summary: 'send an incoming transfer back that nobody decided in ten business days',
  help: 'The record has expired. It goes back to its sender as one that the partner declined does, with the reason MS03.',
  options: { instance: instanceOption, by },
  async run(input) {
    const id = parseToken(input.words[0]!);
    if (id === undefined) throw misuse('the record is named by its token');
    const actor = input.text('by') ?? userInfo().username;
    const record = await withInstance(input, (books, instance) =>
      openWork(books)(instance, id, (context) => returnExpired(context, instance, id, actor)),
    );
    if (record === undefined) throw new CliError(`there is no expired record ${id}`);
    print(input, record, `${id} is ${record.status}`);
    return 0;
  },
};
