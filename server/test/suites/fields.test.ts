import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import type { Operation, Route } from '../../kernel/operation.ts';
import { compile } from '../../runtime/validation.ts';
import type { TestAnswer } from '../test-bank.ts';
import { type Field, fieldsOf, isFreeText, nameOf, type Shape, undocumented } from './fields.ts';
import { type Draft, exampleOf, fieldsNamed, letter, post, withValue } from './request.ts';
import { entrances, openWorld, operations, type World } from './world.ts';
import { boundaryValues, type Wrong, wrongRequests } from './wrong.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world?.close());

/** Ways in that differ in more than their path: an operation's schemas are the same behind all of them. */
const distinct = entrances.filter(
  ({ operation, route }) => operation.routes.find((each) => kindOf(each) === kindOf(route)) === route,
);

function kindOf({ method, path }: Route): string {
  return `${method} ${path.match(/\{\w+\}/g)}`;
}

for (const { name, operation, route } of entrances) {
  test(`${name}: the documented example works, and its answer is what is documented`, async () => {
    const answer = await post(world.bank, letter(operation, route, exampleOf(operation, world.estate)));
    assert.equal(answer.code, 0, answer.text);
    assert.deepEqual(compile(operation).response(answer.data), [], answer.text);
    assert.deepEqual(undocumented(answer.data, operation.response as Shape), []);
    assert.deepEqual(compile(operation).response(operation.example.response), [], 'the documented answer');
    if (route.method !== 'GET') await world.renew(operation);
  });
}

for (const { name, operation, route } of distinct) {
  test(`${name}: each wrong field is named, and nothing is done`, async () => {
    const before = await world.traces.read();
    const wrong = wrongRequests(operation, route, exampleOf(operation, world.estate));
    await eachOf(wrong, async (request) => assertNamed(operation, request, await post(world.bank, request.sent)));
    assert.deepEqual(await world.traces.changed(before), []);
  });

  test(`${name}: what is right but only just is not held against its field`, async () => {
    const fields = (['params', 'query', 'body'] as const).flatMap((part) => fieldsOf(operation, part));
    for (const field of fields) {
      for (const [what, value] of boundaryValues(field)) {
        const answer = await post(
          world.bank,
          letter(operation, route, withValue(exampleOf(operation, world.estate), field, value)),
        );
        const rules = (answer.data?.errors ?? []).filter((error: { field: string }) => error.field === nameOf(field));
        const held = rules.filter(({ rule }: { rule: string }) => /^(m(ax|in)|exclusive|type|format)/.test(rule));
        assert.deepEqual(held, [], `${nameOf(field)} ${what}: ${answer.text}`);
      }
    }
    if (route.method !== 'GET') await world.renew(operation);
  });

  test(`${name}: bodies that are no object are refused whole`, async () => {
    const before = await world.traces.read();
    const draft = exampleOf(operation, world.estate);
    for (const body of [
      '[]',
      '1',
      'null',
      '"x"',
      '{',
      '{"a":1,}',
      "{'a':1}",
      '{"a":01}',
      '\ufeff{}',
      '[[['.repeat(20_000),
    ]) {
      if (route.method === 'GET') continue;
      const answer = await post(world.bank, letter(operation, route, draft, body));
      assert.equal(answer.code, 400, `${body.slice(0, 20)}: ${answer.text}`);
    }
    assert.deepEqual(await world.traces.changed(before), []);
  });

  test(`${name}: strange texts are taken as text, and read back as they came`, async () => {
    if (route.method === 'GET') return;
    for (const text of strangeTexts) {
      const { draft, answer } = await postText(operation, route, text);
      assert.equal(answer.code, 0, `${JSON.stringify(text)}: ${answer.text}`);
      const shown = await allShown(answer);
      for (const [field, value] of Object.entries(draft.body)) {
        const seen = shown.filter((record) => typeof record[field] === 'string').map((record) => record[field]);
        if (typeof value === 'string' && isText(operation, field) && seen.length > 0)
          assert.ok(seen.includes(value), `${field}: ${JSON.stringify([value, seen])}`);
      }
      await world.renew(operation);
    }
  });
}

/** Several at once: they do not disturb each other. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

function assertNamed(operation: Operation, { what, field, sent }: Wrong, answer: TestAnswer): void {
  const where = `${field} ${what}: ${sent.method} ${sent.target.slice(0, 300)} ${sent.body?.slice(0, 300)}\n→ ${answer.text.slice(0, 500)}`;
  // A path of another form leads nowhere.
  if (answer.code === 404 && !sent.target.includes('?') && operation.params.properties[field] !== undefined) return;
  assert.equal(answer.code, operation.fieldErrors.code, where);
  const named = fieldsNamed(answer);
  assert.ok(
    named.some((name) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`)),
    where,
  );
}

const strangeTexts = [
  "Robert'); drop table ledger.balances; --",
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  `%d \${7*7} {{7*7}} %s %n $1 \\ \\u0000 "quoted"`,
  'مرحبا \u202eשלום\u202c 👩‍👩‍👧‍👦🏳️‍🌈 Z̷̢̛a̵l̶g̸o̷',
  ' \t\r\n\u0001\u007f\ufeff\uffff\u2028 ',
];

function freeTexts(operation: Operation): Field[] {
  return fieldsOf(operation, 'body').filter(
    ({ path, shape }) => isFreeText(shape) && world.estate[path.at(-1)!] === undefined,
  );
}

function isText(operation: Operation, name: string): boolean {
  return freeTexts(operation).some(({ path }) => path.length === 1 && path[0] === name);
}

/** Says the text in all free texts of a request at once; those that the operation refuses get back what they were. */
async function postText(
  operation: Operation,
  route: Route,
  text: string,
): Promise<{ draft: Draft; answer: TestAnswer }> {
  const right = exampleOf(operation, world.estate);
  let fields = freeTexts(operation);
  for (;;) {
    const draft = fields.reduce(
      (changed, field) => withValue(changed, field, said(text, field.shape.maxLength)),
      right,
    );
    const answer = await post(world.bank, letter(operation, route, draft));
    const named = fieldsNamed(answer);
    const taken = fields.filter(
      (field) => !named.some((name) => nameOf(field).startsWith(name) || name.startsWith(nameOf(field))),
    );
    if (taken.length === fields.length) return { draft, answer };
    fields = taken;
  }
}

/** At most so many characters, none of them cut in two; where there is room, no two are alike: some must be unique. */
function said(text: string, maxLength?: number): string {
  return maxLength === undefined ? text[0] + newId() + text.slice(1) : [...text].slice(0, maxLength).join('');
}

/** What the bank shows of what was made: the answer itself, and every record that its token leads to. */
async function allShown({ data }: TestAnswer): Promise<Record<string, unknown>[]> {
  const shown = [data];
  const token = data.token ?? data.transaction;
  for (const operation of operations) {
    const { method, path } = operation.routes[0]!;
    const names = Object.keys(operation.params.properties);
    if (token === undefined || method !== 'GET' || names.length !== 1 || !path.endsWith('}')) continue;
    const draft = { params: { [names[0]!]: token }, query: {}, body: {} };
    const answer = await post(world.bank, letter(operation, operation.routes[0]!, draft));
    if (answer.code === 0) shown.push(answer.data);
  }
  return shown;
}
