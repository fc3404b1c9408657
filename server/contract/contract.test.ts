import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { type Domain, domain } from '../kernel/domain.ts';
import { operation } from '../kernel/operation.ts';
import { entityNotFound, insufficientFunds } from '../kernel/refusal.ts';
import { amount, fields, nullable, record, text, token } from '../kernel/schema.ts';
import { eventsDocument, operationsDocument, permissionsDocument, refusalsDocument } from './documents.ts';
import { fieldsOf } from './fields.ts';
import { openapi } from './openapi.ts';
import { referencePage, referencePolicy } from './reference.ts';
import { shareSchemas } from './shared-schemas.ts';

const parcelSend = operation({
  name: 'parcel_send',
  routes: [
    { method: 'POST', path: '/v2/parcels/{parcel}/send' },
    { method: 'POST', path: '/v3/parcels/{parcel}/send' },
  ],
  permission: 'transfers',
  summary: 'Sends a <parcel>',
  description: 'Weights in grams | gross.',
  params: fields({ parcel: token('The parcel') }),
  body: fields({ to: fields({ name: text(35, { min: 1 }) }), weight: amount('In grams') }),
  response: record({ token: token('The parcel'), note: nullable(text(10)) }),
  refusals: [entityNotFound, insufficientFunds],
  example: {
    params: { parcel: '0193a5f0-0000-7000-8000-000000000001' },
    body: { to: { name: '</script><b>' }, weight: 1.5 },
    response: { token: '0193a5f0-0000-7000-8000-000000000001', note: null },
  },
  handle: async () => ({ token: '', note: null }),
});

const parcelSpill = operation({
  name: 'sim_parcel_spill',
  routes: [{ method: 'GET', path: '/v2/simulations/parcels' }],
  permission: 'simulation',
  summary: 'Spills',
  description: 'Only in the sandbox.',
  response: record({}),
  example: { response: {} },
  sandboxOnly: true,
  handle: async () => ({}),
});

const sample: readonly Domain[] = [
  domain({
    name: 'parcels',
    operations: [parcelSend, parcelSpill],
    events: [
      {
        action: 'PARCEL.SENT',
        when: 'A parcel left',
        payload: record({ parcel: token('The parcel') }),
        example: { parcel: 'p' },
        render: async () => [],
      },
    ],
  }),
];

type Doc = {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  webhooks: Record<string, unknown>;
};

test('an operation becomes one path item per route, with ids of their own', () => {
  const { paths, webhooks } = openapi(sample) as unknown as Doc;
  const first = paths['/v2/parcels/{parcel}/send']?.post;
  assert.equal(first?.operationId, 'parcel_send');
  assert.equal(paths['/v3/parcels/{parcel}/send']?.post?.operationId, 'parcel_send_v3');
  assert.equal(first?.['x-openemi-operation'], 'parcel_send');
  assert.equal(first?.['x-openemi-permission'], 'transfers');
  assert.deepEqual(
    (first?.['x-openemi-refusals'] as { code: number }[] | undefined)?.map(({ code }) => code),
    [11001, 11004, 11002, 12001],
  );
  assert.ok('requestBody' in (first ?? {}));
  assert.ok(!('requestBody' in (paths['/v2/simulations/parcels']?.get ?? {})));
  assert.deepEqual(Object.keys(webhooks), ['PARCEL.SENT']);
});

test('an answer is success or one of the declared codes', () => {
  const { paths } = openapi(sample) as unknown as Doc;
  const responses = JSON.parse(JSON.stringify(paths['/v2/parcels/{parcel}/send']?.post?.responses));
  const [success, refused] = responses[200].content['application/json'].schema.oneOf;
  assert.equal(success.properties.code.const, 0);
  assert.ok('token' in success.properties.data.properties);
  assert.deepEqual(refused.allOf[1].properties.code.enum, [400, 401, 403, 404, 429, 500, 11001, 11004, 11002, 12001]);
});

test('a long schema that stands in several places becomes one component', () => {
  const unit = { enum: Array.from({ length: 100 }, (_, index) => `unit${index}`) };
  const box = { type: 'object', properties: { unit, other: { type: 'string' } } };
  const { part, schemas } = shareSchemas({ first: box, second: { items: box } }, ['Unit']);
  assert.deepEqual(schemas, { Unit2: unit });
  const reference = { ...box, properties: { unit: { $ref: '#/components/schemas/Unit2' }, other: { type: 'string' } } };
  assert.deepEqual(part, { first: reference, second: { items: reference } });
});

test('production has no simulations', () => {
  const { paths } = openapi(sample, { sandbox: false }) as unknown as Doc;
  assert.ok(!('/v2/simulations/parcels' in paths));
  assert.doesNotMatch(referencePage(sample, false), /sim_parcel_spill/);
});

test('two operations of one name, and a path parameter without a schema, are mistakes of the registry', () => {
  assert.throws(() => openapi([...sample, ...sample]), /parcel_send is registered twice/);
  const lost = { ...parcelSend, routes: [{ method: 'POST' as const, path: '/v2/{box}' }] };
  assert.throws(() => openapi([domain({ name: 'lost', operations: [lost], events: [] })]), /\{box\}/);
  const twice = { ...parcelSend, routes: parcelSend.routes.map((route) => ({ ...route, suffix: 'x' })) };
  assert.throws(() => openapi([domain({ name: 'twice', operations: [twice], events: [] })]), /parcel_send_x/);
});

test('fields are flattened with their limits', () => {
  const rows = fieldsOf(Type.Object({ items: Type.Array(parcelSend.body), note: nullable(text(10)) }));
  assert.deepEqual(
    rows.map((row) => [row.path, row.type, row.limits]),
    [
      ['items', 'array of object', ''],
      ['items[].to', 'object', ''],
      ['items[].to.name', 'string', '1 to 35 characters'],
      ['items[].weight', 'number', 'more than 0, less than 10000000000000'],
      ['note', 'string or null', 'at most 10 characters'],
    ],
  );
});

test('the documents name everything that is registered', () => {
  assert.match(operationsDocument(sample), /`parcel_send` \| `POST \/v2\/parcels\/\{parcel\}\/send`<br>`POST \/v3/);
  assert.match(refusalsDocument(sample), /\| 12001 \| `insufficient_funds` \|.*`parcel_send` \|/);
  assert.match(eventsDocument(sample), /## PARCEL.SENT\n\nSent when: A parcel left/);
  assert.match(permissionsDocument(sample), /\| `transfers` \| `parcel_send` \|/);
  assert.match(permissionsDocument(sample), /\| `aml` \| none yet \|/);
});

test('the reference page escapes what it shows and asks for nothing from outside', () => {
  const page = referencePage(sample);
  assert.ok(page.includes('Sends a &lt;parcel&gt;'));
  assert.equal(page.match(/<\/script>/g)?.length, 1);
  assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
  assert.doesNotMatch(page, /@import|url\(|fetch\(/);
  assert.match(page, /id="operation-parcel_send"/);
  assert.match(page, /id="event-PARCEL.SENT"/);
  assert.match(referencePolicy(), /^default-src 'none'; style-src 'sha256-/);
});
