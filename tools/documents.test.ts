import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { houseAccounts, postings } from '../server/domains/ledger/chart.ts';

const root = dirname(import.meta.dirname);
const document = (path: string) => readFileSync(join(root, path), 'utf8');

/** The rows of the first Markdown table whose head begins with some cells, without the backticks. */
function table(markdown: string, head: string): string[][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  assert.notEqual(start, -1, `no table | ${head} |`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, start + length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

test('the chart of accounts in the documents is the one in the code', () => {
  const ledger = document('docs/ledger.md');
  assert.deepEqual(table(ledger, 'account | what it holds'), Object.entries(houseAccounts));
  assert.deepEqual(
    table(ledger, 'code | debit | credit | note'),
    postings.map(({ code, debit, credit, note }) => [code, debit, credit, note]),
  );
});

test('the floors in the documents are those that tidy checks', () => {
  const [, list = ''] = /const floors = \[([^\]]*)\]/.exec(document('tools/tidy/imports.ts')) ?? [];
  const floors = [...list.matchAll(/'(\w+)'/g)].map((match) => match[1]);
  assert.deepEqual(
    table(document('ARCHITECTURE.md'), 'floor | what it knows').map(([floor]) => floor),
    floors.toReversed(),
  );
});

test('the worked example adds up', () => {
  const ledger = document('docs/ledger.md');
  const posted = new Map<string, number>(Object.entries({ A: 10_000, B: 0, 'fee-income': 500 }));
  for (const [, amount, debit = '', debitAfter, credit = '', creditAfter] of table(ledger, 'no | amount | debit')) {
    posted.set(debit, (posted.get(debit) ?? 0) - Number(amount));
    posted.set(credit, (posted.get(credit) ?? 0) + Number(amount));
    assert.equal(debitAfter?.split(', ')[1], String(posted.get(debit)));
    assert.equal(creditAfter?.split(', ')[1], String(posted.get(credit)));
  }
  assert.deepEqual(Object.fromEntries(posted), { A: 8756, B: 1234, 'fee-income': 510 });
});

test('the signing vectors in the documents hold', () => {
  const signing = document('docs/guides/signing.md');
  const key = '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10';
  const rows = table(signing, 'call | hash');
  const texts = ['cards_list', 'transfer_create{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}'];
  const hashes = texts.map((end) =>
    createHmac('sha256', 'sandbox-secret-please-rotate').update(`${key}1795169730${end}`).digest('hex'),
  );
  assert.deepEqual(
    rows.map((row) => row[1]),
    hashes,
  );
});

const missing = ['openssl', 'curl'].filter((tool) => spawnSync(tool, ['version']).error !== undefined);

test('the script in the README signs a call as printed', {
  skip: missing.length > 0 && `needs ${missing.join(' and ')}`,
}, async () => {
  const script = /A first signed call[\s\S]*?```sh\n([\s\S]*?)```/.exec(document('README.md'))?.[1] ?? '';
  assert.ok(script.trim().split('\n').length <= 10);
  const secret = 'a "secret" with blanks';
  const server = createServer(async (request, response) => response.end(await verdict(request, secret)));
  const folder = mkdtempSync(join(tmpdir(), 'openemi-readme-'));
  try {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    mkdirSync(join(folder, '.openemi'));
    const sandbox = JSON.stringify({ base_url, api_key: 'key', secret_key: secret });
    writeFileSync(join(folder, '.openemi/sandbox.json'), sandbox);
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder });
    assert.equal(stdout, 'POST /v2/users signed');
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

/** Checks a call of the README as the specification says, without the bank's own code. */
async function verdict(request: IncomingMessage, secret: string): Promise<string> {
  const body = await text(request);
  const signed = `key${request.headers['x-timestamp']}user_create${JSON.stringify(JSON.parse(body))}`;
  const right = request.headers['x-hash'] === createHmac('sha256', secret).update(signed).digest('hex');
  return `${request.method} ${request.url} ${right ? 'signed' : 'not signed'}`;
}
