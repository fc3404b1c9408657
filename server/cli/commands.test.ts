import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helpOf, overview, parseInput } from './command.ts';
import { commands, overviewFor } from './commands.ts';

test('every command has a name of its own, one line for the overview, and help that fits a terminal', () => {
  const names = commands.map(({ name }) => name.join(' '));
  assert.equal(new Set(names).size, names.length);
  for (const command of commands) {
    const help = helpOf(command);
    assert.match(help, /^usage: openemi \S+/);
    assert.ok(help.includes('--json') && help.includes('--help'), command.name.join(' '));
    assert.ok(command.summary.length <= 90 && !/^[A-Z]|[.\n]/.test(command.summary), command.summary);
    for (const line of command.help.split('\n')) assert.ok(line.length <= 130, line);
    for (const option of Object.keys(command.options)) assert.ok(help.includes(`--${option}`), option);
  }
  assert.equal(overview(commands).split('\n').length, commands.length + 4);
});

test('every command takes --help and --json without its words, and names what it does not know', () => {
  for (const command of commands) {
    const words = Array.from({ length: command.wordCount[0] }, () => 'x');
    assert.equal(parseInput(command, ['--help']).flag('help'), true);
    assert.equal(parseInput(command, [...words, '--json']).json, true);
    assert.throws(() => parseInput(command, [...words, '--jsn']), /there is no option --jsn: did you mean --json/);
  }
});

test('words that are no command show what there is, or name what is near', () => {
  assert.equal(overviewFor([]), overview(commands));
  assert.equal(overviewFor(['--help']), overview(commands));
  assert.match(overviewFor(['keys', '--help']), /keys create[\s\S]*keys rotate/);
  assert.doesNotMatch(overviewFor(['keys', '--help']), /ledger/);
  assert.throws(() => overviewFor(['keys']), /there is no command keys: keys create, keys rotate$/);
  assert.throws(() => overviewFor(['ledger', 'verfy']), /: did you mean ledger verify\?$/);
  assert.throws(() => overviewFor(['fly', '--help']), /there is no command fly: openemi --help lists them$/);
});
