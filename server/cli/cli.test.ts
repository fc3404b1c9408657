import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../prove/server-process.ts';
import { callerOf, type Environment, operatorOf, runCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';
import { callCommand, findOperation, simulateCommand } from './call.ts';
import { helpOf, parseInput } from './command.ts';

let t: TestBank;
let caller: Environment;

before(async () => {
  t = await openTestBank();
  caller = callerOf(t);
});
after(() => t.close());

/** The signature window follows the bank's clock, the command line the machine's. */
const call = (...words: string[]) => {
  t.clock.set(new Date());
  return runCli(words, caller);
};

test('help goes to standard output, wrong words are one line and exit code 2', async () => {
  const help = await runCli(['--help']);
  assert.deepEqual([help.code, help.stderr], [0, '']);
  assert.match(help.stdout, /ledger verify +check the whole ledger/);
  const wrong = await runCli(['call', 'fly']);
  assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /^openemi: there is no operation fly.*\n$/);
  const slip = await runCli(['lissten']);
  assert.deepEqual([slip.code, slip.stderr], [2, 'openemi: there is no command lissten: did you mean listen?\n']);
});

test('a command knows its words and options', async () => {
  assert.match(helpOf(callCommand), /^usage: openemi call <operation> \[json\] \[options\]\n/);
  assert.throws(() => parseInput(callCommand, []), /usage: openemi call/);
  assert.throws(() => parseInput(callCommand, ['a', 'b', 'c']), /usage: openemi call/);
  assert.throws(() => parseInput(callCommand, ['a', '--fly']), /there is no option --fly: --idempotency-key, /);
  assert.throws(() => parseInput(callCommand, ['a', '--idempotencykey', 'x']), /mean --idempotency-key\?/);
  assert.throws(() => findOperation('accounts'), /there is no operation accounts: account_create, /);
  assert.throws(() => findOperation('acount_create'), /: did you mean account_create\?$/);
  assert.throws(
    () => simulateCommand.run(parseInput(simulateCommand, ['acount-fund'])),
    /: did you mean account_fund\?$/,
  );
  const fields = (json: string) => callCommand.run(parseInput(callCommand, ['account_details', json]));
  await assert.rejects(fields('{'), /^Error: the fields are not JSON: .* at line 1, column 2: \{▸$/);
  await assert.rejects(fields('{"a":1,\n "b":1.2.3}'), / at line 2, column 9: {2}"b":1\.2▸\.3\}$/);
  await assert.rejects(callCommand.run(parseInput(callCommand, ['account_details', '[]'])), /one JSON object/);
});

test('call signs, sends and prints the answer as it came', async () => {
  const programs = await call('call', 'programs_list', '{"page":1,"limit":2}');
  assert.equal(programs.code, 0, programs.stderr);
  assert.equal(JSON.parse(programs.stdout).data.items.length, 2);
  const body = { program: 'EUR-BUSINESS', merchant: t.sandbox.first.merchant };
  const opened = await call('call', 'account_create', JSON.stringify(body), '--idempotency-key', 'once');
  const account = JSON.parse(opened.stdout).data;
  const again = await call('call', 'account_create', JSON.stringify(body), '--idempotency-key', 'once');
  assert.deepEqual([JSON.parse(again.stdout).data, again.stderr.includes('answered before')], [account, true]);
  const funded = await call('simulate', 'account-fund', JSON.stringify({ account: account.token, amount: 10.5 }));
  assert.equal(funded.code, 0, funded.stdout);
  const wanted = JSON.stringify({ account: account.token });
  const available = await call('call', 'account_details', wanted, '--pick', 'balances.0.available');
  assert.equal(available.stdout, '10.50\n');
  const none = await call('call', 'account_details', wanted, '--pick', 'balances.7.available');
  assert.match(none.stderr, /^openemi: the answer has no balances\.7\.available: /);
  const details = await call('call', 'account_details', wanted);
  assert.match(details.stdout, /:10\.50[,}]/);
});

test('a refusal is printed too, with exit code 1', async () => {
  const { code, stdout } = await call('call', 'program_details', '{"program":"NONE"}');
  assert.deepEqual([code, JSON.parse(stdout).code], [1, 11002]);
});

test('without a bank or a key, one line says what is missing', async () => {
  const dead = await runCli(['call', 'programs_list', '{"page":1,"limit":1}'], {
    ...caller,
    OPENEMI_URL: `http://127.0.0.1:${await freePort()}`,
  });
  assert.match(
    dead.stderr,
    /^openemi: cannot reach http:\/\/127\.0\.0\.1:\d+\/v2\/programs\/1\/1: ECONNREFUSED: .* npm start .*\n$/,
  );
  const empty = mkdtempSync(join(tmpdir(), 'openemi-cli-'));
  const none = await runCli(['call', 'programs_list', '{"page":1,"limit":1}'], { OPENEMI_DATA: empty });
  rmSync(empty, { recursive: true });
  assert.match(none.stderr, /^openemi: no key: start the sandbox.*\n$/);
});

test('ledger verify reports in JSON beside a running server, and fails when a row was changed', async () => {
  const sound = await runCli(['ledger', 'verify'], operatorOf(t));
  assert.equal(sound.code, 0, sound.stderr);
  const report = JSON.parse(sound.stdout);
  assert.deepEqual([report.ok, report.instances.length], [true, 2]);
  assert.equal(sound.stderr, '', 'no bar where nobody watches');
  const [row] = await t.bank.database.query<{ id: string }>(
    `update ledger.balances set posted = posted + 1 where kind = 'holder' and posted > 0 returning balance_id as id`,
  );
  const changed = await runCli(['ledger', 'verify'], operatorOf(t));
  await t.bank.database.query('update ledger.balances set posted = posted - 1 where balance_id = $1', [row!.id]);
  assert.equal(changed.code, 1);
  assert.ok(
    JSON.parse(changed.stdout).instances[0].problems.some((problem: { row: string }) => problem.row === row!.id),
  );
});

test('migrate says what it did, and what of the configuration does not fit', async () => {
  const bad = await runCli(['migrate'], { DATABASE_URL: 'mysql://x' });
  assert.match(bad.stderr, /^openemi: DATABASE_URL must be a PostgreSQL address.*\n$/);
  const again = await runCli(['migrate'], operatorOf(t));
  assert.deepEqual([again.code, JSON.parse(again.stdout)], [0, { applied: [] }]);
});
