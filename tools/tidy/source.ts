import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lineAt, type Scanned, scan } from './scan.ts';

/** A file of the project as the rules see it; for other files than scripts, all views are the text. */
export interface Source extends Scanned {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** What a rule found: where, which rule, and what to do. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly fix: string;
}

/** A rule of the style guide: all files in, findings out. */
export type Rule = (sources: readonly Source[]) => readonly Finding[];

const skipped = new Set(['node_modules', '.git', '.openemi', 'coverage', 'dist']);
const readable = /\.(ts|tsx|mjs|json|md|sql|css|html|yml|yaml)$|(^|\/)(LICENSE|\.gitignore|\.ci\/run)$/;

/** Reads the project's text files under a folder; what is installed or made at run time is left out. */
export function readSources(root: string): readonly Source[] {
  const sources: Source[] = [];
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const full = join(folder, entry.name);
      const path = relative(root, full).replaceAll('\\', '/');
      if (skipped.has(entry.name)) continue;
      if (entry.isDirectory()) visit(full);
      else if (entry.isFile() && readable.test(path)) sources.push(source(path, readFileSync(full, 'utf8')));
    }
  };
  visit(root);
  return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Makes a source of a path and a text. */
export function source(path: string, text: string): Source {
  const scanned = isScript(path) ? scan(text) : { uncommented: text, code: text, literals: [] };
  return { path, text, lines: text.split('\n'), ...scanned };
}

export function isScript(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^server\/ports\/[^/]+\/conformance\.ts$/.test(path) || path.startsWith('server/test/');
}

/** One finding for each match of a pattern in one view of a file. */
export function findingsOf(
  file: Source,
  view: 'text' | 'uncommented' | 'code',
  pattern: RegExp,
  rule: string,
  fix: string,
): readonly Finding[] {
  return [...file[view].matchAll(pattern)].map((match) => ({
    file: file.path,
    line: lineAt(file[view], match.index),
    rule,
    fix,
  }));
}
