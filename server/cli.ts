import { callCommand, simulateCommand } from './cli/call.ts';
import { CliError, type Command, helpOf, misuse, overview, parseInput } from './cli/command.ts';
import { ledgerVerify } from './cli/ledger-verify.ts';
import { migrateCommand } from './cli/migrate.ts';
import { ConfigError } from './runtime/config.ts';

const commands: readonly Command[] = [callCommand, simulateCommand, migrateCommand, ledgerVerify];

async function main(words: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.every((word, index) => words[index] === word));
  if (command === undefined) {
    const asked = words.length > 0 && words.every((word) => ['--help', '-h', 'help'].includes(word));
    if (!asked && words.length > 0 && !words.includes('--help')) {
      throw misuse(`there is no command ${words.join(' ')}: openemi --help lists them`);
    }
    console.log(overview(commands));
    return asked || words.includes('--help') ? 0 : 2;
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
