import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress, publicLookup, targetError } from './target.ts';

describe('target of a webhook', () => {
  const refusedInProduction = [
    ['http://partner.example/hook', 'scheme'],
    ['ftp://partner.example/hook', 'scheme'],
    ['https://user:word@partner.example/', 'credentials'],
    ['https://partner.example/#part', 'fragment'],
    ['https://partner.example:22/', 'port'],
    ['https://localhost/', 'address'],
    ['https://a.localhost/', 'address'],
    ['https://intranet/', 'address'],
    ['https://127.0.0.1/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://0177.0.0.1/', 'address'],
    ['https://0/', 'address'],
    ['https://10.1.2.3/', 'address'],
    ['https://172.16.0.1/', 'address'],
    ['https://192.168.1.1/', 'address'],
    ['https://169.254.169.254/latest/meta-data', 'address'],
    ['https://100.64.0.1/', 'address'],
    ['https://198.18.0.1/', 'address'],
    ['https://224.0.0.1/', 'address'],
    ['https://255.255.255.255/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::]/', 'address'],
    ['https://[::ffff:127.0.0.1]/', 'address'],
    ['https://[::ffff:7f00:1]/', 'address'],
    ['https://[::127.0.0.1]/', 'address'],
    ['https://[64:ff9b::7f00:1]/', 'address'],
    ['https://[64:ff9b:1::7f00:1]/', 'address'],
    ['https://[2002:7f00:1::]/', 'address'],
    ['https://[2001::1]/', 'address'],
    ['https://[fe80::1]/', 'address'],
    ['https://[fec0::1]/', 'address'],
    ['https://[fd00::1]/', 'address'],
    ['https://[ff02::1]/', 'address'],
    ['https://[2001:db8::1]/', 'address'],
    ['not a url', 'url'],
    ['//partner.example/', 'url'],
  ] as const;
  for (const [url, rule] of refusedInProduction) {
    it(`refuses ${url} in production: ${rule}`, () => assert.equal(targetError(url, 'production')?.rule, rule));
  }

  for (const url of ['https://partner.example/a?b=c', 'https://8.8.8.8/', 'https://[2a00:1450::1]:8443/']) {
    it(`takes ${url} in production`, () => assert.equal(targetError(url, 'production'), undefined));
  }

  it('takes plain http, private and loopback targets in the sandbox, and still no other scheme', () => {
    for (const url of ['http://127.0.0.1:9/', 'http://localhost/x', 'http://10.0.0.1/', 'https://[::1]/']) {
      assert.equal(targetError(url, 'sandbox'), undefined, url);
    }
    assert.equal(targetError('file:///etc/passwd', 'sandbox')?.rule, 'scheme');
  });

  it('knows no address that is not one', () => {
    for (const text of ['', 'partner.example', '1.2.3.4.5']) assert.equal(isPublicAddress(text), false, text);
  });

  it('refuses a name that resolves to a private address, in both forms of the look-up', async () => {
    for (const all of [true, false]) {
      const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
        publicLookup('localhost', { all }, (found) => resolve(found));
      });
      assert.equal(error?.code, 'address_refused');
    }
  });
});
