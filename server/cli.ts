import { CliError, helpOf, parseInput } from './cli/command.ts';
import { commands, isHelp, overviewFor } from './cli/commands.ts';
import { ConfigError } from './runtime/config.ts';

async function main(words: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.every((word, index) => words[index] === word));
  if (command === undefined) {
    const asked = words.some(isHelp);
    console.log(overviewFor(words));
    return asked ? 0 : 2;
  }
  const input = parseInput(command, words.slice(command.name.length));
  if (input.flag('help')) {
    console.log(helpOf(command));
    return 0;
  }
  return command.run(input);
}

/** One line for what the user can change; a fault of ours is shown whole. */
function fail(error: unknown): number {
  const isPlain = error instanceof CliError || error instanceof ConfigError;
  console.error(isPlain ? `openemi: ${error.message}` : error);
  return error instanceof CliError ? error.exitCode : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch(fail);
