import { lineAt } from './scan.ts';
import { type Finding, isScript, isTest, type Rule, type Source } from './source.ts';

/**
 * Rules about SQL, so that one schema runs on the embedded PostgreSQL, on any PostgreSQL, and sharded by instance:
 * each forbidden construct breaks or misleads on at least one of them.
 */

/** Tables that are looked up by something else than the instance, and by what. They are spread by that value. */
const directories: Readonly<Record<string, string>> = {
  'keys.directory': 'api_key',
  'accounts.ibans': 'iban',
  'accounts.sort_codes': 'account_number',
  'onboarding.mids': 'mid',
  'onboarding.tids': 'tid',
  'wires.network_ids': 'network_id',
  'wires.refusals': 'scheme_id',
  'screening.editions': 'edition',
  'screening.entries': 'list',
};

/** A piece of SQL and where it begins: a migration's statement, or a string in a script. */
interface Statement {
  readonly file: Source;
  readonly line: number;
  readonly text: string;
}

/** A `create table` of a migration with the mark above it. */
interface Table extends Statement {
  readonly name: string;
  readonly markedName: string | undefined;
  /** The column by which its rows are spread over shards. */
  readonly column: string | undefined;
}

const migrationPath = /^server\/migrations\/\d{4}-[a-z0-9-]+\.sql$/;

function migrations(sources: readonly Source[]): Source[] {
  return sources.filter(({ path }) => migrationPath.test(path));
}

/** The text with SQL comments blanked. */
function bare(text: string): string {
  return text.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));
}

/** Everything up to the parenthesis that closes the one at `open`. */
function inParentheses(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1);
}

function tables(sources: readonly Source[]): Table[] {
  return migrations(sources).flatMap((file) => {
    const text = bare(file.text);
    return [...text.matchAll(/create table (?:if not exists )?([\w.]+)[^;(]*\(/gi)].map((match) => {
      const line = lineAt(text, match.index);
      const mark = /^-- @distribute ([\w.]+) by (\w+)$/.exec(file.lines[line - 2] ?? '');
      const body = inParentheses(text, match.index + match[0].length - 1);
      return { file, line, text: body, name: match[1] ?? '', markedName: mark?.[1], column: mark?.[2] };
    });
  });
}

/** Every table says right above itself by which column it is spread over shards. */
export const distributeMark: Rule = (sources) =>
  tables(sources).flatMap((table) => {
    if (table.markedName !== table.name) {
      return [finding(table, 'distribute-mark', `write "-- @distribute ${table.name} by instance_id" right above it`)];
    }
    if (table.column === 'instance_id' || directories[table.name] === table.column) return [];
    return [
      finding(
        table,
        'distribute-mark',
        'only a directory may be spread by another column: list it in tools/tidy/sql.ts',
      ),
    ];
  });

/** The instance leads every key and index of a partner's table; a directory's keys hold the column that spreads it. */
export const instanceFirst: Rule = (sources) => {
  const all = tables(sources);
  const fits = (table: string, columns: readonly string[]) => {
    const directory = directories[table];
    return directory === undefined ? columns[0] === 'instance_id' : columns.includes(directory);
  };
  const inTables = all.flatMap((table) =>
    keysOf(table.text)
      .filter(({ columns }) => !fits(table.name, columns))
      .map(({ what }) => keyFinding(table, what, table.name)),
  );
  const inIndexes = indexes(sources)
    .filter(({ table, columns }) => !fits(table, columns))
    .map((index) => keyFinding(index, 'index', index.table));
  return [...inTables, ...inIndexes];
};

/** Primary, unique and foreign keys of a table's body, those written behind their column included. */
function keysOf(body: string): { what: string; columns: readonly string[] }[] {
  const listed = [...body.matchAll(/\b(primary key|unique|foreign key)(?: nulls not distinct)?\s*\(([^)]*)\)/gi)];
  const inline = [
    ...body.matchAll(
      /(?:^|,)\s*(?!primary|unique|foreign|check|constraint)(\w+)[^,()]*?\b(primary key|unique|references)\b(?!\s*\()/gi,
    ),
  ];
  return [
    ...listed.map((key) => ({ what: key[1] ?? '', columns: columnsIn(key[2] ?? '') })),
    ...inline.map((key) => ({ what: key[2] ?? '', columns: [key[1] ?? ''] })),
  ];
}

function columnsIn(list: string): readonly string[] {
  return list.split(',').map((column) => column.trim().split(/\s/)[0] ?? '');
}

function indexes(sources: readonly Source[]): (Statement & { table: string; columns: readonly string[] })[] {
  const pattern =
    /create (?:unique )?index (?:concurrently )?(?:if not exists )?\w* ?on (?:only )?([\w.]+)(?: using \w+)?\s*\(([^)]*)/gi;
  return migrations(sources).flatMap((file) => {
    const text = bare(file.text);
    return [...text.matchAll(pattern)].map((match) => ({
      file,
      line: lineAt(text, match.index),
      text: match[0],
      table: match[1] ?? '',
      columns: columnsIn(match[2] ?? ''),
    }));
  });
}

function keyFinding(place: Statement, what: string, table: string): Finding {
  const column = directories[table];
  const fix = column === undefined ? 'has to begin with instance_id' : `has to hold ${column}`;
  return finding(place, 'instance-first', `the ${what} of ${table} ${fix}`);
}

const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\bcreate (or replace )?(constraint )?trigger\b/i, 'no triggers: the posting function or the caller does it'],
  [
    /\b(big|small)?serial\b|\bgenerated (always|by default) as identity\b|\bnextval\s*\(|\bcreate sequence\b/i,
    'no sequences: ids are made by the application, numbers on the head row',
  ],
  [/\bmerge into\b/i, 'no MERGE: insert … on conflict'],
  [/\bcreate type\b[\s\S]*\bas enum\b/i, 'no enums: text and a check'],
  [/\bcreate domain\b/i, 'no domains: a type and a check'],
  [/\bexclude (using|\()/i, 'no EXCLUDE: a lock and a check'],
  [/\b(int4|int8|num|ts|tstz|date)(multi)?range\b/i, 'no range types: two columns'],
  [
    /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(|\bcurrent_(timestamp|date|time)\b/i,
    'no clock in SQL: pass the time in',
  ],
  [/\b(gen_random_uuid|uuidv7|uuidv4|uuid_generate_v\w+|random)\s*\(/i, 'no random values in SQL: newId() makes ids'],
  [/\bpg_(try_)?advisory_/i, 'no advisory locks: they hold on one node only; lock a row'],
  [/\blisten \w+|\bpg_notify\s*\(/i, 'no LISTEN/NOTIFY: poll'],
  [/\b(create|into) temp(orary)? /i, 'no temporary tables'],
  [
    /\bisolation level (serializable|repeatable read)\b/i,
    'READ COMMITTED with row locks: stronger levels hold on one node only',
  ],
  [/\bon (delete|update) (cascade|set null|set default)\b/i, 'no silent changes through foreign keys: write them out'],
];

/** Constructs that break or mislead on one of the databases. */
export const portableSql: Rule = (sources) =>
  [...migrationTexts(sources), ...literalStatements(sources)].flatMap((statement) =>
    forbidden.flatMap(([pattern, fix]) => {
      const match = pattern.exec(statement.text);
      if (match === null) return [];
      return [
        finding({ ...statement, line: statement.line + lineAt(statement.text, match.index) - 1 }, 'portable-sql', fix),
      ];
    }),
  );

/** A foreign key stays inside its schema. */
export const foreignKeyInSchema: Rule = (sources) =>
  tables(sources).flatMap((table) =>
    [...table.text.matchAll(/\breferences (\w+)\./gi)]
      .filter((match) => match[1] !== table.name.split('.')[0])
      .map(() => finding(table, 'foreign-key-in-schema', 'no foreign key to another schema')),
  );

/**
 * Every statement over a partner's data says whose: `instance_id = …`, in a list of keys, or among the inserted columns.
 * Only a table with one row for each instance may be listed, so that a job can go through the instances one by one.
 */
export const instanceNamed: Rule = (sources) => {
  const partners = tables(sources).filter((table) => table.column === 'instance_id');
  return [...functionStatements(sources), ...literalStatements(sources)].flatMap((statement) => {
    const table = partners.find(({ name }) =>
      new RegExp(`\\b${name.replace('.', '\\.')}\\b(?!\\s*\\()|into ${name}\\b`).test(statement.text),
    );
    if (table === undefined || namesInstance(statement.text) || listsInstances(table, statement)) return [];
    return [
      finding(statement, 'instance-named', `it touches ${table.name} without naming the instance: instance_id = $1`),
    ];
  });
};

function listsInstances(table: Table, { text }: Statement): boolean {
  return (
    /\bprimary key \(\s*instance_id\s*\)/i.test(table.text) &&
    /^\s*select\b/i.test(text) &&
    !/\bfor (no key )?update\b/i.test(text)
  );
}

function namesInstance(text: string): boolean {
  if (/^\s*insert\b/i.test(text)) return /\(\s*instance_id\b/i.test(text);
  return /\binstance_id\)?\s*(=|in\b)|\(\s*(\w+\.)?instance_id\s*,|\busing\s*\(\s*instance_id\b/i.test(text);
}

/** SQL stands in a domain's store.ts (the engine's is engine-store.ts), in the runtime, and nowhere else. */
export const sqlInStore: Rule = (sources) =>
  literalStatements(sources)
    .filter(({ file }) => !/[/-]store\.ts$|^server\/runtime\//.test(file.path))
    .map((statement) => finding(statement, 'sql-in-store', "move the statement into its domain's store.ts"));

/**
 * A domain's SQL touches its own schema only, the runtime's SQL the runtime's. The proof reads the books itself, since it
 * may not trust the code that it examines.
 */
export const ownSchema: Rule = (sources) => {
  const schemas = migrations(sources).flatMap((file) =>
    [...bare(file.text).matchAll(/create schema (\w+)/gi)].map((match) => match[1] ?? ''),
  );
  const statements = literalStatements(sources).filter(({ file }) => !file.path.startsWith('server/prove/'));
  return statements.flatMap((statement) => {
    const [, layer, domain] = statement.file.path.split('/');
    const own = layer === 'domains' ? domain : layer;
    const foreign = schemas.find(
      (schema) =>
        schema !== own &&
        new RegExp(`\\b(from|join|into|update|only|table)\\s+${schema}\\.\\w|\\b${schema}\\.\\w+\\s*\\(`, 'i').test(
          statement.text,
        ),
    );
    return foreign === undefined
      ? []
      : [finding(statement, 'own-schema', `${foreign} is another's schema: ask its service.ts`)];
  });
};

function migrationTexts(sources: readonly Source[]): Statement[] {
  return migrations(sources).map((file) => ({ file, line: 1, text: bare(file.text) }));
}

/** The statements inside the migrations' functions. */
function functionStatements(sources: readonly Source[]): Statement[] {
  return migrations(sources).flatMap((file) => {
    const text = bare(file.text);
    return [...text.matchAll(/\$\$([\s\S]*?)\$\$/g)].flatMap((body) => {
      let at = body.index + 2;
      return (body[1] ?? '').split(';').map((part) => {
        const begin = at + part.search(/\b(select|insert|update|delete)\b|$/i);
        at += part.length + 1;
        return { file, line: lineAt(text, begin), text: text.slice(begin, at - 1) };
      });
    });
  });
}

const statementStart = new RegExp(
  [
    'select\\b[\\s\\S]*\\bfrom\\b',
    'select\\s+\\w+\\.\\w+\\s*\\(',
    'insert\\s+into\\b',
    'update\\s+[\\w.]+(\\s+(as\\s+)?\\w+)?\\s+set\\b',
    'delete\\s+from\\b',
    'with\\s+(recursive\\s+)?\\w+[^)]*\\s+as\\b',
    '(create|alter|drop)\\s+(table|schema|index|unique|function|or replace)\\b',
    'truncate\\s',
    'merge\\s+into\\b',
  ]
    .flatMap((start) => [start, start.replaceAll(/(?<!\\)[a-z]{2,}/g, (word) => word.toUpperCase())])
    .map((start) => `^\\s*${start}`)
    .join('|'),
);

/** The SQL that product code holds as strings. */
function literalStatements(sources: readonly Source[]): Statement[] {
  return sources
    .filter(({ path }) => isScript(path) && path.startsWith('server/') && !isTest(path))
    .flatMap((file) =>
      file.literals
        .filter(({ text }) => statementStart.test(text))
        .map(({ line, text }) => ({ file, line, text: bare(text) })),
    );
}

function finding(place: Statement, rule: string, fix: string): Finding {
  return { file: place.file.path, line: place.line, rule, fix };
}
