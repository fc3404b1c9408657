import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TObject, Type } from 'typebox';
import { domain } from '../kernel/domain.ts';
import { operation } from '../kernel/operation.ts';
import { pageParams } from '../kernel/paging.ts';
import { amountOut, fields, list, nullable, oneOf, record, text, token } from '../kernel/schema.ts';
import { sdkRoutes, sdkTypes } from './sdk.ts';
import { typeNames } from './typescript.ts';

const coin = record({
  token: token('Coin */ of gold'),
  kind: oneOf(['a', "b's"]),
  worth: nullable(amountOut('What it is worth')),
  tags: Type.Array(oneOf(['x', 'y'])),
  marks: Type.Record(Type.String(), Type.Integer()),
  'odd-name': Type.Optional(Type.Boolean()),
});

const shared = {
  permission: 'cards',
  summary: 'For tests',
  description: 'For tests.',
  handle: async () => ({}) as never,
} as const;

const coins = (...more: Parameters<typeof operation>[0][]) =>
  domain({
    name: 'coins',
    events: [],
    operations: [
      operation({
        ...shared,
        name: 'coin_details',
        routes: [
          { method: 'GET', path: '/v2/coins/{coin}' },
          { method: 'GET', path: '/v3/coins/{coin}', suffix: 'v3' },
        ],
        params: fields({ coin: token('Coin') }),
        response: coin,
        example: { response: {} },
      }),
      operation({
        ...shared,
        name: 'coins_list',
        routes: [{ method: 'GET', path: '/v2/coins/{page}/{limit}' }],
        params: pageParams(10),
        query: fields({ kind: Type.Optional(text(5)) }),
        response: list(coin),
        example: { response: {} },
      }),
      ...more.map((each) => operation(each)),
    ],
  });

test('a schema becomes the type that it describes', () => {
  const types = sdkTypes([coins()]);
  for (const line of [
    'export interface Coin {',
    '  /** Coin * / of gold */',
    "  kind: 'a' | 'b\\'s';",
    '  /** What it is worth */\n  worth: number | null;',
    "  tags: ('x' | 'y')[];",
    '  marks: Record<string, number>;',
    "  'odd-name'?: boolean;",
    '  coinDetails: (input: CoinDetailsInput, options?: CallOptions) => Promise<Coin>;',
    '  coinsList: List<CoinsListInput, Coin>;',
  ]) {
    assert.ok(types.includes(line), line);
  }
  assert.doesNotMatch(types, /coinDetailsV3|page: number/);
});

test('the table of routes says where fields go and how much a list gives at once', () => {
  const terminate = {
    ...shared,
    name: 'coin_melt',
    routes: [{ method: 'DELETE', path: '/v2/coins/{coin}' }],
    params: fields({ coin: token('Coin') }),
    query: fields({ why: text(5) }),
    response: record({}),
    example: { response: {} },
  } as const;
  const routes = sdkRoutes([coins(terminate as never)]);
  assert.match(routes, /coinsList: \{ .*path: '\/v2\/coins\/\{page\}\/\{limit\}', pageLimit: 10 \}/);
  assert.match(routes, /coinMelt: \{ name: 'coin_melt', method: 'DELETE', .*query: \['why'\] \}/);
});

test('a name that stands in path and body at once is refused', () => {
  const wrong = {
    ...shared,
    name: 'coin_update',
    routes: [{ method: 'PUT', path: '/v2/coins/{coin}' }],
    params: fields({ coin: token('Coin') }),
    body: fields({ coin: text(5) }) as TObject,
    response: record({}),
    example: { response: {} },
  };
  assert.throws(() => sdkTypes([coins(wrong as never)]), /coin_update: coin stands in two places/);
});

test('what stands in several places gets a name, once', () => {
  const address = record(Object.fromEntries(['street', 'town', 'zip', 'country'].map((name) => [name, text(35)])));
  const names = typeNames(
    new Map(Object.entries({ Home: record({ address }), Work: record({ address, name: text(5) }) })),
  );
  const declared = names.declarations();
  assert.equal(declared.match(/street: string/g)?.length, 1);
  assert.equal(declared.match(/address: Address;/g)?.length, 2);
});
