import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { InexactNumber, mayHoldUnstorableText, minify, parseJson, unstorableText } from './json.ts';

test('what a double holds exactly is parsed as JSON.parse does', () => {
  const json = fc.json({ noUnicodeString: false }).filter((text) => !/\de[+-]?\d|[\d.]{16}/i.test(text));
  fc.assert(fc.property(json, (text) => assert.deepEqual(parseJson(text), JSON.parse(text))));
});

for (const lexeme of [
  '1e3',
  '1E3',
  '1.5e-7',
  '-2e+1',
  '0e0',
  '1234567890123456',
  '9007199254740993.015',
  '-0.1000000000000000055',
]) {
  test(`${lexeme} is inexact wherever it stands`, () => {
    for (const [text, at] of [
      [lexeme, (value: unknown) => value],
      [` \n${lexeme} `, (value: unknown) => value],
      [`{"a":${lexeme}}`, (value: unknown) => (value as { a: unknown }).a],
      [`{"a" : \t${lexeme} }`, (value: unknown) => (value as { a: unknown }).a],
      [`[1,${lexeme}]`, (value: unknown) => (value as unknown[])[1]],
      [`[ ${lexeme}]`, (value: unknown) => (value as unknown[])[0]],
      [`[0,\r\n${lexeme}]`, (value: unknown) => (value as unknown[])[1]],
    ] as const) {
      assert.deepEqual(at(parseJson(text)), new InexactNumber(lexeme), text);
    }
  });
}

for (const lexeme of [
  '0',
  '-0',
  '1.10',
  '123456789012345',
  '1234567890123.45',
  '0.00000000000000012',
  '-0.000000000001',
]) {
  test(`${lexeme} is exact`, () => assert.deepEqual(parseJson(`{"a":${lexeme}}`), { a: Number(lexeme) }));
}

test('digits within strings and tokens are no numbers', () => {
  const value = { token: '550e8400-e29b-41d4-a716-446655440000', text: ':1e3,12345678901234567', n: [1] };
  assert.deepEqual(parseJson(JSON.stringify(value)), value);
});

test('an inexact number is refused by validation, with the field named', () => {
  const validate = new Ajv().compile({ type: 'object', properties: { amount: { type: 'number' } } });
  assert.equal(validate(parseJson('{"amount":1e2}')), false);
  assert.equal(validate.errors?.[0]?.instancePath, '/amount');
  assert.equal(validate(parseJson('{"amount":100}')), true);
});

for (const text of ['{"__proto__":{"admin":true},"a":1}', '{"__proto__":{"admin":true},"a":1e3}']) {
  test(`a __proto__ key sets no prototype and is refused as unknown: ${text}`, () => {
    const value = parseJson(text) as Record<string, unknown>;
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(value.admin, undefined);
    const validate = new Ajv().compile({ type: 'object', properties: { a: {} }, additionalProperties: false });
    assert.equal(validate(value), false);
    assert.equal(validate.errors?.[0]?.params.additionalProperty, '__proto__');
  });
}

for (const text of [
  '',
  '{',
  '{"a":1e3',
  '01',
  '[1e3,]',
  '\ufeff{}',
  "{'a':1}",
  `${'['.repeat(200_000)}1e3${']'.repeat(200_000)}`,
]) {
  test(`a SyntaxError: ${text.slice(0, 20)}`, () => assert.throws(() => parseJson(text), SyntaxError));
}

const compact = '{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}';
const pretty = JSON.stringify(JSON.parse(compact), null, 2);

test('the published signing vector holds for the compact and the pretty-printed body', () => {
  const start = '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d101795169730transfer_create';
  for (const body of [compact, pretty, pretty.replaceAll('\n', '\r\n'), `\t${pretty}\n`]) {
    const hash = createHmac('sha256', 'sandbox-secret-please-rotate')
      .update(start + minify(body))
      .digest('hex');
    assert.equal(hash, '7f7d98226d5ccb1845da3fe9881927fe6860c32a78cb1c692254340477d0f3bb');
  }
});

for (const [text, expected] of [
  ['', ''],
  [' \t\r\n', ''],
  ['{ "a" : 1.10 , "b" : "\\/ \\u0416 x" }', '{"a":1.10,"b":"\\/ \\u0416 x"}'],
  ['["a\\" b", " \\\\" , " c"]', '["a\\" b"," \\\\"," c"]'],
  ['[ "\\\\\\" " ]', '["\\\\\\" "]'],
  ['{"b":1, "a":1e3}', '{"b":1,"a":1e3}'],
  ['"\u00a0" \u00a0', '"\u00a0"\u00a0'],
  ['[ "open end', '["open end'],
] as const) {
  test(`minified: ${JSON.stringify(text)}`, () => assert.equal(minify(text), expected));
}

test('minifying is what JSON.stringify would make of its own indented text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t', '  \n'), (value, indent) => {
      assert.equal(minify(JSON.stringify(value, null, indent)), JSON.stringify(value));
    }),
  );
});

test('unstorable text is found by its path, in strings and in keys', () => {
  const value = {
    debtor: { name: 'a\0', city: 'Sofia' },
    items: [{ x: '\ud800' }, 'fine \u{1f600}', '\udc00a'],
    'k\0': { inner: 'not looked at' },
    none: null,
    count: 1,
  };
  assert.deepEqual(unstorableText(value), ['debtor.name', 'items[0].x', 'items[2]', 'k\ufffd']);
  assert.deepEqual(unstorableText('\0'), ['']);
  assert.deepEqual(unstorableText({ a: ['x'] }), []);
});

test('deep and long values are walked without the stack giving out', () => {
  assert.deepEqual(unstorableText(parseJson(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)), []);
  assert.deepEqual(unstorableText([...new Array(300_000).fill(0), '\0']), ['[300000]']);
});

test('the cheap test misses no unstorable text', () => {
  const unit = fc.constantFrom('\0', '\ud800', '\udfff', '\ud83d\ude00', 'a', '\\', '"', 'u0000');
  const value = fc.array(fc.dictionary(fc.string({ unit }), fc.string({ unit })));
  fc.assert(
    fc.property(value, (value) => {
      // JSON.stringify writes lone surrogates as escapes, the only way in which they can arrive.
      const text = JSON.stringify(value);
      if (unstorableText(JSON.parse(text)).length > 0) assert.equal(mayHoldUnstorableText(text), true);
    }),
  );
  assert.equal(mayHoldUnstorableText('{"a":"\\u0416 plain \\u0000"}'), true);
  for (const text of ['"\\ud800"', '"\\uDBFF"', '"\\udE00"', '"\\uDfff"'])
    assert.equal(mayHoldUnstorableText(text), true, text);
  assert.equal(mayHoldUnstorableText('{"a":"\\u0416 plain"}'), false);
});
