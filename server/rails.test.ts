import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openRails } from './rails.ts';
import { ConfigError } from './runtime/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'rails-'));
after(() => rmSync(folder, { recursive: true }));

function fileOf(content: unknown): string {
  const file = join(folder, 'rails.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const settings = { bic: 'OEMIBGSF', folder: 'messages', banks: { DE37040044: 'COBADEFF' } };

test('without a file nothing is connected', async () => {
  const rails = openRails(undefined, undefined);
  assert.deepEqual(rails.ports, []);
  assert.equal(await rails.listen(), undefined);
});

test('with one the rails are bound, and the scheme’s requests are taken where it says', async () => {
  const rails = openRails(fileOf({ ...settings, instant_listen: { host: '127.0.0.1', port: 0 } }), undefined);
  assert.deepEqual(
    rails.ports.map(({ port }) => port),
    ['payment-rails'],
  );
  const server = await rails.listen();
  const url = `http://127.0.0.1:${(server!.address() as AddressInfo).port}/`;
  assert.equal((await fetch(url)).status, 405);
  assert.equal((await fetch(url, { method: 'POST', body: 'no XML' })).status, 400);
  server!.close();
});

test('a file that does not fit is named with its place', () => {
  const { bic: _, ...incomplete } = settings;
  for (const [content, words] of [
    ['{', /OPENEMI_RAILS/],
    [incomplete, /bic/],
    [{ ...settings, bic: 'bic' }, /\/bic/],
    [{ ...settings, colour: 'red' }, /OPENEMI_RAILS/],
  ] as const) {
    assert.throws(
      () => openRails(fileOf(content), undefined),
      (error: Error) => error instanceof ConfigError && words.test(error.message),
    );
  }
});
