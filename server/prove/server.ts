import { fileURLToPath } from 'node:url';
import { readConfig } from '../runtime/config.ts';
import { serve } from '../serve.ts';

/*
 * The server that the proof starts and kills: the whole bank on the database that it is given. Unlike `npm start` it
 * migrates and seeds nothing, so that it leaves no other trace than what it is asked to do.
 */
// The other end closes with the proof's process, however that ends: then there is nobody left to serve, nor to log for.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL'));
const config = readConfig(process.env, fileURLToPath(new URL('../..', import.meta.url)));
const served = await serve(config, config.databaseUrl!);
console.log(`listens on ${served.baseUrl}`);
process.once('SIGTERM', () => void served.stop().then(() => process.exit(0)));
