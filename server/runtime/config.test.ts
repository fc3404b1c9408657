import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'openemi-config-'));
after(() => rmSync(folder, { recursive: true }));

test('an empty environment is a sandbox on this machine, with a master key made once', () => {
  const config = readConfig({}, folder);
  const { masterKeys, ...rest } = config;
  assert.deepEqual(rest, {
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
    data: join(folder, '.openemi'),
    environment: 'sandbox',
    sftpPort: undefined,
    processes: 1,
    rails: undefined,
    rootPath: '',
    schemas: undefined,
    modulusTable: undefined,
    objectStore: undefined,
    smtpUrl: undefined,
    underwritingEmail: undefined,
  });
  assert.deepEqual(readConfig({}, folder).masterKeys, masterKeys);
  assert.equal(statSync(join(folder, '.openemi/master.key')).mode & 0o777, 0o600);
});

test('what does not fit is told in one line that names the variable', () => {
  const production = { OPENEMI_ENVIRONMENT: 'production', DATABASE_URL: 'postgres://x/y' };
  for (const [name, env] of [
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '65536' }],
    ['OPENEMI_PROCESSES', { OPENEMI_PROCESSES: '0' }],
    ['OPENEMI_ENVIRONMENT', { OPENEMI_ENVIRONMENT: 'prod' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { OPENEMI_ENVIRONMENT: 'production' }],
    ['OPENEMI_MASTER_KEY', production],
    ['OPENEMI_MASTER_KEY', { ...production, OPENEMI_MASTER_KEY: 'secret' }],
    ['OPENEMI_ROOT_PATH', { OPENEMI_ROOT_PATH: 'bank' }],
    ['OPENEMI_DATA', { OPENEMI_DATA: '/dev/null/x' }],
    ['OPENEMI_UNDERWRITING_EMAIL', { OPENEMI_UNDERWRITING_EMAIL: 'underwriting' }],
    ['OPENEMI_MODULUS_TABLE', { OPENEMI_MODULUS_TABLE: '/nowhere' }],
  ] as const) {
    assert.throws(
      () => readConfig(env, folder),
      (error) => error instanceof ConfigError && error.message.startsWith(name) && !error.message.includes('\n'),
      name,
    );
  }
});

test('what fits is taken', () => {
  const key = 'a'.repeat(64);
  const config = readConfig(
    {
      PORT: '0',
      OPENEMI_ROOT_PATH: '/bank/',
      OPENEMI_ENVIRONMENT: 'production',
      DATABASE_URL: 'postgresql://x/y',
      OPENEMI_MASTER_KEY: key,
    },
    folder,
  );
  assert.equal(config.port, 0);
  assert.equal(config.rootPath, '/bank');
  assert.deepEqual(config.masterKeys, [Buffer.from(key, 'hex')]);
});
