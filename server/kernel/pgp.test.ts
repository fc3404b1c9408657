import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decrypt, enums, generateKey, readKey, readMessage, readPrivateKey, revokeKey } from 'openpgp';
import { encryptTo, type Recipient, readRecipient } from './pgp.ts';

const now = new Date();
const userIDs = [{ name: 'Partner', email: 'keys@partner.example' }];
const made = { userIDs, date: new Date(now.getTime() - 86_400_000 * 2) };

async function taken(armored: string): Promise<Recipient> {
  const recipient = await readRecipient(armored, now);
  if (typeof recipient === 'string') throw new Error(recipient);
  return recipient;
}

for (const [name, options] of Object.entries({
  'Curve25519, new form': { type: 'curve25519' },
  'Curve25519, old form': { type: 'ecc' },
  'P-256': { type: 'ecc', curve: 'nistP256' },
  'RSA 2048': { type: 'rsa', rsaBits: 2048 },
} as const)) {
  test(`a message for ${name} is opened by its owner`, async () => {
    const { publicKey, privateKey } = await generateKey({ ...made, ...options });
    const recipient = await taken(publicKey);
    assert.equal(recipient.fingerprint, (await readKey({ armoredKey: publicKey })).getFingerprint());
    const armored = await encryptTo(recipient, 'the secret', now);
    assert.match(armored, /^-----BEGIN PGP MESSAGE-----/);
    const decryptionKeys = await readPrivateKey({ armoredKey: privateKey });
    const { data } = await decrypt({ message: await readMessage({ armoredMessage: armored }), decryptionKeys });
    assert.equal(data, 'the secret');
  });
}

test('keys that cannot keep a secret are refused, with the reason', async () => {
  const rsa = await generateKey({ ...made, type: 'rsa', rsaBits: 1024, config: { minRSABits: 0 } });
  const expired = await generateKey({ ...made, type: 'ecc', keyExpirationTime: 86_400 });
  const p384 = await generateKey({ ...made, type: 'ecc', curve: 'nistP384' });
  const signing = await generateKey({ ...made, type: 'ecc', subkeys: [{ sign: true }] });
  const whole = await generateKey({ ...made, type: 'ecc', format: 'object' });
  const revoked = await revokeKey({
    key: whole.privateKey,
    reasonForRevocation: { flag: enums.reasonForRevocation.keyCompromised },
  });
  for (const [armored, reason] of [
    [rsa.publicKey, 'has fewer than 2048 bits'],
    [expired.publicKey, 'cannot be encrypted to: primary key is expired'],
    [p384.publicKey, 'encrypts with nistP384: RSA, Curve25519 and P-256 are taken'],
    [signing.publicKey, /^cannot be encrypted to: /],
    [revoked.publicKey, 'cannot be encrypted to: primary key is revoked'],
    [signing.privateKey, /^is a private key/],
    [
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----',
      'is not an armored PGP public key',
    ],
    ['nothing', 'is not an armored PGP public key'],
    ['x'.repeat(65_537), 'is longer than 65536 characters'],
  ] as const) {
    const answer = await readRecipient(armored, now);
    if (reason instanceof RegExp) assert.match(String(answer), reason);
    else assert.equal(answer, reason);
  }
});

const hasGpg = spawnSync('gpg', ['--version']).status === 0;

test('gpg opens the message', { skip: hasGpg ? false : 'gpg is not installed' }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'openemi-gpg-'));
  const gpg = (...words: string[]) => {
    const done = spawnSync('gpg', ['--homedir', home, '--batch', '--quiet', '--pinentry-mode', 'loopback', ...words]);
    assert.equal(done.status, 0, done.stderr.toString());
    return done.stdout.toString();
  };
  try {
    gpg(
      '--passphrase',
      '',
      '--quick-generate-key',
      'Partner <keys@partner.example>',
      'future-default',
      'default',
      '1y',
    );
    const recipient = await taken(gpg('--armor', '--export', 'keys@partner.example'));
    const file = join(home, 'message.asc');
    writeFileSync(file, await encryptTo(recipient, '{"secret_key":"ä"}', now));
    assert.equal(gpg('--passphrase', '', '--decrypt', file), '{"secret_key":"ä"}');
  } finally {
    spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);
    rmSync(home, { recursive: true, force: true });
  }
});
