import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from './runtime/config.ts';
import { type Served, serve } from './serve.ts';

/*
 * Several processes for one port. The first process takes no requests: it starts the others, starts one again that
 * died, and tells them when all is ready and when to stop.
 */
type Listening = Pick<Served, 'baseUrl' | 'sftpPort'>;
type Message = { readonly listening: Listening } | { readonly failed: string };

/** Starts the workers; answers when all of them listen. */
export async function serveByWorkers(config: Config, databaseUrl: string): Promise<Served> {
  let stopping = false;
  let ready = false;
  const workers = new Set<Worker>();
  const startWorker = async () => {
    const worker = cluster.fork({ DATABASE_URL: databaseUrl });
    workers.add(worker);
    worker.once('exit', () => {
      workers.delete(worker);
      if (!stopping && ready)
        startWorker().catch((error) => console.error(`a worker could not be started: ${error.message}`));
    });
    const addresses = await listening(worker);
    if (ready) worker.send('ready');
    return addresses;
  };
  const stop = async () => {
    stopping = true;
    const gone = [...workers].map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(gone);
  };
  const started = await Promise.allSettled(Array.from({ length: config.processes }, startWorker));
  const failed = started.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    ...(started[0] as PromiseFulfilledResult<Listening>).value,
    markReady() {
      ready = true;
      for (const worker of workers) worker.send('ready');
    },
    stop,
  };
}

function listening(worker: Worker): Promise<Listening> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: Message) => {
      if ('listening' in message) resolve(message.listening);
      else reject(new Error(message.failed));
    });
    worker.once('exit', (code) => reject(new Error(`a worker ended with exit code ${code}`)));
  });
}

/** What a worker does: it serves until it is told to stop, or until the first process is gone. */
export async function work(config: Config): Promise<Served> {
  try {
    const served = await serve(config, config.databaseUrl!);
    process.on('message', (message) => {
      if (message === 'ready') served.markReady();
    });
    const { baseUrl, sftpPort } = served;
    process.send!({ listening: { baseUrl, sftpPort } } satisfies Message);
    return served;
  } catch (error) {
    process.send!({ failed: (error as Error).message } satisfies Message);
    throw error;
  }
}
