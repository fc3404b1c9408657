import { CliError, helpOf, misuse, overview, parseInput } from './cli/command.ts';
import { commands } from './cli/commands.ts';
import { suggestion } from './cli/nearest.ts';
import { ConfigError } from './runtime/config.ts';

async function main(words: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.every((word, index) => words[index] === word));
  if (command === undefined) return withoutCommand(words);
  const input = parseInput(command, words.slice(command.name.length));
  if (input.flag('help')) {
    console.log(helpOf(command));
    return 0;
  }
  return command.run(input);
}

/** Words that are no command: a wish for help, the first word of some commands, or a mistake. */
function withoutCommand(words: readonly string[]): number {
  const isHelp = (word: string) => word === '--help' || word === 'help';
  const said = words.filter((word) => !isHelp(word));
  const group = commands.filter(({ name }) => name.length > 1 && name[0] === said[0]);
  const asked = said.length < words.length;
  if (said.length > 0 && !(asked && group.length > 0)) {
    const near = group.length > 0 ? group : commands;
    const known = near.map(({ name }) => name.join(' '));
    const otherwise = group.length > 0 ? known.join(', ') : 'openemi --help lists them';
    throw misuse(`there is no command ${said.join(' ')}${suggestion(said.slice(0, 2).join(' '), known, otherwise)}`);
  }
  console.log(overview(group.length > 0 ? group : commands));
  return asked ? 0 : 2;
}

/** One line for what the user can change; a fault of ours is shown whole. */
function fail(error: unknown): number {
  const isPlain = error instanceof CliError || error instanceof ConfigError;
  console.error(isPlain ? `openemi: ${error.message}` : error);
  return error instanceof CliError ? error.exitCode : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch(fail);
