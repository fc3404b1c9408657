import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process lives. A zombie, which only waits to be reaped by a careless pid 1, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const stat = readProc(pid, 'stat');
  // "pid (name) state …": the name may hold blanks and brackets itself, so the state is looked for from the end.
  return stat === undefined || !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
}

/** The command line of a process, its words parted by blanks; empty when there is none. */
export function commandOf(pid: number): string {
  const words = readProc(pid, 'cmdline');
  if (words !== undefined) return words.replaceAll('\0', ' ');
  if (process.platform === 'linux') return '';
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Sends a signal; a process that is gone already is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until a condition holds, looking every few milliseconds; false when the time is over first. */
export async function until(condition: () => boolean, timeoutMs: number, intervalMs = 10): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await sleep(intervalMs);
  }
  return true;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
