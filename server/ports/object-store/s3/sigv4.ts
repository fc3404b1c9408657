import { createHash, createHmac } from 'node:crypto';

/** Who signs, and for which region of the service. */
export interface Signer {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

export interface SignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Without a query; its path holds nothing that would have to be escaped. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * The headers of a request to S3 with its signature (AWS Signature Version 4, header form, the body's digest signed).
 * `at` must be within fifteen minutes of the service's clock.
 */
export function signedHeaders(request: SignedRequest, { keyId, secret, region }: Signer, at: Date) {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyDigest = sha256(request.body);
  const headers = { ...request.headers, 'x-amz-content-sha256': bodyDigest, 'x-amz-date': time };
  const signed = Object.entries({ ...headers, host: request.url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonical = [request.method, request.url.pathname, '', lines, names, bodyDigest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
