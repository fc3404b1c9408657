import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { operatorOf, runCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;
let folder: string;

before(async () => {
  t = await openTestBank();
  folder = mkdtempSync(join(tmpdir(), 'openemi-lists-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

const operate = (...words: string[]) => runCli(words, { ...operatorOf(t), INIT_CWD: folder });
const testdata = join(import.meta.dirname, '..', 'domains', 'screening', 'testdata');

test('lists load: what is added counts at once in a running server; lists show tells who and when', async () => {
  const body = { first_name: 'Ottokar', last_name: 'Brzezinka' };
  assert.equal((await t.call('aml_check', { body })).code, 0);
  const entity =
    '<INDIVIDUAL><DATAID>9</DATAID><FIRST_NAME>OTTOKAR</FIRST_NAME><SECOND_NAME>BRZEZINKA</SECOND_NAME></INDIVIDUAL>';
  const list = readFileSync(join(testdata, 'un.xml'), 'utf8').replace('</INDIVIDUALS>', `${entity}</INDIVIDUALS>`);
  writeFileSync(join(folder, 'consolidated.xml'), list);
  const loaded = await operate('lists', 'load', 'consolidated.xml', '--by', 'Ines');
  assert.equal(loaded.code, 0, loaded.stderr);
  const { list: code, added, removed, loadedBy } = JSON.parse(loaded.stdout);
  assert.deepEqual([code, added, removed, loadedBy], ['UN-SC', 1, 0, 'Ines']);
  assert.equal((await t.call('aml_check', { body })).code, 18001);
  const shown = JSON.parse((await operate('lists', 'show')).stdout);
  assert.deepEqual(
    shown.map((each: { list: string; loadedBy: string }) => [each.list, each.loadedBy]),
    [
      ['EU-FSF', 'sandbox'],
      ['OFAC-SDN', 'sandbox'],
      ['UK-SL', 'sandbox'],
      ['UN-SC', 'Ines'],
    ],
  );
});

test('lists load: a file that is none is one line, and nothing is loaded', async () => {
  writeFileSync(join(folder, 'half.xml'), readFileSync(join(testdata, 'un.xml')).subarray(0, 3000));
  writeFileSync(join(folder, 'sdn.csv'), readFileSync(join(testdata, 'sdn.csv')));
  for (const [name, line] of [
    ['half.xml', /^openemi: half\.xml is not well-formed XML: .*\n$/],
    ['sdn.csv', /^openemi: alt\.csv must stand beside sdn\.csv: .*\n$/],
    ['absent.xml', /^openemi: cannot read .*absent\.xml: ENOENT\n$/],
  ] as const) {
    const { code, stderr } = await operate('lists', 'load', name);
    assert.equal(code, 1);
    assert.match(stderr, line);
  }
});

test('screening cases, clear and confirm: the operator decides, with a reason', async () => {
  const { data: one } = await t.call('aml_check', { body: { first_name: 'Zorana', last_name: 'Velkovich' } });
  const { data: other } = await t.call('aml_check', { body: { first_name: 'Ann', last_name: 'Sanction' } });
  const cases = JSON.parse((await operate('screening', 'cases')).stdout).map(({ id }: { id: string }) => id);
  assert.ok(cases.includes(one.token) && cases.includes(other.token));
  assert.match((await operate('screening', 'clear', one.token)).stderr, /--reason is needed/);
  const cleared = await operate('screening', 'clear', one.token, '--reason', 'A namesake', '--by', 'Ines');
  assert.equal(cleared.code, 0, cleared.stderr);
  const { status, decidedBy, reason } = JSON.parse(cleared.stdout);
  assert.deepEqual([status, decidedBy, reason], ['cleared', 'Ines', 'A namesake']);
  assert.equal((await operate('screening', 'confirm', other.token, '--reason', 'It is her')).code, 0);
  const twice = await operate('screening', 'confirm', one.token, '--reason', 'Or not');
  assert.match(twice.stderr, /is decided already/);
  assert.match(
    (await operate('screening', 'clear', t.sandbox.first.merchant, '--reason', 'x')).stderr,
    /there is no case/,
  );
  const { data } = await t.call('events_list', { params: { page: 1, limit: 10 } });
  const [told] = data.items.filter(({ action }: { action: string }) => action === 'AML.CLEARED');
  assert.deepEqual([told.payload.aml, told.payload.reason], [one.token, 'A namesake']);
});

test('screening policy: a stricter threshold and a shorter life', async () => {
  const set = await operate('screening', 'policy', '--threshold', '95', '--days', '7');
  assert.deepEqual(JSON.parse(set.stdout), { threshold: 95, validDays: 7 });
  const near = { first_name: 'Zorana', last_name: 'Velkovic' };
  const { code, data } = await t.call('aml_check', { body: { ...near, nationality: 'FR' } });
  assert.equal(code, 0);
  assert.equal(Date.parse(data.expires_at) - Date.parse(data.checked_at), 7 * 86_400_000);
  await operate('screening', 'policy', '--threshold', '60');
  assert.equal((await t.call('aml_check', { body: near })).code, 18001);
});
