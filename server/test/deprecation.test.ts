import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operationsDocument } from '../contract/documents.ts';
import { openapi } from '../contract/openapi.ts';
import { domain } from '../kernel/domain.ts';
import { type Deprecation, operation } from '../kernel/operation.ts';
import { record } from '../kernel/schema.ts';
import { openTestBank, type TestBank } from './test-bank.ts';

const deprecation: Deprecation = {
  since: '2026-11-20',
  sunset: '2027-11-20',
  link: 'https://bank.example/changes/old-thing',
};

function domainWith(deprecated: Deprecation) {
  const thing = operation({
    name: 'thing_details',
    routes: [
      { method: 'GET', path: '/v3/thing' },
      { method: 'GET', path: '/v2/thing', suffix: 'v2', deprecation: deprecated },
    ],
    permission: 'transfers',
    summary: 'For tests',
    description: 'For tests.',
    response: record({}),
    example: { response: {} },
    handle: async () => ({}),
  });
  return domain({ name: 'things', operations: [thing], events: [] });
}

const things = domainWith(deprecation);
let t: TestBank;

before(async () => {
  t = await openTestBank({ domains: [things] });
});
after(() => t.close());

test('a deprecated route says so with every answer, its successor does not', async () => {
  const said = (headers: Headers) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
  const expected = [
    '@1795132800',
    'Sat, 20 Nov 2027 00:00:00 GMT',
    '<https://bank.example/changes/old-thing>; rel="deprecation"; type="text/html"',
  ];
  const old = await t.call('thing_details', { route: 1 });
  assert.deepEqual([old.code, said(old.headers)], [0, expected]);
  const refused = await t.call('thing_details', { route: 1, headers: { 'x-hash': '' } });
  assert.deepEqual([refused.code, said(refused.headers)], [401, expected]);
  assert.deepEqual(said((await t.call('thing_details')).headers), [null, null, null]);
});

test('the documents say it too', () => {
  const { paths } = openapi([things]) as unknown as { paths: Record<string, { get: { deprecated?: boolean } }> };
  assert.deepEqual([paths['/v2/thing']?.get.deprecated, paths['/v3/thing']?.get.deprecated], [true, undefined]);
  assert.match(operationsDocument([things]), /`GET \/v2\/thing` \(deprecated, ends 2027-11-20\)/);
});

test('a route cannot end within six months of the notice', () => {
  const hasty = domainWith({ ...deprecation, sunset: '2027-05-19' });
  assert.throws(() => openapi([hasty]), /thing_details: \/v2\/thing must stay 6 months from 2026-11-20 on/);
  openapi([domainWith({ ...deprecation, sunset: '2027-05-20' })]);
});
