import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../kernel/operation.ts';
import { openRouter } from './router.ts';

function operation(name: string, ...paths: string[]): Operation {
  return { name, routes: paths.map((path) => ({ method: 'GET', path })) } as unknown as Operation;
}

const route = openRouter(
  [
    operation('cards_list', '/v2/cards/{page}/{limit}', '/v3/cards/{page}/{limit}'),
    operation('card_groups', '/v2/cards/{card}/groups'),
    operation('card_details', '/v2/cards/{card}'),
    operation('card_tokens', '/v2/cards/{card}/tokens/{deviceId}'),
  ],
  '/bank',
);

test('two numbers are a page and a limit, literals come first, the root path is part of all', () => {
  for (const [path, name] of [
    ['/bank/v2/cards/1/10', 'cards_list'],
    ['/bank/v3/cards/1/10', 'cards_list'],
    ['/bank/v2/cards/1/groups', 'card_groups'],
    ['/bank/v2/cards/abc', 'card_details'],
    ['/bank/v2/cards/1/tokens/7', 'card_tokens'],
    ['/bank/v2/cards/abc/10', undefined],
    ['/bank/v2/cards/1/10x', undefined],
    ['/bank/v2/cards/%zz', undefined],
    ['/v2/cards/1/10', undefined],
    ['*', undefined],
  ] as const) {
    assert.equal(route('GET', path)?.operation.name, name, path);
  }
  assert.equal(route('POST', '/bank/v2/cards/1/10'), undefined);
  assert.equal(route('BREW', '/bank/v2/cards/1/10'), undefined);
});

test('parameters are decoded, and cannot step into another path', () => {
  assert.equal(route('GET', '/bank/v2/cards/a%2Fb%20c')?.params.card, 'a/b c');
  assert.deepEqual({ ...route('GET', '/bank/v2/cards/1/2?a=1&a=2&b=%C3%A9')?.query }, { a: ['1', '2'], b: 'é' });
});
