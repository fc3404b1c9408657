// Receives webhooks, verifies and prints them: node receiver.ts <port>. Needs @openemi/sdk and Node.js 24.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { readWebhook } from '@openemi/sdk';

const sandbox = JSON.parse(readFileSync(`${process.env.OPENEMI_DATA ?? '.openemi'}/sandbox.json`, 'utf8'));
const secret = process.env.OPENEMI_WEBHOOK_SECRET ?? sandbox.webhook_secret;
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const event = await readWebhook({ headers: request.headers, body: await text(request) }, { secret });
    // A delivery may come twice. A real system keeps the ids in its database, in one transaction with its work.
    if (!seen.has(event.id)) console.log(event.sequence, event.action, JSON.stringify(event.payload));
    seen.add(event.id);
    response.writeHead(200).end();
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(Number(process.argv[2]), '127.0.0.1');
