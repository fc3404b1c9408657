import { type Static, Type } from 'typebox';
import { scopes } from '../../kernel/operation.ts';
import { longestKey } from '../../kernel/pgp.ts';
import { amount, fields, moment, nullable, record, text, token } from '../../kernel/schema.ts';
import type { RateLimit } from '../../kernel/signing-key.ts';

/**
 * An API key: the name under which a partner's system calls, with a secret that signs. What it may do is said by scopes
 * (which operations), and narrowed by constraints (from where, with what, how much).
 */

/** An API key as stored: its secrets are sealed. */
export interface KeyRow {
  readonly instance: string;
  readonly apiKey: string;
  readonly label: string;
  readonly secret: Buffer;
  /** The secret before a rotation, and until when it is still taken. */
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
  readonly scopes: readonly string[];
  readonly constraints: KeyConstraints;
  readonly hashCompat: boolean;
  readonly requireHashV2: boolean;
  readonly replayGuard: boolean;
  readonly rateLimit: RateLimit | null;
  readonly disabled: boolean;
  readonly expiresAt: Date | null;
  /** The public key under which its secrets are handed over. */
  readonly pgpPublicKey: string | null;
  readonly pgpFingerprint: string | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

const listOf = <Item extends Type.TSchema>(item: Item, maxItems: number, description: string) =>
  Type.Array(item, { minItems: 1, maxItems, uniqueItems: true, description });

const keyConstraints = fields({
  ips: Type.Optional(listOf(text(43), 100, 'Addresses, or ranges as 203.0.113.0/28, from which the key may call')),
  programs: Type.Optional(listOf(text(32, { min: 1 }), 100, 'Codes of the only programs whose accounts it may touch')),
  merchants: Type.Optional(listOf(token('Merchant'), 100, 'The only merchants whose accounts it may touch')),
  max_amount_per_transfer: Type.Optional(amount('Most that one transfer may debit, in the currency of each transfer')),
  daily_amount: Type.Optional(amount('Most that it may debit in a day (UTC), counted for each currency')),
});
export type KeyConstraints = Static<typeof keyConstraints>;

const rateLimit = fields({
  per_second: Type.Integer({ minimum: 1, maximum: 1000, description: 'Requests a second in the long run' }),
  burst: Type.Integer({ minimum: 1, maximum: 2000, description: 'Requests at once' }),
});

const settings = {
  label: text(64, { min: 1, description: 'A name for people' }),
  scopes: listOf(text(64, { min: 1 }), 100, `${scopes.join(', ')}, or names of operations`),
};

const choices = {
  constraints: Type.Optional(keyConstraints),
  hash_compat: Type.Optional(Type.Boolean({ description: 'Compare also against the body without any blanks' })),
  require_hash_v2: Type.Optional(Type.Boolean({ description: 'Refuse calls without `x-hash-v2`' })),
  replay_guard: Type.Optional(
    Type.Boolean({ description: 'A money call that comes twice with the same signature gets the first answer' }),
  ),
  rate_limit: Type.Optional(nullable(rateLimit)),
  expires_at: Type.Optional(nullable(moment('When it stops working'))),
};

export const pgpPublicKey = text(longestKey, {
  min: 1,
  description:
    'Armored public PGP key (RSA of 2048 bits or more, Curve25519 or P-256) for which the secret is encrypted',
});

export const keyInput = fields({ ...settings, ...choices, pgp_public_key: pgpPublicKey });

export const keyChange = fields({
  label: Type.Optional(settings.label),
  scopes: Type.Optional(settings.scopes),
  ...choices,
  disabled: Type.Optional(Type.Boolean({ description: 'Whether the key is refused' })),
});
export type KeyChange = Static<typeof keyChange>;

const shown = {
  token: token('The API key, under the name that every record has'),
  api_key: token('The API key'),
  label: text(),
  environment: text(),
  scopes: Type.Array(text()),
  constraints: Type.Object({ ...keyConstraints.properties }),
  hash_compat: Type.Boolean(),
  require_hash_v2: Type.Boolean(),
  replay_guard: Type.Boolean(),
  rate_limit: nullable(Type.Object({ ...rateLimit.properties })),
  disabled: Type.Boolean(),
  pgp_fingerprint: nullable(
    text(undefined, { description: 'Of the public key under which the secret was handed over' }),
  ),
  previous_until: nullable(moment('Until when the secret before a rotation is taken as well')),
  last_used_at: nullable(moment('Last call, to the minute')),
  expires_at: nullable(moment('When it stops working')),
  created_at: moment('When it was created'),
};

/** A key as the API shows it (E10). */
export const keyRecord = record(shown);

/** The same with its secret, once. */
export const keyWithSecret = record({
  ...shown,
  secret_pgp: text(undefined, { description: 'Armored PGP message: JSON with `api_key` and `secret_key`' }),
});

export const exampleKey = {
  token: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
  api_key: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
  label: 'prod-payments',
  environment: 'production',
  scopes: ['transfers', 'transactions:read', 'vop'],
  constraints: { ips: ['203.0.113.0/28'], programs: ['EUR-CONSUMER'], daily_amount: 50000 },
  hash_compat: false,
  require_hash_v2: false,
  replay_guard: true,
  rate_limit: null,
  disabled: false,
  pgp_fingerprint: '7a5d2bb9f4132f8a7b3416f6e9dcb5b449abb77d',
  previous_until: null,
  last_used_at: '2026-11-20T10:15:00.000Z',
  expires_at: null,
  created_at: '2026-11-01T08:00:00.000Z',
};

/** A real one, whose private half nobody has kept: the examples can be sent as they stand. */
export const examplePublicKey = `-----BEGIN PGP PUBLIC KEY BLOCK-----

xjMEZZJxABYJKwYBBAHaRw8BAQdA/hOSjOx9Rk6QOnhV43qBC3rRhCrTU2aa
2PJ9Y1J+XAzNJkV4YW1wbGUgUGFydG5lciA8a2V5c0BwYXJ0bmVyLmV4YW1w
bGU+wsATBBMWCgCFBYJlknEAAwsJBwkQ6dy1tEmrt31FFAAAAAAAHAAgc2Fs
dEBub3RhdGlvbnMub3BlbnBncGpzLm9yZ12ercyCkVMYERo1pxtpEOIujzDZ
1kmRRdsex2dQoQfBBRUKCA4MBBYAAgECGQECmwMCHgEWIQR6XSu59BMvins0
Fvbp3LW0Sau3fQAA/WcBAKTWVK9pTCNxwvieRnqPzGs57932DR6zMGuxaWLy
87KIAQDzCXVxb66kWk0CQYoXJHjVl4vztjs9bPRBU/9V3hldCM44BGWScQAS
CisGAQQBl1UBBQEBB0DAsLb0xvTCyfiAfFBt85UwNYePZJj2YJ/IKN7yA083
KAMBCAfCvgQYFgoAcAWCZZJxAAkQ6dy1tEmrt31FFAAAAAAAHAAgc2FsdEBu
b3RhdGlvbnMub3BlbnBncGpzLm9yZyAAM7yei42RHvyahTrAItKX/FhVViF8
ndLjG38Eo4kWApsMFiEEel0rufQTL4p7NBb26dy1tEmrt30AAEaHAP4lxvd0
N2pHMZmK9J6EZhdix7cK1Gft2XSr+5A8zFHUpAD/ee27jUBMQKZrh/eeRBjd
n0deCnHbrouFRclNF0C6ggk=
=czsY
-----END PGP PUBLIC KEY BLOCK-----
`;

export const exampleMessage = '-----BEGIN PGP MESSAGE-----\n\nwV4D…\n-----END PGP MESSAGE-----\n';
