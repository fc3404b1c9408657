import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { operation } from '../kernel/operation.ts';
import { fields, nullable, oneOf, oneOfOrEmpty, optionalToken, text, token } from '../kernel/schema.ts';
import { compile } from './validation.ts';

const party = fields({ name: text(5, { min: 1 }), balance: optionalToken('Balance') });
const probe = operation({
  name: 'probe',
  summary: 'Probe',
  description: 'For this test.',
  permission: 'users',
  routes: [{ method: 'POST', path: '/probe/{id}' }],
  params: fields({ id: token('Id') }),
  query: fields({ flag: Type.Optional(Type.Boolean()), many: Type.Optional(Type.Integer()) }),
  body: fields({
    debtor: Type.Optional(party),
    parties: Type.Optional(Type.Array(party, { maxItems: 2 })),
    tokens: Type.Optional(Type.Array(token('Any'))),
    kind: Type.Optional(oneOf(['a', 'b'])),
    clear: Type.Optional(oneOfOrEmpty(['a', 'b'])),
    maybe: Type.Optional(nullable(text(3))),
    born: Type.Optional(Type.String({ format: 'date' })),
    country: Type.Optional(Type.String({ format: 'optional-country' })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  }),
  response: Type.Object({}),
  example: { response: {} },
  handle: async () => ({}),
});
const validator = compile(probe);
const id = '0198f0aa-0000-7000-8000-00000000000a';

function check(body: unknown, query: Record<string, unknown> = {}, params: Record<string, unknown> = { id }) {
  const raw = { params, query, body: body as Record<string, unknown>, bodyText: JSON.stringify(body) };
  return validator.request(raw).map(({ field, rule }) => `${field} ${rule}`);
}

test('each rule by its name, each field by its path', () => {
  const table: [unknown, string[]][] = [
    [{}, []],
    [{ debtor: {} }, ['debtor.name required']],
    [{ debtor: { name: '' } }, ['debtor.name min_length']],
    [{ debtor: { name: 'abcdef' } }, ['debtor.name max_length']],
    [{ debtor: { name: 'a', iban: 1 } }, ['debtor.iban unknown_field']],
    [{ debtor: 'x' }, ['debtor type']],
    [{ debtor: null }, ['debtor type']],
    [{ parties: [{ name: 'a' }, { name: 5 }] }, ['parties[1].name type']],
    [{ parties: [1, 2, 3] }, ['parties max_items', 'parties[0] type', 'parties[1] type', 'parties[2] type']],
    [{ tokens: [id, 'x'] }, ['tokens[1] token']],
    [{ kind: 'c' }, ['kind allowed_value']],
    [{ clear: '' }, []],
    [{ maybe: null }, []],
    [{ maybe: 5 }, ['maybe type']],
    [{ maybe: 'abcd' }, ['maybe max_length']],
    [{ born: '2026-02-29' }, ['born date']],
    [{ country: '' }, []],
    [{ country: 'XX' }, ['country country']],
    [{ count: 0 }, ['count minimum']],
    [{ count: 10 }, ['count maximum']],
    [{ count: '5' }, ['count type']],
    [{ count: 1.5 }, ['count type']],
    [JSON.parse('{"__proto__": {"x": 1}}'), ['__proto__ unknown_field']],
  ];
  for (const [body, expected] of table) assert.deepEqual(check(body), expected, JSON.stringify(body));
});

test('texts of path and query are converted, a body never is', () => {
  const query = { flag: 'true', many: '12' };
  assert.deepEqual(check({}, query), []);
  assert.deepEqual(query, { flag: true, many: 12 });
  assert.deepEqual(check({}, { many: ['1', '2'] }), ['many type']);
  assert.deepEqual(check({}, { other: 'x' }), ['other unknown_field']);
  assert.deepEqual(check({}, {}, { id: '1' }), ['id token']);
});

test('tokens get their canonical form wherever they stand, empty ones disappear', () => {
  const short = id.replaceAll('-', '').toUpperCase();
  const body = { debtor: { name: 'a', balance: short }, parties: [{ name: 'b', balance: '' }], tokens: [short] };
  const params = { id: short };
  assert.deepEqual(check(body, {}, params), []);
  assert.deepEqual(body, { debtor: { name: 'a', balance: id }, parties: [{ name: 'b' }], tokens: [id] });
  assert.deepEqual(params, { id });
});

test('at most a hundred fields are named, and each once', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]));
  assert.equal(check(many).length, 100);
});
