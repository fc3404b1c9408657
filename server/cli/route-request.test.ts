import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { parseExact } from '../kernel/exact-json.ts';
import { operation } from '../kernel/operation.ts';
import { fields, record, text } from '../kernel/schema.ts';
import { routeRequest } from './route-request.ts';

const shared = {
  permission: 'cards',
  summary: 'For tests',
  description: 'For tests.',
  response: record({}),
  example: { response: {} },
  handle: async () => ({}),
} as const;

const groups = operation({
  ...shared,
  name: 'card_groups',
  routes: [
    { method: 'GET', path: '/v2/cards/{card}/groups' },
    { method: 'PUT', path: '/v2/cards/{card}/groups', suffix: 'update' },
  ],
  params: fields({ card: text(36) }),
  query: fields({ detailed: Type.Optional(Type.Boolean()) }),
  body: fields({ limits: Type.Optional(text(10)), amount: Type.Optional(Type.Number()) }),
});

const given = (json: string) => parseExact(json) as Record<string, unknown>;

test('fields go where the schemas want them', () => {
  assert.deepEqual(routeRequest(groups, given('{"card":"a/b","detailed":true}')), {
    method: 'GET',
    path: '/v2/cards/a%2Fb/groups?detailed=true',
    body: undefined,
  });
  assert.deepEqual(routeRequest(groups, given('{"card":7,"limits":"LIM","amount":10.00}')), {
    method: 'PUT',
    path: '/v2/cards/7/groups',
    body: '{"limits":"LIM","amount":10.00}',
  });
});

test('a method chooses the route, and the parts can be said in full', () => {
  assert.equal(routeRequest(groups, { card: 'c' }, 'put').body, '{}');
  const full = { params: { card: 'c' }, query: { detailed: false }, body: { card: 'of the body' } };
  assert.deepEqual(routeRequest(groups, full, 'PUT'), {
    method: 'PUT',
    path: '/v2/cards/c/groups?detailed=false',
    body: '{"card":"of the body"}',
  });
});

test('an unknown field still reaches the bank, which refuses it', () => {
  assert.equal(routeRequest(groups, { card: 'c', colour: 'red' }).path, '/v2/cards/c/groups?colour=red');
});

test('a missing path field and a method without route are named', () => {
  assert.throws(() => routeRequest(groups, {}), /card_groups needs card, as in \/v2\/cards\/\{card\}\/groups/);
  assert.throws(() => routeRequest(groups, { card: 'c' }, 'POST'), /no route with POST: GET, PUT/);
});
