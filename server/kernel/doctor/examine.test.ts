import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { type Diagnosis, type Exhibit, examine, type KnownKey } from './examine.ts';

const apiKey = '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10';
const secret = 'c2FuZGJveC1zZWNyZXQtcGxlYXNlLXJvdGF0ZSE';
const timestamp = '1795169730';
const now = new Date(1795169735_000);
const body = '{"name":"Zoë","amount":1.50,"reference":"a/b & c","creditor":{"iban":"x","balance":"y"}}';
const start = `${apiKey}${timestamp}transfer_create`;
const operations = ['transfer_create', 'transfer_details', 'cards_list'];
const key: KnownKey = {
  secret,
  previousSecret: 'the-one-before',
  hashCompat: false,
  requireHashV2: false,
  otherSecrets: [{ name: 'the webhook secret', secret: 'whsec_abc' }],
};

const hmac = (text: string | Buffer, by: string | Buffer = secret) =>
  createHmac('sha256', by).update(text).digest('hex');

function look(changes: Partial<Exhibit>, of: KnownKey | undefined = key): Diagnosis {
  const exhibit: Exhibit = {
    method: 'POST',
    url: '/v2/transfers?x=1',
    operation: 'transfer_create',
    apiKey,
    timestamp,
    hash: hmac(start + body),
    hashV2: undefined,
    body,
    ...changes,
  };
  return examine(exhibit, of, operations, now);
}

const codes = (changes: Partial<Exhibit>, of?: KnownKey | undefined) =>
  look(changes, of).findings.map(({ code }) => code);

test('what is signed rightly is valid: as sent, compact, with the secret before, in upper case', () => {
  const pretty = JSON.stringify(JSON.parse('{"a":[1,"b c"]}'), null, 2);
  for (const changes of [
    {},
    { body: pretty, hash: hmac(start + pretty) },
    { body: pretty, hash: hmac(`${start}{"a":[1,"b c"]}`) },
    { hash: hmac(start + body, 'the-one-before') },
    { method: 'GET', operation: 'cards_list', hash: hmac(`${apiKey}${timestamp}cards_list`) },
    { method: 'DELETE', body: '{"ignored":true}', hash: hmac(start) },
  ]) {
    const { valid, findings } = look(changes);
    assert.deepEqual({ valid, findings }, { valid: true, findings: [] }, JSON.stringify(changes));
  }
  const upper = look({ hash: hmac(start + body).toUpperCase() });
  assert.deepEqual([upper.valid, upper.findings[0]?.code], [true, 'digest_upper_case']);
});

test('the expected text is told with its places, and the hash, but never the secret', () => {
  const { expected } = look({ hash: 'x' });
  assert.equal(expected.text, start + body);
  assert.equal(expected.hash, hmac(start + body));
  const bytes = Buffer.from(expected.text);
  const cut = expected.parts.map(({ part, from, to }) => [part, bytes.toString('utf8', from, to)]);
  assert.deepEqual(Object.fromEntries(cut), { api_key: apiKey, timestamp, operation: 'transfer_create', body });
  assert.ok(!JSON.stringify(look({ hash: 'x' })).includes(secret));
});

/** What somebody signed by mistake, and as what it is found. */
const mistakes: Readonly<Record<string, string | readonly [hash: string, code: string]>> = {
  secret_blank: hmac(start + body, `${secret}\n`),
  'secret_blank with carriage return': [hmac(start + body, `${secret}\r\n`), 'secret_blank'],
  'secret_blank by quotation marks': [hmac(start + body, `"${secret}"`), 'secret_blank'],
  secret_decoded: hmac(start + body, Buffer.from(secret, 'base64')),
  secret_encoded: hmac(start + body, Buffer.from(secret).toString('base64')),
  secret_case: hmac(start + body, secret.toLowerCase()),
  secret_empty: hmac(start + body, ''),
  secret_cut: hmac(start + body, secret.slice(0, 32)),
  'secret_cut at its start': [hmac(start + body, secret.slice(1)), 'secret_cut'],
  secret_of_other: hmac(start + body, 'whsec_abc'),
  key_and_secret_swapped: hmac(`${secret}${timestamp}transfer_create${body}`, apiKey),
  timestamp_missing: hmac(`${apiKey}transfer_create${body}`),
  timestamp_milliseconds: hmac(`${apiKey}${timestamp}417transfer_create${body}`),
  timestamp_format: hmac(`${apiKey}2026-11-20T10:15:30Ztransfer_create${body}`),
  timestamp_other: hmac(`${apiKey}1795169729transfer_create${body}`),
  operation_missing: hmac(apiKey + timestamp + body),
  operation_is_path: hmac(`${apiKey}${timestamp}/v2/transfers${body}`),
  'operation_is_path with its method': [hmac(`${apiKey}${timestamp}POST/v2/transfers${body}`), 'operation_is_path'],
  operation_wrong: hmac(`${apiKey}${timestamp}transfer_details${body}`),
  'operation_wrong in its spelling': [hmac(`${apiKey}${timestamp}transferCreate${body}`), 'operation_wrong'],
  api_key_missing: hmac(`${timestamp}transfer_create${body}`),
  order_wrong: hmac(`${timestamp}${apiKey}transfer_create${body}`),
  separator: hmac([apiKey, timestamp, 'transfer_create', body].join('|')),
  digest_encoding: createHmac('sha256', secret)
    .update(start + body)
    .digest('base64'),
  digest_algorithm: createHash('sha256')
    .update(secret + start + body)
    .digest('hex'),
  'digest_algorithm of another length': [
    createHmac('sha512', secret)
      .update(start + body)
      .digest('hex'),
    'digest_algorithm',
  ],
  text_encoding: hmac(Buffer.from(start + body, 'latin1')),
  body_missing: hmac(start),
  body_newline: hmac(`${start}${body}\n`),
  body_byte_order_mark: hmac(`${start}\ufeff${body}`),
  body_quoted: hmac(start + JSON.stringify(body)),
  body_blanks: hmac(start + body.replaceAll(',', ', ').replaceAll(':', ': ')),
  'body_blanks of indentation': [
    hmac(start + JSON.stringify(JSON.parse(body), null, 4).replace('1.5', '1.50')),
    'body_blanks',
  ],
  body_numbers: hmac(start + body.replace('1.50', '1.5')),
  body_key_order: hmac(
    `${start}{"amount":1.50,"creditor":{"balance":"y","iban":"x"},"name":"Zoë","reference":"a/b & c"}`,
  ),
  'body_key_order of one key': [
    hmac(`${start}{"amount":1.50,"name":"Zoë","reference":"a/b & c","creditor":{"iban":"x","balance":"y"}}`),
    'body_key_order',
  ],
  body_escapes: hmac(start + body.replace('ë', '\\u00eb')),
  'body_escapes of slashes': [hmac(start + body.replace('/', '\\/')), 'body_escapes'],
  'body_escapes of PHP': [hmac(start + body.replace('/', '\\/').replace('ë', '\\u00eb')), 'body_escapes'],
  'body_escapes of Go': [hmac(start + body.replace('&', '\\u0026')), 'body_escapes'],
  hash_unknown: hmac('something else'),
  'hash_unknown of a strange shape': ['abc', 'hash_unknown'],
};

for (const [name, mistake] of Object.entries(mistakes)) {
  test(`finds ${name}`, () => {
    const [hash, code] = typeof mistake === 'string' ? [mistake, name] : mistake;
    const { valid, findings } = look({ hash });
    assert.deepEqual([valid, findings.map((each) => each.code)], [false, [code]], JSON.stringify(findings));
  });
}

test('two mistakes at once are found too, and both are told', () => {
  const python = body.replaceAll(',', ', ').replaceAll(':', ': ');
  assert.deepEqual(codes({ hash: hmac(start + python, `${secret}\n`) }), ['body_blanks', 'secret_blank']);
  const path = createHmac('sha256', secret).update(`${apiKey}${timestamp}/v2/transfers${body}`).digest('base64');
  assert.deepEqual(codes({ hash: path }), ['operation_is_path', 'digest_encoding']);
});

test('a body that is parsed and written again is told, and one with several habits names each', () => {
  const sent = body.replace('ë', '\\u00eb');
  assert.deepEqual(codes({ body: sent, hash: hmac(start + body) }), ['body_rewritten']);
  const php = '{"amount":1.5,"creditor":{"balance":"y","iban":"x"},"name":"Zo\\u00eb","reference":"a\\/b & c"}';
  const [finding] = look({ hash: hmac(start + php) }).findings;
  assert.match(finding!.message, /alphabetical.*escapes.*shortest/);
});

test('GET and DELETE sign no body and no query', () => {
  const list = { method: 'GET', operation: 'cards_list', body: '' };
  const listStart = `${apiKey}${timestamp}cards_list`;
  assert.deepEqual(codes({ ...list, hash: hmac(`${listStart}{}`) }), ['body_included']);
  assert.deepEqual(codes({ ...list, hash: hmac(`${listStart}x=1`) }), ['body_included']);
  assert.deepEqual(codes({ method: 'DELETE', body: '{"a":1}', hash: hmac(`${start}{"a":1}`) }), ['body_included']);
});

test('something signed for a body that was never sent is told', () => {
  assert.deepEqual(codes({ body: '', hash: hmac(`${start}{}`) }), ['body_added']);
});

test('the place is the first byte that differs', () => {
  const [finding] = look({ hash: hmac(start + body.replace('1.50', '1.5')) }).findings;
  assert.equal(finding!.at, Buffer.byteLength(start + body.slice(0, body.indexOf('1.50') + 3)));
  assert.equal('at' in look({ hash: hmac(start + body, `${secret}\n`) }).findings[0]!, false);
});

test('headers and their times are looked at first', () => {
  const late = (seconds: string) =>
    codes({ timestamp: seconds, hash: hmac(`${apiKey}${seconds}transfer_create${body}`) });
  assert.deepEqual(late('1795169735000'), ['timestamp_milliseconds']);
  assert.deepEqual(late('1795169719'), ['timestamp_expired']);
  assert.deepEqual(late('1795176935'), ['timestamp_zone']);
  assert.deepEqual(late('20 November'), ['timestamp_invalid']);
  assert.deepEqual(codes({ hash: undefined }), ['missing_header']);
  assert.deepEqual(codes({ timestamp: '' }), ['missing_header']);
  assert.deepEqual(codes({}, { ...key, requireHashV2: true }), ['missing_header']);
  const unknown = examine({ ...exhibitOf(), apiKey: ` ${apiKey}` }, undefined, operations, now);
  assert.deepEqual(
    unknown.findings.map(({ code }) => code),
    ['unknown_key'],
  );
  assert.equal(unknown.expected.hash, null);
});

function exhibitOf(): Exhibit {
  const shared = { method: 'POST', url: undefined, operation: 'transfer_create', body };
  return { ...shared, apiKey, timestamp, hash: hmac(start + body), hashV2: undefined };
}

test('the stronger header has mistakes of its own', () => {
  const url = '/v2/transfers?x=1';
  const sha256 = createHash('sha256').update(body).digest('hex');
  assert.deepEqual(codes({ hashV2: hmac(`POST\n${url}\n${timestamp}\n${sha256}`) }), []);
  for (const [wrong, why] of [
    [`POST\n/v2/transfers\n${timestamp}\n${sha256}`, /without the query/],
    [`post\n${url}\n${timestamp}\n${sha256}`, /lower case/],
    [`POST\n${url}\n${timestamp}\n${body}`, /the body itself/],
    [`POST\n${url}\n${timestamp}\n${sha256}\n`, /line feed at its end/],
    ['nothing of it', /no known mistake/],
  ] as const) {
    const [finding] = look({ hashV2: hmac(wrong) }).findings;
    assert.equal(finding?.code, 'hash_v2_wrong');
    assert.match(finding.message, why);
  }
  assert.deepEqual(codes({ url: undefined, hashV2: 'x' }), ['hash_v2_unchecked']);
});
