import type { PublicKey } from 'openpgp';

/**
 * Messages for partners' public PGP keys (RFC 9580, RFC 4880): how a secret leaves the bank. Taken is a public key that
 * can encrypt at this moment, with RSA of 2048 bits or more, Curve25519 or P-256.
 */

/** A partner's public key that may be encrypted to. */
export interface Recipient {
  /** Lower-case hex. */
  readonly fingerprint: string;
  /** The key alone, armored. */
  readonly armored: string;
  readonly key: PublicKey;
}

/** Characters of an armored key: more are a key with hundreds of foreign signatures, which nobody needs. */
export const longestKey = 65_536;

const leastRsaBits = 2048;
const curves = ['curve25519Legacy', 'nistP256'];

/**
 * Reads an armored public key. Answers why it cannot be taken, in words that follow "the key …". A key made up to five
 * minutes ahead of our clock is taken; one that ends in less counts as expired.
 */
export async function readRecipient(armored: string, now: Date): Promise<Recipient | string> {
  // The library is large and most processes never need it.
  const { readKeys } = await import('openpgp');
  if (armored.length > longestKey) return `is longer than ${longestKey} characters`;
  let keys: Awaited<ReturnType<typeof readKeys>>;
  try {
    keys = await readKeys({ armoredKeys: armored });
  } catch {
    return 'is not an armored PGP public key';
  }
  const [key] = keys;
  if (key === undefined || keys.length > 1) return 'must be one PGP public key';
  if (key.isPrivate()) return 'is a private key: give the public one, and keep this one to yourself';
  const problem = await whyNot(key, atOf(now));
  return problem ?? { fingerprint: key.getFingerprint(), armored: key.armor(), key };
}

/** Encrypts a text to a key that `readRecipient` took; armored. */
export async function encryptTo({ key }: Pick<Recipient, 'key'>, text: string, now: Date): Promise<string> {
  const { createMessage, encrypt } = await import('openpgp');
  return encrypt({ message: await createMessage({ text }), encryptionKeys: key, date: atOf(now) });
}

function atOf(now: Date): Date {
  return new Date(now.getTime() + 5 * 60_000);
}

async function whyNot(key: PublicKey, at: Date): Promise<string | undefined> {
  const { config } = await import('openpgp');
  const lenient = { ...config, minRSABits: 0 };
  try {
    await key.verifyPrimaryKey(at, undefined, lenient);
    const { algorithm, bits, curve } = (
      await key.getEncryptionKey(undefined, at, undefined, lenient)
    ).getAlgorithmInfo();
    const own = key.getAlgorithmInfo();
    const weak = [bits, own.bits].some((length) => length !== undefined && length < leastRsaBits);
    if (weak) return `has fewer than ${leastRsaBits} bits`;
    const good =
      algorithm.startsWith('rsa') || algorithm === 'x25519' || (curve !== undefined && curves.includes(curve));
    return good ? undefined : `encrypts with ${curve ?? algorithm}: RSA, Curve25519 and P-256 are taken`;
  } catch (error) {
    const reason = (error as Error).message.split(': ').at(-1)!.toLowerCase();
    return `cannot be encrypted to: ${reason}`;
  }
}
