import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedFiles, staleFiles } from './generate.ts';
import { source } from './tidy/source.ts';
import { tidy } from './tidy.ts';

/** The rules that object to some files, except those about dead code unless asked for, as `file:line rule`. */
function found(files: Readonly<Record<string, string>>, rule: string): string[] {
  return tidy(Object.entries(files).map(([path, text]) => source(path, text)))
    .filter((finding) => finding.rule === rule)
    .map((finding) => `${finding.file}:${finding.line}`);
}

const head = '-- @distribute shop.items by instance_id\ncreate table shop.items (\n  instance_id uuid not null,\n';
const shop = `create schema shop;\n${head}  item_id uuid not null,\n  primary key (instance_id, item_id)\n);\n`;
const heads =
  '-- @distribute shop.heads by instance_id\ncreate table shop.heads (\n  instance_id uuid not null,\n  primary key (instance_id)\n);';
const migration = 'server/migrations/0001-shop.sql';
const store = 'server/domains/accounts/store.ts';
const half = (first: string, second: string) => first + second;

/** One bad sample for each rule: the files, and where the rule has to point. Each has a good twin beside the bad line. */
const samples: readonly [rule: string, files: Record<string, string>, at: readonly string[]][] = [
  [
    'file-length',
    {
      'server/a.ts': 'a;\n'.repeat(401),
      'server/b.ts': 'a;\n'.repeat(400),
      'sdk/generated/c.ts': 'a;\n'.repeat(401),
    },
    ['server/a.ts:401'],
  ],
  [
    'function-length',
    {
      'server/a.ts': `function a(\n  b: string,\n): void {\n${'  b;\n'.repeat(57)}}\n`,
      'server/b.ts': `function a(\n  b: string,\n): void {\n${'  b;\n'.repeat(56)}}\n`,
      'server/c.ts': `const a = {\n  b: async (c) => {\n${'    c;\n'.repeat(59)}  },\n};\n`,
      'server/d.ts': `if (\n  b\n) {\n${'  b;\n'.repeat(70)}}\n`,
    },
    ['server/a.ts:1', 'server/c.ts:2'],
  ],
  [
    'file-name',
    {
      'server/runtime/FileName.ts': '',
      'server/runtime/utils/a.ts': '',
      'server/domains/accounts/manager.ts': '',
      'server/domains/accounts/rules.ts': '',
    },
    ['server/domains/accounts/manager.ts:1', 'server/runtime/FileName.ts:1', 'server/runtime/utils/a.ts:1'],
  ],
  [
    'operation-file-name',
    {
      'server/domains/accounts/operations/account-create.ts': "operation({\n  name: 'account_open',\n});",
      'server/domains/accounts/operations/account-close.ts': "operation({\n  name: 'account_close',\n});",
    },
    ['server/domains/accounts/operations/account-create.ts:1'],
  ],
  ['no-default-export', { 'server/a.ts': 'export const a = 1;\nexport default a;' }, ['server/a.ts:2']],
  [
    'no-barrel',
    {
      'server/a.ts': "export * from './b.ts';\nexport { c } from './b.ts';\n// export * from './b.ts';",
      'sdk/index.ts': "export { c } from './b.ts';",
    },
    ['server/a.ts:1', 'server/a.ts:2'],
  ],
  [
    'no-focused-test',
    { 'server/a.test.ts': half('test.on', "ly('a');\ntest('b', { sk") + half('ip: ', "true });\ntest('c');") },
    ['server/a.test.ts:1', 'server/a.test.ts:2'],
  ],
  ['no-constraint-name', { 'server/a.ts': 'if (error.constraint === a) {\n}' }, ['server/a.ts:1']],
  ['no-reminder', { 'docs/a.md': `fine\n${half('TO', 'DO')}: more` }, ['docs/a.md:2']],
  [
    'no-workplace',
    {
      'server/a.ts': `const a = '${half('/wo', 'rk/main')}';\nconst b = '${half('./wo', 'rk/a')}';`,
      'docs/a.md': half('/tm', 'p/x'),
      'package-lock.json': `"resolved": "https://mirror.example/a.tgz",\n"resolved": "https://registry${'.npmjs'}.org/a.tgz"`,
    },
    ['docs/a.md:1', 'package-lock.json:1', 'server/a.ts:1'],
  ],
  [
    'no-dead-link',
    {
      'docs/a.md': '[b](b.md), [up](../README.md#x),\n[far](https://example.com), [c](c.md)',
      'docs/b.md': '',
      'README.md': '[docs](docs/)',
    },
    ['docs/a.md:2'],
  ],
  [
    'import-direction',
    {
      'server/kernel/a.ts': "import { a } from '../runtime/a.ts';",
      'server/runtime/a.ts':
        "import type { a } from '../domains/keys/service.ts';\nimport { b } from '../kernel/b.ts';",
      'server/domains/keys/service.ts':
        "import { a } from '../transfers/service.ts';\nimport { b } from '../ledger/store.ts';",
      'server/domains/accounts/service.ts':
        "import { a } from '../ledger/service.ts';\nimport { b } from '../../ports/sms/port.ts';",
      'server/domains/accounts/rules.ts': "import {\n  a,\n} from '../../ports/sms/sandbox/a.ts';",
      'server/contract/a.ts': "import { a } from '../test/a.ts';",
      'server/main.ts': "import { a } from './runtime/a.ts';\nimport { b } from '../tools/b.ts';",
      'sdk/a.ts': "import { a } from './b.ts';\nimport { b } from '../server/kernel/b.ts';",
    },
    [
      'server/contract/a.ts:1',
      'server/domains/accounts/rules.ts:1',
      'server/domains/keys/service.ts:1',
      'server/domains/keys/service.ts:2',
      'server/kernel/a.ts:1',
      'server/main.ts:2',
      'server/runtime/a.ts:1',
      'sdk/a.ts:2',
    ],
  ],
  [
    'no-dead-file',
    {
      'tools/launch.mjs': "const entries = { start: 'server/main.ts' };",
      'server/main.ts': "import { a } from './kernel/a.ts';",
      'server/kernel/a.ts': "const worker = new URL('./w.ts', import.meta.url);",
      'server/kernel/w.ts': '',
      'server/kernel/b.ts': '',
      'server/kernel/b.test.ts': "import { b } from './b.ts';",
    },
    ['server/kernel/b.ts:1'],
  ],
  [
    'no-dead-export',
    {
      'server/kernel/a.ts': 'export const a = 1;\nexport function b() {}\nexport interface C {}\nexport type D = C;',
      'server/main.ts': "import { a, type E } from './kernel/a.ts';",
    },
    ['server/kernel/a.ts:2', 'server/kernel/a.ts:4'],
  ],
  [
    'distribute-mark',
    {
      [migration]: `${shop}create table shop.bare (instance_id uuid primary key);\n-- @distribute shop.codes by code\ncreate table shop.codes (code text primary key);`,
    },
    [`${migration}:8`, `${migration}:10`],
  ],
  [
    'instance-first',
    {
      [migration]: [
        `${head}  item_id uuid primary key,\n  unique (code, instance_id),\n  check (price in (1, 2))\n);`,
        'create index on shop.items (code);\ncreate index items_code on shop.items (instance_id, code);',
      ].join('\n'),
      'server/migrations/0002-keys.sql':
        '-- @distribute keys.directory by api_key\ncreate table keys.directory (\n  api_key uuid primary key\n);',
    },
    [`${migration}:2`, `${migration}:2`, `${migration}:8`],
  ],
  [
    'portable-sql',
    {
      [migration]:
        'create trigger a before insert;\n-- now() in a comment\ncreate table a (b bigserial, c timestamptz default now());',
      [store]: 'db.query(`\n  update accounts.accounts\n  set at = clock_timestamp() where instance_id = $1`);',
    },
    [`${store}:3`, `${migration}:1`, `${migration}:3`, `${migration}:3`],
  ],
  [
    'foreign-key-in-schema',
    { [migration]: `${head}  foreign key (instance_id, a) references ledger.balances (instance_id, id)\n);` },
    [`${migration}:2`],
  ],
  [
    'instance-named',
    {
      [migration]: `${shop}create function shop.f(i uuid) returns void language plpgsql as $$\nbegin\n  update shop.items set a = 1 where instance_id = i;\n  delete from shop.items;\nend $$;\n${heads}`,
      [store]:
        "const a = 'select b from shop.items where item_id = $1';\nconst b = 'select b from shop.items where instance_id = $1';\nconst c = 'select instance_id from shop.heads';\nconst d = 'select instance_id from shop.heads for update';",
    },
    [`${store}:1`, `${store}:4`, `${migration}:11`],
  ],
  [
    'sql-in-store',
    {
      'server/domains/accounts/rules.ts':
        "const a = 'insert into accounts.accounts (instance_id) values ($1)';\nconst b = 'select one from the list';",
      [store]: "const a = 'insert into accounts.accounts (instance_id) values ($1)';",
      'server/domains/keys/service.ts': 'const a = `SELECT a\nFROM b`;',
    },
    ['server/domains/accounts/rules.ts:1', 'server/domains/accounts/rules.ts:2', 'server/domains/keys/service.ts:1'],
  ],
  [
    'own-schema',
    {
      [migration]: shop,
      [store]: "const a = 'select b from shop.items where instance_id = $1';\nconst c = 'select shop.f($1)';",
    },
    [`${store}:1`, `${store}:2`],
  ],
];

for (const [rule, files, at] of samples) {
  test(`tidy ${rule} points at the bad line and at nothing else`, () => {
    assert.deepEqual(found(files, rule).sort(), [...at].sort());
  });
}

test('comments, strings, templates and regular expressions are told from code', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is a script that holds templates
  const text = "const a = `x ${b ? `{y}` : '}'} z`; // `\nconst c = /[`'/]/.test(d) ? 'it\\'s' : e / f; /* ' */ g;";
  const { code, literals, uncommented } = source('server/a.ts', text);
  assert.deepEqual(literals.map((literal) => literal.text).sort(), ["it\\'s", 'x   z', '{y}', '}'].sort());
  assert.match(code, /g;$/);
  assert.doesNotMatch(code, /[xyz]/);
  assert.equal(code.length, text.length);
  assert.equal(uncommented.length, text.length);
});

test('a generated file that is missing or differs is stale', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openemi-generated-'));
  try {
    writeFileSync(join(folder, 'a.md'), 'same');
    writeFileSync(join(folder, 'b.md'), 'old');
    const files = new Map(Object.entries({ 'a.md': 'same', 'b.md': 'new', 'c.md': 'new' }));
    assert.deepEqual(staleFiles(files, folder), ['b.md', 'c.md']);
    assert.deepEqual([...generatedFiles([]).keys()].length, 7);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
