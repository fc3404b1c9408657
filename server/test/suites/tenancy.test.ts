import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import type { Operation, Route } from '../../kernel/operation.ts';
import type { TestAnswer } from '../test-bank.ts';
import { tokensOf } from './estate.ts';
import { type Field, fieldsOf, isToken } from './fields.ts';
import { exampleOf, letter, post, withValue } from './request.ts';
import { entrances, openWorld, type World } from './world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world?.close());

for (const { name, operation, route } of entrances) {
  const fields = tokenFields(operation, route);

  test(`${name}: what another instance has is not there`, async () => {
    const { bank, traces, estate, foreign } = world;
    for (const field of fields) {
      const ask = (token: string) =>
        post(bank, letter(operation, route, withValue(exampleOf(operation, estate), field, token)));
      const before = await traces.read();
      const unknown = await ask(newId());
      for (const [noun, token] of tokensOf(foreign)) {
        const answer = await ask(token);
        assert.equal(told(answer), told(unknown), `${field.path.join('.')} with the other's ${noun}`);
      }
      if (unknown.code !== 0) assert.deepEqual(await traces.changed(before), [], field.path.join('.'));
    }
  });

  test(`${name}: what it has does work for the other instance`, async () => {
    const { bank, foreign } = world;
    const sent = letter(operation, route, exampleOf(operation, foreign));
    const answer = await post(bank, sent, { key: bank.sandbox.second });
    assert.equal(answer.code, 0, answer.text);
    if (route.method !== 'GET') await world.renewForeign(operation);
  });
}

/** The tokens that this way into the operation takes, in the path, in the query and in the body. */
function tokenFields(operation: Operation, { method, path }: Route): Field[] {
  const parts = [
    ...fieldsOf(operation, 'params').filter((field) => path.includes(`{${field.path[0]}}`)),
    ...fieldsOf(operation, 'query'),
    ...(method === 'GET' ? [] : fieldsOf(operation, 'body')),
  ];
  return parts.filter(({ shape }) => isToken(shape));
}

const tokens = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What is answered, ids aside. */
function told({ text }: TestAnswer): string {
  return text.replace(tokens, '(id)');
}
