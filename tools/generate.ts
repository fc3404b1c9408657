import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  eventsDocument,
  operationsDocument,
  permissionsDocument,
  refusalsDocument,
} from '../server/contract/documents.ts';
import { openapiText } from '../server/contract/openapi.ts';
import { sdkRoutes, sdkTypes } from '../server/contract/sdk.ts';
import type { Domain } from '../server/kernel/domain.ts';
import { registry } from '../server/registry.ts';

/**
 * Writes `generated/` and `sdk/generated/` from the registry; with `--check` it compares instead and names every stale file.
 * The files are committed, so a review sees what a change does to the contract.
 */

const root = dirname(import.meta.dirname);

/** Every generated file's path in the project and its text. */
export function generatedFiles(domains: readonly Domain[]): ReadonlyMap<string, string> {
  return new Map([
    ['generated/openapi.json', openapiText(domains)],
    ['generated/operations.md', operationsDocument(domains)],
    ['generated/refusals.md', refusalsDocument(domains)],
    ['generated/events.md', eventsDocument(domains)],
    ['generated/permissions.md', permissionsDocument(domains)],
    ['sdk/generated/types.ts', sdkTypes(domains)],
    ['sdk/generated/routes.ts', sdkRoutes(domains)],
  ]);
}

/** The generated files under `folder` that are missing or differ. */
export function staleFiles(files: ReadonlyMap<string, string>, folder: string): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    const full = join(folder, path);
    return existsSync(full) && readFileSync(full, 'utf8') === text ? [] : [path];
  });
}

function main(): void {
  const files = generatedFiles(registry);
  const stale = staleFiles(files, root);
  if (process.argv.includes('--check')) {
    for (const path of stale) console.error(`${path} is stale: run npm run generate`);
    process.exitCode = stale.length > 0 ? 1 : 0;
    return;
  }
  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files.get(path) ?? '');
    console.log(`wrote ${path}`);
  }
}

if (import.meta.main) main();
