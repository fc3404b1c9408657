import { issueKey, keyDefaults, shownKey } from '../domains/keys/service.ts';
import { scopes } from '../kernel/operation.ts';
import { chooseInstance, readText, withBooks } from './books.ts';
import { findOperation, printAnswer } from './call.ts';
import { call, readCredentials } from './client.ts';
import { type Command, type Input, misuse, print } from './command.ts';
import { parseJsonText } from './json-text.ts';
import { readRecipientFile, writeMessage } from './pgp-files.ts';

const out = { type: 'string', value: '<file>', about: 'where to write the PGP message' } as const;

export const keysCreate: Command = {
  name: ['keys', 'create'],
  takes: '',
  wordCount: [0, 0],
  summary: 'make an API key, handed over under PGP',
  help: [
    'Makes a key and prints it with a PGP message, which holds api_key and secret_key as JSON and which only the owner of',
    'the public key opens. Calls key_create with the key of .openemi/sandbox.json or of OPENEMI_API_KEY,',
    'OPENEMI_SECRET_KEY and OPENEMI_URL; with --instance it works on the database itself, for an operator whose partner',
    'has lost every key.',
  ].join('\n'),
  options: {
    pgp: {
      type: 'string',
      value: '<file>',
      about: 'armored public PGP key: RSA from 2048 bits, Curve25519, P-256 (needed)',
    },
    label: { type: 'string', value: '<text>', about: 'a name for people' },
    scopes: {
      type: 'string',
      value: '<a,b,…>',
      about: 'what it may do; every scope of the calling key if it is not said',
    },
    constraints: { type: 'string', value: '<json>', about: 'as in key_create, without --instance' },
    instance: { type: 'string', value: '<id>', about: 'work on the database, for this instance' },
    out,
  },
  async run(input) {
    const pgp = input.text('pgp');
    if (pgp === undefined) throw misuse('--pgp is needed: a file with an armored public key');
    const label = input.text('label') ?? 'made by the command line';
    const asked = input.text('scopes')?.split(',').filter(Boolean);
    if (input.text('instance') !== undefined) return createInBooks(input, input.path(pgp), label, asked ?? scopes);
    return handOver(input, 'key_create', {
      label,
      scopes: asked ?? (await ownScopes()),
      pgp_public_key: readText(input.path(pgp)),
      ...constraintsOf(input),
    });
  },
};

export const keysRotate: Command = {
  name: ['keys', 'rotate'],
  takes: '[api key]',
  wordCount: [0, 1],
  summary: 'give an API key a new secret, handed over under PGP',
  help: [
    'Calls key_rotate for the named key, or for the calling one: prints a PGP message with the new secret. Both secrets',
    'sign for a while.',
  ].join('\n'),
  options: {
    'keep-hours': {
      type: 'string',
      value: '<hours>',
      about: 'how long the old secret is taken, up to 168; 24 if not said',
    },
    pgp: {
      type: 'string',
      value: '<file>',
      about: 'public key, where it is not the one that the key was handed over with',
    },
    out,
  },
  run(input) {
    const keepHours = input.number('keep-hours', 0, 168);
    const pgp = input.text('pgp');
    return handOver(input, 'key_rotate', {
      key: input.words[0] ?? readCredentials().apiKey,
      ...(keepHours !== undefined && { keep_hours: keepHours }),
      ...(pgp !== undefined && { pgp_public_key: readText(input.path(pgp)) }),
    });
  },
};

async function handOver(input: Input, operation: string, fields: Readonly<Record<string, unknown>>): Promise<number> {
  const answer = await call(readCredentials(), findOperation(operation), fields);
  if (answer.code === 0) writeMessage(input, answer.data.secret_pgp);
  return printAnswer(input, answer);
}

async function ownScopes(): Promise<string[]> {
  const credentials = readCredentials();
  const answer = await call(credentials, findOperation('key_details'), { key: credentials.apiKey });
  if (answer.code !== 0) throw misuse('--scopes is needed: this key cannot read its own');
  return answer.data.scopes;
}

function constraintsOf(input: Input): { constraints?: unknown } {
  const text = input.text('constraints');
  if (text === undefined) return {};
  return { constraints: parseJsonText(text, '--constraints is') };
}

async function createInBooks(input: Input, pgp: string, label: string, given: readonly string[]): Promise<number> {
  if (input.text('constraints') !== undefined) throw misuse('--constraints goes without --instance');
  const unknown = given.find((scope) => !(scopes as readonly string[]).includes(scope));
  if (unknown !== undefined) throw misuse(`there is no scope ${unknown}: ${scopes.join(', ')}`);
  const at = new Date();
  const recipient = await readRecipientFile(pgp, at);
  const made = await withBooks(async (books) => {
    const { environment } = books.config;
    const instance = await chooseInstance(books.database, books, input.text('instance'));
    const key = { instance, label, scopes: given, createdAt: at, ...keyDefaults(environment) };
    const { row, secretPgp } = await books.database.transaction((tx) => issueKey(tx, books.vault, key, recipient));
    return { ...shownKey(row, environment), secret_pgp: secretPgp };
  });
  writeMessage(input, made.secret_pgp);
  print(input, made, JSON.stringify(made, null, 2));
  return 0;
}
