import { startEmbedded } from '../runtime/embedded/embedded.ts';

/**
 * A process that uses the embedded server until it is told to end: the tests' stand-in for a server process.
 * Arguments: the data root and, for a process of root, the user to become first.
 */
const [dataRoot = '', user] = process.argv.slice(2);
if (user !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
try {
  const embedded = await startEmbedded({ dataRoot, settings: { shared_buffers: '16MB', fsync: 'off' } });
  const { url, data, pid } = embedded;
  console.log(JSON.stringify({ url, data, pid }));
  process.on('SIGTERM', () => void embedded.stop().then(() => process.exit(0)));
  // A listener alone does not keep a process going.
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
}
