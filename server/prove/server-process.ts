import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { endWithThis } from './child-process.ts';

/** A real server in a process of its own. */
export interface ServerProcess {
  /** The end of what it printed. */
  output(): string;
  /** Sends a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const keptOutput = 50_000;

/** Starts a server's program with nothing of this process's environment but where things are; waits until it listens. */
export async function startServerProcess(
  program: string,
  own: Readonly<Record<string, string | undefined>>,
): Promise<ServerProcess> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, ...own };
  const child = endWithThis(spawn(process.execPath, [program], { env, stdio: 'pipe' }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output = (output + text).slice(-keptOutput);
    });
  }
  await listening(child, () => output);
  return {
    output: () => output,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit)[0];
    },
  };
}

function listening(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      if (output().includes('listens on')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${output()}`)));
  });
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
