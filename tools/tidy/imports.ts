import { lineAt } from './scan.ts';
import { type Finding, isScript, isTest, type Rule, type Source } from './source.ts';

/** Rules about who may know whom, and about code that nobody uses. */

/** The domains from the lowest floor to the highest: a domain may use those before it. A new one gets its place here. */
const floors = [
  'instances',
  'ledger',
  'webhooks',
  'keys',
  'documents',
  'programs',
  'parties',
  'screening',
  'onboarding',
  'accounts',
  'intake',
  'payees',
  'suspense',
  'wires',
  'transfers',
  'simulations',
] as const;

/** One import as written: what it names (`*` for all of it), and the file it means, if it is one of ours. */
interface Import {
  readonly line: number;
  readonly names: readonly string[];
  readonly target: string | undefined;
}

const importPattern =
  /^(?:import|export)\s+(?:type\s+)?(?<names>[\w*{}\s,$]+?\s+from\s+)?'(?<from>[^']+)'|\bimport\('(?<lazy>[^']+)'\)|new URL\('(?<url>[^']+)',\s*import\.meta\.url\)/gm;

function importsOf(file: Source): Import[] {
  return [...file.uncommented.matchAll(importPattern)].map((match) => {
    const { names = '', from, lazy, url } = match.groups ?? {};
    const listed = /\{([^}]*)\}/.exec(names)?.[1]?.split(',') ?? ['*'];
    return {
      line: lineAt(file.uncommented, match.index),
      names: listed.map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*$/, ''),
      ),
      target: resolve(file.path, from ?? lazy ?? url ?? ''),
    };
  });
}

function resolve(from: string, specifier: string): string | undefined {
  if (!/^\..*\.(ts|tsx|mjs)$/.test(specifier)) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/**
 * Imports point one way: main → contract → domains → ports' port.ts → kernel, and main → runtime → kernel. The SDK is a
 * package of its own and stands on nothing.
 */
export const importDirection: Rule = (sources) =>
  sources
    .filter(({ path }) => isScript(path) && !isTest(path) && /^(server|sdk)\//.test(path))
    .flatMap((file) =>
      importsOf(file).flatMap(({ line, target }) => {
        const fix = target === undefined ? undefined : objection(file.path, target);
        return fix === undefined ? [] : [{ file: file.path, line, rule: 'import-direction', fix }];
      }),
    );

function objection(from: string, to: string): string | undefined {
  const [, layer = '', name = ''] = from.split('/');
  const [top, target = '', targetName = ''] = to.split('/');
  if (isTest(to)) return `${to} is for tests only`;
  if (from.startsWith('sdk/')) return top === 'sdk' ? undefined : 'the SDK imports nothing from elsewhere';
  if (top !== 'server') return `the server imports nothing from ${top}/`;
  // Programs, the parts of the command line and the proof put everything together.
  if (layer.endsWith('.ts') || layer === 'cli' || layer === 'prove') return undefined;
  const allowed: Readonly<Record<string, readonly string[]>> = {
    kernel: ['kernel'],
    runtime: ['kernel', 'runtime'],
    contract: ['kernel', 'contract', 'domains'],
    ports: ['kernel', 'ports'],
    domains: ['kernel', 'domains', 'ports'],
  };
  if (!allowed[layer]?.includes(target)) return `${layer} may import ${allowed[layer]?.join(', ')}, not ${target}`;
  if (target === 'ports' && !(layer === 'ports' && name === targetName) && !to.endsWith('/port.ts')) {
    return 'of a port only port.ts may be known';
  }
  return layer === 'domains' && target === 'domains' && name !== targetName ? floorObjection(name, to) : undefined;
}

function floorObjection(domain: string, to: string): string | undefined {
  const [, , target = '', file = ''] = to.split('/');
  const floor = (floors as readonly string[]).indexOf(domain);
  const below = (floors as readonly string[]).indexOf(target);
  if (floor === -1 || below === -1) return 'give the domain its floor in tools/tidy/imports.ts';
  if (below > floor) return `${target} stands on a higher floor than ${domain}: speak to it by events`;
  if (!['service.ts', 'events.ts', 'model.ts'].includes(file))
    return `of ${target} only service.ts, events.ts and model.ts`;
  return undefined;
}

/** What is started by hand. What `tools/launch.mjs` and workers start is found by its path in a string. */
const roots = /^((tools|bench|examples)\/[^/]+|sdk\/index)\.(ts|mjs)$/;

/** A file that no program reaches is dead; what only tests reach belongs into server/test. */
export const noDeadFile: Rule = (sources) => {
  const scripts = new Map(sources.filter(({ path }) => isScript(path)).map((file) => [file.path, file]));
  const reached = new Set<string>();
  const waiting = [...scripts.keys()].filter((path) => roots.test(path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = scripts.get(path);
    if (file === undefined || reached.has(path)) continue;
    reached.add(path);
    waiting.push(...importsOf(file).flatMap(({ target }) => target ?? []), ...spawned(file, scripts));
  }
  return [...scripts.keys()]
    .filter((path) => !reached.has(path) && !isTest(path))
    .map((file) => ({ file, line: 1, rule: 'no-dead-file', fix: 'no program imports it: use it or remove it' }));
};

/** Files that a script starts by their path: `'server/main.ts'`, or a worker beside it. */
function spawned(file: Source, scripts: ReadonlyMap<string, Source>): string[] {
  return file.literals.map(({ text }) => text).filter((text) => scripts.has(text));
}

const exportPattern = /^export (?:async )?(?<kind>const|function\*?|class|type|interface) (?<name>\w+)/gm;

/** An export that no other file names is dead. A type may stay when the file's own exports speak of it. */
export const noDeadExport: Rule = (sources) => {
  const scripts = sources.filter(({ path }) => isScript(path));
  const used = new Map<string, Set<string>>();
  for (const { names, target } of scripts.flatMap(importsOf)) {
    if (target === undefined) continue;
    const known = used.get(target) ?? new Set();
    for (const name of names) known.add(name);
    used.set(target, known);
  }
  return scripts.flatMap((file) => deadExports(file, used.get(file.path)));
};

function deadExports(file: Source, used: ReadonlySet<string> | undefined): Finding[] {
  if (used?.has('*')) return [];
  return [...file.code.matchAll(exportPattern)].flatMap((match) => {
    const { kind = '', name = '' } = match.groups ?? {};
    const isType = kind === 'type' || kind === 'interface';
    const mentions = [...file.code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
    if (used?.has(name) || (isType && mentions > 1)) return [];
    const fix = mentions > 1 ? `nobody imports ${name}: drop its export` : `nobody uses ${name}: remove it`;
    return [{ file: file.path, line: lineAt(file.code, match.index), rule: 'no-dead-export', fix }];
  });
}
