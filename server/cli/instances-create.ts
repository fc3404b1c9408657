import { createInstance } from '../domains/instances/service.ts';
import { issueKey, keyDefaults } from '../domains/keys/service.ts';
import { openInstance } from '../domains/ledger/service.ts';
import { createMerchant } from '../domains/parties/service.ts';
import { ensureWebhookSecret } from '../domains/webhooks/service.ts';
import type { Queryable } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';
import { scopes } from '../kernel/operation.ts';
import type { Recipient } from '../kernel/pgp.ts';
import { type Books, withBooks } from './books.ts';
import { type Command, type Input, misuse, print } from './command.ts';
import { readRecipientFile, writeMessage } from './pgp-files.ts';
import { applyPrograms, readPrograms } from './programs-apply.ts';

export const instancesCreate: Command = {
  name: ['instances', 'create'],
  takes: '',
  wordCount: [0, 0],
  summary: 'set up a new partner: books, Master Merchant, programs, first key',
  help: [
    'Makes an instance of its own: books with their house accounts, the Master Merchant (the partner itself), a webhook',
    'secret, the programs of a file, and a first key with every scope. Key, secret and webhook secret go into one PGP',
    'message for the partner: JSON with api_key, secret_key and webhook_secret. Nobody else can read them again.',
  ].join('\n'),
  options: {
    name: { type: 'string', value: '<legal name>', about: 'of the partner, who is the Master Merchant (needed)' },
    pgp: { type: 'string', value: '<file>', about: "the partner's armored public PGP key (needed)" },
    programs: {
      type: 'string',
      value: '<file>',
      about: 'programs as for `programs apply`; they can also follow later',
    },
    'verified-by': {
      type: 'string',
      value: '<name>',
      about: 'who did the due diligence (KYB); without it the Master Merchant is not verified',
    },
    out: { type: 'string', value: '<file>', about: 'where to write the PGP message' },
  },
  async run(input) {
    const name = needed(input, 'name');
    const at = new Date();
    const recipient = await readRecipientFile(input.path(needed(input, 'pgp')), at);
    const file = input.text('programs');
    const definitions = file === undefined ? [] : readPrograms(input.path(file));
    const verifiedBy = input.text('verified-by') ?? null;
    const made = await withBooks((books) =>
      books.database.transaction((tx) => create(tx, books, { name, verifiedBy, recipient, definitions, at })),
    );
    writeMessage(input, made.secret_pgp);
    const words = [
      `instance   ${made.instance}`,
      `merchant   ${made.merchant}`,
      `key        ${made.api_key}`,
      `programs   ${made.programs.join(', ') || 'none yet'}`,
      '',
      made.secret_pgp,
    ];
    print(input, made, words.join('\n'));
    return 0;
  },
};

function needed(input: Input, option: string): string {
  const text = input.text(option)?.trim();
  if (text) return text;
  throw misuse(`--${option} is needed`);
}

interface NewInstance {
  readonly name: string;
  readonly verifiedBy: string | null;
  readonly recipient: Recipient;
  readonly definitions: readonly unknown[];
  readonly at: Date;
}

async function create(
  tx: Queryable,
  { config: { environment }, vault }: Books,
  { name, verifiedBy, recipient, definitions, at }: NewInstance,
) {
  const instance = newId();
  await createInstance(tx, { id: instance, name, environment, createdAt: at, settings: {} });
  await openInstance(tx, vault, instance, at);
  const programs = await applyPrograms(tx, { environment }, instance, definitions, at);
  const merchant = await createMerchant(tx, { instance, legalName: name, master: true, verifiedBy, at });
  const webhookSecret = await ensureWebhookSecret(tx, instance, vault, at);
  const given = environment === 'sandbox' ? scopes : scopes.filter((scope) => scope !== 'simulation');
  const key = { instance, label: 'first key', scopes: given, createdAt: at, ...keyDefaults(environment) };
  const { row, secretPgp } = await issueKey(tx, vault, key, recipient, { webhook_secret: webhookSecret });
  return {
    instance,
    merchant,
    api_key: row.apiKey,
    programs: programs.map(({ code }) => code),
    pgp_fingerprint: recipient.fingerprint,
    secret_pgp: secretPgp,
  };
}
