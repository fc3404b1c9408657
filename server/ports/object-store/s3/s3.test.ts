import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type S3Server, startS3Server, testKey } from '../../../test/s3-server.ts';
import { objectStoreConforms } from '../conformance.ts';
import { parseS3Url, s3Store } from './s3.ts';
import { signedHeaders } from './sigv4.ts';

let server: S3Server;
before(async () => {
  server = await startS3Server();
});
after(() => server.close());

const { keyId, secret, region, bucket } = testKey;
const options = (change: Partial<typeof testKey> = {}) => {
  const with_ = { ...testKey, ...change };
  return { ...with_, bucketUrl: `http://${server.host}/${with_.bucket}` };
};

describe('objects in a store of the S3 kind', () => {
  objectStoreConforms(() => s3Store(options()));

  it('is opened by the configured address', async () => {
    const url = `s3+http://${keyId}:${encodeURIComponent(secret)}@${server.host}/${bucket}?region=${region}`;
    await s3Store(parseS3Url(url)!).put('by-address', Buffer.from('x'));
    assert.equal(String(server.objects.get('by-address')), 'x');
  });

  it('throws what the store refuses, and never takes a missing bucket for a missing object', async () => {
    const wrongSecret = s3Store(options({ secret: 'another' }));
    await assert.rejects(wrongSecret.put('a', Buffer.from('x')), /403 SignatureDoesNotMatch/);
    await assert.rejects(s3Store(options({ bucket: 'nowhere' })).get('a'), /404 NoSuchBucket/);
    await assert.rejects(s3Store(options({ region: 'us-east-1' })).get('a'), /403/);
    assert.equal(server.objects.has('a'), false);
  });
});

describe('the address of a store of the S3 kind', () => {
  it('names key, secret, host, bucket and region', () => {
    assert.deepEqual(parseS3Url('s3://AKID:a%2Fb@s3.example.com/papers?region=eu-west-1'), {
      bucketUrl: 'https://s3.example.com/papers',
      keyId: 'AKID',
      secret: 'a/b',
      region: 'eu-west-1',
    });
    assert.equal(parseS3Url('s3+http://k:s@127.0.0.1:9000/papers')?.bucketUrl, 'http://127.0.0.1:9000/papers');
  });

  it('is refused when a part is missing', () => {
    for (const bad of [
      '',
      's3://host/bucket',
      's3://k:s@host',
      's3://k@host/bucket',
      'https://k:s@host/bucket',
      's3://%zz:s@h/bucket',
    ]) {
      assert.equal(parseS3Url(bad), undefined, bad);
    }
  });
});

it('signs as the example of the S3 manual', () => {
  const request = {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    headers: { range: 'bytes=0-9' },
    body: new Uint8Array(),
  } as const;
  const example = {
    keyId: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const { authorization } = signedHeaders(request, example, new Date('2013-05-24T00:00:00Z'));
  assert.match(authorization, /f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/);
});
