import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../server/prove/server-process.ts';
import { type TestDatabase, testDatabase } from '../server/test/database.ts';
import { commandsOf, runGuide } from '../server/test/guide.ts';
import { installSdk } from '../server/test/installed-sdk.ts';
import { type ServerProcess, startServer } from '../server/test/server-process.ts';

/* Every page with code that runs, against a real server: as a reader would in the project's folder, `npm start` done. */

const root = dirname(import.meta.dirname);
const pages = [...globSync('docs/guides/*.md', { cwd: root }).sort(), 'docs/quick-start.md'];

let folder: string;
let project: string;
let database: TestDatabase;
let server: ServerProcess;
let env: Record<string, string>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openemi-guides-'));
  [{ project }, database] = await Promise.all([installSdk(folder), testDatabase()]);
  symlinkSync(join(root, 'examples'), join(project, 'examples'));
  const data = join(project, '.openemi');
  server = await startServer({ data, port: await freePort(), databaseUrl: database.url });
  const { NODE_COMPILE_CACHE = '' } = process.env;
  env = { HOME: folder, DATABASE_URL: database.url, OPENEMI_DATA: data, NODE_COMPILE_CACHE };
});
after(async () => {
  await server.end('SIGTERM');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

for (const path of pages) {
  const page = readFileSync(join(root, path), 'utf8');
  if (!/^```\w+ run$/m.test(page)) continue;
  const missing = [...commandsOf(page), 'curl', 'openssl'].filter(
    (command) => page.includes(command) && spawnSync(command, ['--version']).error !== undefined,
  );
  test(`the code of ${path} runs as printed`, {
    skip: missing.length > 0 && `needs ${missing.join(' and ')}`,
    timeout: 180_000,
  }, async () => {
    assert.match(await runGuide(page, { folder: project, env, port: await freePort() }), /-- line/);
  });
}

test('a block that fails fails its page, and variables live from block to block', async () => {
  const options = { folder: project, env, port: 1 };
  const good = await runGuide('```sh run\nname=Ada\n```\n\n```sh run\necho "hello $name 9090"\n```\n', options);
  assert.match(good, /hello Ada 1\n/);
  await assert.rejects(
    runGuide('# Page\n\n```ts run\nthrow new Error("no");\n```\n', options),
    /-- line 3\n[\s\S]*Error: no/,
  );
});
