import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCaptured } from './captured-request.ts';

const body = '{"reference":"it\'s \\"so\\"","amount":1.50}';
const headers = { 'x-api-key': 'k', 'x-timestamp': '1', 'x-hash': 'h' };
const expected = { method: 'POST', url: '/v2/transfers?x=1', operation: undefined, headers, body };

test('a request is read as HTTP writes it, its body to the byte', () => {
  const head = ['POST /v2/transfers?x=1 HTTP/1.1', 'X-Api-Key: k', 'x-timestamp:1', 'X-HASH: h'];
  assert.deepEqual(readCaptured([...head, '', body].join('\r\n')), expected);
  const many = '{\n\n "a": 1\r\n\r\n}\n';
  assert.equal(readCaptured([...head, '', many].join('\n')).body, many);
  assert.equal(readCaptured(head.join('\n')).body, '');
});

test('a curl command is read as a shell would', () => {
  const quoted = body.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  for (const command of [
    `curl -s -X POST '/v2/transfers?x=1' \\\n -H 'X-API-Key: k' -H "x-timestamp: 1" -Hx-hash:h -d "${quoted}"`,
    `$ curl /v2/transfers?x=1 --header=x-api-key:k --header x-timestamp:1 -H x-hash:\\ h --data-raw "${quoted}"\n`,
    `curl --url /v2/transfers?x=1 -H x-api-key:k -H x-timestamp:1 -H x-hash:h -d '${body.replace("'", `'\\''`)}'`,
  ]) {
    assert.deepEqual(readCaptured(command), expected, command);
  }
  assert.equal(readCaptured('curl /v2/cards/1/2').method, 'GET');
});

test('the JSON of sim_signature_doctor is read, and what is none of these is told', () => {
  const { method, url: path } = expected;
  assert.deepEqual(readCaptured(JSON.stringify({ method, path, headers, body })), expected);
  assert.throws(() => readCaptured('{"method":1}'), /has no method/);
  assert.throws(() => readCaptured('{nothing'), /is not JSON/);
  assert.throws(() => readCaptured('hello'), /begins with METHOD/);
});
