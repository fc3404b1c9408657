import { text as readStream } from 'node:stream/consumers';
import { type Diagnosis, type Exhibit, examine, type Finding } from '../kernel/doctor/examine.ts';
import { operationAt, withoutHost } from '../kernel/doctor/operation-at.ts';
import { registry } from '../registry.ts';
import { readText } from './books.ts';
import { type CapturedRequest, readCaptured, requestOf } from './captured-request.ts';
import { readCredentials } from './client.ts';
import { type Command, type Input, misuse, print } from './command.ts';

export const doctorCommand: Command = {
  name: ['doctor'],
  takes: '<file | address>',
  wordCount: [1, 1],
  summary: 'say what is wrong with the signature of a request',
  help: [
    'Reads a request from a file (- is standard input): as HTTP/1.1 writes it, as a curl command, or as the JSON of',
    'sim_signature_doctor; or from the options that curl has, with the address:',
    `  openemi doctor -X POST -H 'x-api-key: …' -H 'x-timestamp: …' -H 'x-hash: …' -d '{…}' /v2/transfers`,
    'Tries the known mistakes with the secret of .openemi/sandbox.json, or of OPENEMI_API_KEY, OPENEMI_SECRET_KEY and',
    'OPENEMI_URL, and says which byte of the text differs. Nothing is sent. Exit code 1 when the request would be refused.',
  ].join('\n'),
  options: {
    request: {
      type: 'string',
      short: 'X',
      value: '<method>',
      about: 'POST where there is data, else GET, if not said',
    },
    header: { type: 'string', short: 'H', multiple: true, value: "<'name: value'>", about: 'a header, as sent' },
    data: { type: 'string', short: 'd', multiple: true, value: '<text>', about: 'the body, exactly as sent' },
    operation: { type: 'string', value: '<name>', about: 'where the path does not tell it' },
    at: { type: 'string', value: '<seconds>', about: 'judge the timestamp as if it were then (Unix time)' },
  },
  async run(input) {
    const request = await captured(input);
    const seconds = input.number('at', 0, 1e11);
    const now = seconds === undefined ? new Date() : new Date(seconds * 1000);
    const diagnosis = diagnose(request, input.text('operation') ?? request.operation, now);
    print(input, diagnosis, describe(diagnosis));
    return diagnosis.valid ? 0 : 1;
  },
};

async function captured(input: Input): Promise<CapturedRequest> {
  const [word] = input.words as readonly [string];
  const [headers, data] = [input.list('header'), input.list('data')];
  if (headers.length > 0 || data.length > 0)
    return requestOf({ method: input.text('request'), url: word, headers, data });
  return readCaptured(word === '-' ? await readStream(process.stdin) : readText(input.path(word)));
}

function diagnose({ method, url, headers, body }: CapturedRequest, named: string | undefined, now: Date): Diagnosis {
  const operations = registry.flatMap((domain) => domain.operations);
  const operation = named ?? (url === undefined ? undefined : operationAt(operations, method, url));
  if (operation === undefined) throw misuse(`${method} ${url ?? ''} leads to no operation: name it by --operation`);
  const { apiKey, secretKey, webhookSecret } = readCredentials();
  const exhibit: Exhibit = {
    method,
    url: url && withoutHost(url),
    operation,
    apiKey: headers['x-api-key'],
    timestamp: headers['x-timestamp'],
    hash: headers['x-hash'],
    hashV2: headers['x-hash-v2'],
    body,
  };
  const webhook = webhookSecret === undefined ? [] : [{ name: 'the webhook secret', secret: webhookSecret }];
  const ours = {
    secret: secretKey,
    previousSecret: null,
    hashCompat: false,
    requireHashV2: false,
    otherSecrets: webhook,
  };
  const names = operations.map(({ name }) => name);
  return examine(exhibit, exhibit.apiKey === apiKey ? ours : undefined, names, now);
}

function describe({ valid, findings, expected }: Diagnosis): string {
  return [
    valid ? 'The signature is right.' : 'The request would be refused.',
    ...findings.flatMap((finding) => [`- ${finding.message} (${finding.code})`, ...placeOf(finding, expected.text)]),
    '',
    'What had to be signed:',
    expected.text,
    ...(expected.hash === null ? [] : ['Its hash:', expected.hash]),
  ].join('\n');
}

const shownBefore = 30;
const shownAfter = 40;

/** The expected text around a finding's byte, with a mark under it. */
function placeOf({ at }: Finding, text: string): string[] {
  if (at === undefined) return [];
  const bytes = Buffer.from(text);
  const before = bytes.toString('utf8', Math.max(0, at - shownBefore), at).replace(/\s/g, ' ');
  const after = bytes.toString('utf8', at, at + shownAfter).replace(/\s/g, ' ');
  return [`    ${before}${after}`, `    ${' '.repeat([...before].length)}^ byte ${at}`];
}
