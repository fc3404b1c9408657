import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { newId } from './kernel/ids.ts';
import type { Operation } from './kernel/operation.ts';
import type { Scenarios } from './kernel/scenarios.ts';
import type { Invoke } from './runtime/invoke.ts';

const suffix = '.yaml';
const shipped = new URL('scenarios/', import.meta.url).pathname;

/** Stories from the folder that comes with the server, and from a folder of whoever runs it, which goes first. */
export function openScenarios(
  operations: readonly Operation[],
  invoke: () => Invoke,
  ownFolder: string | undefined,
): Scenarios {
  const folders = [...(ownFolder === undefined ? [] : [ownFolder]), shipped];
  return {
    async names() {
      const files = (await Promise.all(folders.map(filesOf))).flat();
      return [...new Set(files.filter((file) => file.endsWith(suffix)).map((file) => basename(file, suffix)))].sort();
    },
    async read(name) {
      for (const folder of folders) {
        const text = await readFile(join(folder, name + suffix), 'utf8').catch(missing);
        if (text !== undefined) return parse(text);
      }
      return undefined;
    },
    async call(caller, { operation: name, params, query, body }) {
      const operation = operations.find((each) => each.name === name);
      if (operation === undefined) return { code: 404, message: `no operation ${name}` };
      const { method, path: url } = operation.routes[0]!;
      const bytes = Buffer.from(method === 'GET' ? '' : JSON.stringify(body));
      const texts = { params: asTexts(params), query: asTexts(query) };
      const answer = await invoke()({ operation, caller, requestId: newId(), method, url, ...texts, body: bytes });
      return JSON.parse(answer.body);
    },
  };
}

/** Paths and queries are texts on the wire. */
function asTexts(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(missing)) ?? [];
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
