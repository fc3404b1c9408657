import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endWithThis } from './child-process.ts';
import type { LoadOrder, Settled } from './load.ts';

/** A running process of load. */
export interface Load {
  /** What became of each of its transfers, once all are settled. */
  readonly settled: Promise<Settled[]>;
  kill(): void;
}

/** Starts a load process; `each` is told of every transfer that is settled. */
export function startLoad(order: LoadOrder, each: () => void = () => {}): Load {
  const program = new URL('./load.ts', import.meta.url).pathname;
  const words = [program, JSON.stringify(order)];
  const child = endWithThis(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const closed = once(child, 'close');
  const read = async () => {
    const all: Settled[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      all.push(JSON.parse(line));
      each();
    }
    assert.equal((await closed)[0], 0, 'a load process failed');
    return all;
  };
  return { settled: read(), kill: () => void child.kill('SIGKILL') };
}
