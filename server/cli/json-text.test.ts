import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonText } from './json-text.ts';

test('text that is no JSON is marked where it goes wrong, in one line', () => {
  for (const [text, place] of [
    ['{"account": tru}', /line 1, column 16: \{"account": tru▸\}$/],
    ['{"a":1,\n "b":1.2.3}', /line 2, column 9: {2}"b":1\.2▸\.3\}$/],
    ["{'a':1}", /line 1, column 2: \{▸'a':1\}$/],
    ['{"a":1', /line 1, column 7: \{"a":1▸$/],
    ['', /Unexpected end of JSON input at line 1, column 1: ▸$/],
    [`{"a":"${'x'.repeat(500)}",}`, /column 509: x{18}",▸\}$/],
  ] as const) {
    assert.throws(() => parseJsonText(text, 'the fields are'), place);
    assert.throws(() => parseJsonText(text, 'the fields are'), /^Error: the fields are not JSON: [^\n]*$/);
  }
  assert.deepEqual(parseJsonText('{"a":1}', 'it is'), { a: 1 });
});
