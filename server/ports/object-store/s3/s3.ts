import { checkedName, type ObjectStore } from '../port.ts';
import { type SignedRequest, type Signer, signedHeaders } from './sigv4.ts';

/** Where a store of the S3 kind is, and who we are there. */
export interface S3Options extends Signer {
  /** `https://host` with the bucket as its path: the form that every such store understands. */
  readonly bucketUrl: string;
}

/**
 * Reads `s3://key:secret@host/bucket?region=eu-central-1` (`s3+http://` without TLS, for a store on the same machine; the
 * region is `us-east-1` when none is said). Key and secret are percent-encoded where they hold other characters. Undefined
 * for what does not fit.
 */
export function parseS3Url(text: string): S3Options | undefined {
  const match =
    /^s3(?:\+(http))?:\/\/([^:@/]+):([^:@/]+)@([^@/?]+)\/([a-z0-9][a-z0-9.-]+)\/?(?:\?region=([\w-]+))?$/.exec(text);
  if (match === null) return undefined;
  const [, http, key, secret, host, bucket, region = 'us-east-1'] = match;
  const bucketUrl = `${http ?? 'https'}://${host}/${bucket}`;
  try {
    return { bucketUrl, keyId: decodeURIComponent(key!), secret: decodeURIComponent(secret!), region };
  } catch {
    return undefined;
  }
}

const patienceMs = 30_000;

/** Keeps objects in a bucket of any store that speaks S3. Whatever it answers beside success and "not there" is thrown. */
export function s3Store(options: S3Options): ObjectStore {
  const send = async (method: SignedRequest['method'], name: string, body: Uint8Array = new Uint8Array()) => {
    const url = new URL(`${options.bucketUrl}/${checkedName(name)}`);
    const headers = signedHeaders({ method, url, headers: {}, body }, options, new Date());
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      ...(method === 'PUT' && { body: Buffer.from(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return bytes;
    const reason = /<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? '';
    // A bucket that is not there is a mistake of configuration, and no missing object.
    if (response.status === 404 && method !== 'PUT' && reason !== 'NoSuchBucket') return undefined;
    throw new Error(`the object store answered ${response.status} ${reason} to ${method}`);
  };
  return {
    put: async (name, bytes) => void (await send('PUT', name, bytes)),
    get: (name) => send('GET', name),
    remove: async (name) => void (await send('DELETE', name)),
  };
}
