import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pick } from './engine.ts';
import type { Rate } from './load.ts';

const run = promisify(execFile);

/** Whether a program can be started; the bench names those it misses and goes on without their figures. */
export async function isInstalled(program: string): Promise<boolean> {
  try {
    await run('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}

const distinctRequests = 20_000;
/** A signature holds 15 seconds before and after its timestamp, so one dated ahead serves nearly half a minute. */
const datedAheadSeconds = 14;

/**
 * Loads the API from another process: `wrk` sends requests that were signed before, so that the load costs next to
 * nothing. One thread, `connections` at once.
 */
export async function wrkRate(url: string, connections: number, seconds: number, pick: Pick): Promise<Rate> {
  const folder = mkdtempSync(join(tmpdir(), 'openemi-bench-'));
  try {
    const script = join(folder, 'requests.lua');
    writeFileSync(join(folder, 'requests.txt'), signedRequests(pick));
    writeFileSync(script, luaScript(join(folder, 'requests.txt')));
    const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
    const { stdout } = await run('wrk', flags, { maxBuffer: 1 << 24 });
    return readReport(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function signedRequests(pick: Pick): string {
  const timestamp = String(Math.floor(Date.now() / 1000) + datedAheadSeconds);
  const lines: string[] = [];
  for (let turn = 0; turn < distinctRequests; turn += 1) {
    const { of, debtor, creditor } = pick(turn);
    const parties = { debtor: { balance: debtor }, creditor: { balance: creditor } };
    const body = JSON.stringify({ amount: 0.01, currency: 'EUR', reference: 'bench', ...parties });
    const hash = createHmac('sha256', of.secretKey).update(`${of.apiKey}${timestamp}transfer_create${body}`);
    lines.push([of.apiKey, timestamp, hash.digest('hex'), body].join('\t'));
  }
  return `${lines.join('\n')}\n`;
}

function luaScript(requests: string): string {
  return `
local made = {}
local at = 0
function init()
  for line in io.lines("${requests}") do
    local key, timestamp, hash, body = line:match("([^\\t]*)\\t([^\\t]*)\\t([^\\t]*)\\t(.*)")
    made[#made + 1] = wrk.format("POST", "/v2/transfers",
      { ["x-api-key"] = key, ["x-timestamp"] = timestamp, ["x-hash"] = hash, ["content-type"] = "application/json" }, body)
  end
end
function request()
  at = at % #made + 1
  return made[at]
end
function done(summary, latency)
  io.write(string.format("openemi %d %d %d %d\\n", summary.requests, summary.duration,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout + summary.errors.status,
    latency:percentile(99)))
end
`;
}

function readReport(stdout: string): Rate {
  const [, done, microseconds, errors] = /^openemi (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout) ?? [];
  if (done === undefined) throw new Error(`wrk reported nothing:\n${stdout}`);
  if (errors !== '0') throw new Error(`wrk met ${errors} errors:\n${stdout}`);
  const seconds = Number(microseconds) / 1e6;
  return { done: Number(done), seconds, perSecond: Number(done) / seconds };
}
