import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The reference: pgbench's TPC-B-like transactions on the same server, per second. */
export async function pgbenchRate(url: string, seconds: number): Promise<number> {
  const flags = ['-M', 'prepared', '-c', '32', '-j', '2', '-T', String(seconds), '-n'];
  const { stdout } = await run('pgbench', [...flags, url]);
  const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  if (rate === undefined) throw new Error(`pgbench reported nothing:\n${stdout}`);
  return Number(rate);
}

/** Fills pgbench's tables. */
export async function preparePgbench(url: string, scale: number): Promise<void> {
  await run('pgbench', ['-i', '-q', '-s', String(scale), url]);
}

const ticksPerSecond = 100;

/** CPU time of a PostgreSQL server and all its processes so far, in microseconds. Linux only. */
export function postgresCpuMicroseconds(postmaster: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const belongs = Number(pid) === postmaster || Number(fields[1]) === postmaster;
      if (!belongs) continue;
      ticks += Number(fields[11]) + Number(fields[12]);
      // A backend that has ended is counted with its parent.
      if (Number(pid) === postmaster) ticks += Number(fields[13]) + Number(fields[14]);
    } catch {
      // The process ended while we looked.
    }
  }
  return (ticks * 1e6) / ticksPerSecond;
}
