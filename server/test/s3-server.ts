import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bucket in memory behind the door of S3, for tests: it takes no request whose signature it cannot make itself. */
export interface S3Server {
  readonly host: string;
  readonly objects: Map<string, Buffer>;
  close(): Promise<void>;
}

export const testKey = { keyId: 'AKIDTEST', secret: 'a/secret+with=signs', region: 'eu-central-1', bucket: 'papers' };

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void serve(objects, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function serve(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const wrong = objection(request, body);
  const answer = (status: number, content: string | Buffer = '') => response.writeHead(status).end(content);
  if (wrong !== undefined) return void answer(403, `<Error><Code>${wrong}</Code></Error>`);
  const [, bucket, ...rest] = request.url!.split('/');
  if (bucket !== testKey.bucket) return void answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
  const name = rest.join('/');
  if (request.method === 'PUT') objects.set(name, body);
  if (request.method === 'DELETE') objects.delete(name);
  if (request.method !== 'GET') return void answer(request.method === 'PUT' ? 200 : 204);
  const found = objects.get(name);
  return void (found === undefined ? answer(404, '<Error><Code>NoSuchKey</Code></Error>') : answer(200, found));
}

/** What S3 would object to, by its own codes. Written by the words of the protocol, apart from the adapter's signer. */
function objection(request: IncomingMessage, body: Buffer): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,SignedHeaders=([^,]+),Signature=(\w{64})$/;
  const match = pattern.exec(request.headers.authorization ?? '');
  if (match === null) return 'AuthorizationHeaderMalformed';
  const [, keyId, day, region, signedNames, signature] = match;
  const time = String(request.headers['x-amz-date']);
  if (keyId !== testKey.keyId) return 'InvalidAccessKeyId';
  if (region !== testKey.region || !time.startsWith(day!)) return 'AuthorizationHeaderMalformed';
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (Math.abs(Date.now() - Date.parse(iso)) > 15 * 60_000) return 'RequestTimeTooSkewed';
  const digest = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== digest) return 'XAmzContentSHA256Mismatch';
  const names = signedNames!.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  let canonical = `${request.method}\n${request.url}\n\n`;
  for (const name of names) canonical += `${name}:${request.headers[name]}\n`;
  canonical += `\n${signedNames}\n${digest}`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`;
  let key: Buffer = Buffer.from(`AWS4${testKey.secret}`);
  for (const part of [day!, region, 's3', 'aws4_request', text]) key = createHmac('sha256', key).update(part).digest();
  return timingSafeEqual(key, Buffer.from(signature!, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}
