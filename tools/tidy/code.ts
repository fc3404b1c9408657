import { posix } from 'node:path';
import { lineAt } from './scan.ts';
import { type Finding, findingsOf, isScript, isTest, type Rule, type Source } from './source.ts';

/** Rules about single files of code: sizes, names, exports, tests, words. */

const fileLinesMax = 400;
const functionLinesMax = 60;

export const fileLength: Rule = (sources) =>
  sources
    .filter(({ path, lines }) => isScript(path) && !path.includes('/generated/') && lines.length - 1 > fileLinesMax)
    .map((file) => ({
      file: file.path,
      line: fileLinesMax + 1,
      rule: 'file-length',
      fix: `${file.lines.length - 1} lines, at most ${fileLinesMax}: split it by noun`,
    }));

/** A function is found by its layout: it opens with `) {` or `=> {` and ends at the first brace of the same indent. */
export const functionLength: Rule = (sources) =>
  sources
    .filter(({ path }) => isScript(path))
    .flatMap((file) =>
      functionsOf(file).flatMap(({ first, last }) =>
        last - first + 1 <= functionLinesMax
          ? []
          : [
              {
                file: file.path,
                line: first,
                rule: 'function-length',
                fix: `${last - first + 1} lines, at most ${functionLinesMax}: give its steps names of their own`,
              },
            ],
      ),
    );

const opener = /(\)(: .*)?|=>) \{$/;
const control = /^\s*(\} )?(if|else|for|while|switch|catch|with)\b/;

function functionsOf(file: Source): { first: number; last: number }[] {
  const lines = file.code.split('\n');
  return lines.flatMap((line, index) => {
    if (!opener.test(line) || control.test(line) || /^\s*(describe|suite)\(/.test(line)) return [];
    const indent = indentOf(line);
    const ends = (other: string) => other.trim() !== '' && indentOf(other) <= indent;
    const last = lines.findIndex((other, at) => at > index && ends(other));
    if (last === -1) return [];
    // A header over several lines closes with `)`: the function begins where that parenthesis was opened.
    const first = line.trimStart().startsWith(')')
      ? lines.findLastIndex((other, at) => at < index && ends(other))
      : index;
    return control.test(lines[first] ?? '') ? [] : [{ first: first + 1, last: last + 1 }];
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

export const noDefaultExport: Rule = inScripts('code', /^export default\b/gm, 'no-default-export', 'export it by name');

/** Only a domain's service.ts and the SDK's index.ts hand on what stands beside them: each is the one face of its part. */
export const noBarrel: Rule = (sources) =>
  inScripts(
    'code',
    /^export (type )?(\*|\{[^}]*\}) (as \w+ )?from\b/gm,
    'no-barrel',
    'import it from where it is defined',
  )(sources.filter(({ path }) => !path.endsWith('/service.ts') && path !== 'sdk/index.ts'));

export const noFocusedTest: Rule = inScripts(
  'code',
  /\b(test|it|describe|suite|t)\.(skip|only|todo)\(|\b(skip|only|todo): true\b/g,
  'no-focused-test',
  'run the test, or remove it',
);

export const noConstraintName: Rule = inScripts(
  'code',
  /\b(error|err|cause|fault)\.constraint\b/g,
  'no-constraint-name',
  'map database errors by SQLSTATE: a sharded database names no constraint',
);

// Written in two parts, so that this file does not hold what it looks for.
const reminder = new RegExp(
  `\\b(${['TO', 'FIX'].map((half) => half + (half === 'TO' ? 'DO' : 'ME')).join('|')})\\b`,
  'g',
);

export const noReminder: Rule = (sources) =>
  sources
    .filter(({ path }) => path !== 'package-lock.json')
    .flatMap((file) => findingsOf(file, 'text', reminder, 'no-reminder', 'do it now, or open an issue'));

const workplace = new RegExp(
  `(?<![\\w.}/-])/(?:${['work', 'farm'].join('|')})/|(?<![\\w.}-])/tm${'p'}/|${'registry'}\\.(?:npmjs|yarnpkg)\\.|npm\\.pkg\\.github`,
  'g',
);

/** Nothing may point at the machine on which it was written. A lock file names the public registry: that is its job. */
export const noWorkplace: Rule = (sources) =>
  sources.flatMap((file) =>
    file.path === 'package-lock.json'
      ? findingsOf(
          file,
          'text',
          /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)[^"]*\/\//g,
          'no-workplace',
          'resolve it from the public registry',
        )
      : findingsOf(
          file,
          'text',
          workplace,
          'no-workplace',
          'name no path or host of one machine: ask os.tmpdir() or the configuration',
        ),
  );

const fileName = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.(ts|tsx|mjs)$/;

export const fileNames: Rule = (sources) =>
  sources.flatMap(({ path }) => {
    const parts = path.split('/');
    const folder = parts.slice(0, -1).find((part) => ['utils', 'util', 'common', 'helpers', 'misc'].includes(part));
    if (folder !== undefined) return [nameFinding(path, `no folder called ${folder}: name it after what is in it`)];
    return !isScript(path) || fileName.test(parts.at(-1) ?? '') ? [] : [nameFinding(path, 'name it in kebab-case')];
  });

const shape = ['domain', 'model', 'rules', 'store', 'service', 'refusals', 'events', 'jobs'];

/** A domain's files have the same names everywhere, or fewer. Those with machinery (posting, delivery, checks) name its parts. */
const withMachinery = ['ledger', 'webhooks', 'documents', 'onboarding', 'intake', 'simulations', 'wires'];

export const domainShape: Rule = (sources) =>
  sources.flatMap(({ path }) => {
    const match = /^server\/domains\/([^/]+)\/([^/]+)\.ts$/.exec(path);
    const [, domain = '', name = ''] = match ?? [];
    if (match === null || isTest(path) || withMachinery.includes(domain) || shape.includes(name)) return [];
    return [nameFinding(path, `a domain holds ${shape.join(', ')} and operations/: find its place there`)];
  });

/** An operation's file is named after it: `transfer_create` lives in `operations/transfer-create.ts`. */
export const operationFileName: Rule = (sources) =>
  sources
    .filter(({ path }) => /^server\/domains\/[^/]+\/operations\//.test(path) && !isTest(path))
    .flatMap((file) => {
      const expected = file.path.split('/').at(-1)?.replace(/\.ts$/, '').replaceAll('-', '_');
      const names = [...file.uncommented.matchAll(/^ {2}name: '(\w+)',$/gm)].map((match) => match[1]);
      if (names.length === 1 && names[0] === expected) return [];
      return [
        {
          ...nameFinding(file.path, `it holds ${names.join(', ') || 'no operation'}: one operation, named ${expected}`),
          rule: 'operation-file-name',
        },
      ];
    });

function nameFinding(file: string, fix: string): Finding {
  return { file, line: 1, rule: 'file-name', fix };
}

function inScripts(view: 'code' | 'uncommented', pattern: RegExp, rule: string, fix: string): Rule {
  return (sources) =>
    sources.filter(({ path }) => isScript(path)).flatMap((file) => findingsOf(file, view, pattern, rule, fix));
}

/** A link from one document to a file of the project leads somewhere. */
export const noDeadLink: Rule = (sources) => {
  const paths = sources.map(({ path }) => path);
  return sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((file) =>
      [...file.text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].flatMap((match) => {
        const target = posix.join(posix.dirname(file.path), match[1] ?? '').replace(/\/$/, '');
        if (paths.some((path) => path === target || path.startsWith(`${target}/`))) return [];
        const line = lineAt(file.text, match.index);
        return [{ file: file.path, line, rule: 'no-dead-link', fix: `there is no ${target}` }];
      }),
    );
};
