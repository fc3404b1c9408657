import ssh2 from 'ssh2';
import { allowKey } from '../domains/intake/service.ts';
import { instanceOption, readText, withInstance } from './books.ts';
import { CliError, type Command, print } from './command.ts';

export const sftpAllow: Command = {
  name: ['sftp', 'allow'],
  takes: '<public key file>',
  wordCount: [1, 1],
  summary: 'let a partner come to its folders with an SSH key',
  help: [
    'The file holds one public key as ssh-keygen writes it (.pub). Prints the user name with which the partner comes.',
    'A partner may have several keys. docs/manual-onboarding.md says what lies in the folders.',
  ].join('\n'),
  options: { instance: instanceOption },
  async run(input) {
    const text = readText(input.path(input.words[0]!)).trim();
    const key = ssh2.utils.parseKey(text);
    if (key instanceof Error || key.isPrivateKey()) throw new CliError('the file holds no public SSH key');
    const instance = await withInstance(input, async ({ database }, id) => {
      await allowKey(database, id, text, new Date());
      return id;
    });
    print(input, { username: instance }, `the user name is ${instance}`);
    return 0;
  },
};
