import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Vault } from '../kernel/operation.ts';

/*
 * A sealed value: version (1) · id of the master key (4) · data key wrapped by it (12 IV, 32, 16 tag) · the value under
 * the data key (12 IV, text, 16 tag). Every value has its own data key, so a new master key only re-wraps, and the id
 * says which one is needed. Both layers are bound to the place where the value stands: copied elsewhere it cannot be opened.
 */
const version = 1;
const headerLength = 5;
const wrappedLength = 12 + 32 + 16;

interface MasterKey {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

/**
 * The vault over the master keys, current one first. The keyed digests stay with the oldest key, since what they chain
 * is never written again.
 */
export function openVault(masterKeys: readonly Buffer[]): Vault {
  const keys: readonly MasterKey[] = masterKeys.map((bytes) => ({ id: idOf(bytes), bytes }));
  const current = keys[0];
  const oldest = keys.at(-1);
  if (current === undefined || oldest === undefined) throw new Error('a vault needs a master key');
  const digestKeys = new Map<string, KeyObject>();
  return {
    seal(plain, place) {
      const dataKey = randomBytes(32);
      const header = Buffer.concat([Buffer.of(version), current.id]);
      return Buffer.concat([header, encrypt(current.bytes, dataKey, place), encrypt(dataKey, plain, place)]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const master = keys.find((key) => key.id.equals(bytes.subarray(1, headerLength)));
      if (bytes[0] !== version || master === undefined) throw new Error('sealed with a master key that is not here');
      const dataKey = decrypt(master.bytes, bytes.subarray(headerLength, headerLength + wrappedLength), place);
      return decrypt(dataKey, bytes.subarray(headerLength + wrappedLength), place);
    },
    mac(purpose, ...parts) {
      let key = digestKeys.get(purpose);
      if (key === undefined) {
        key = createSecretKey(Buffer.from(hkdfSync('sha256', oldest.bytes, '', `mac:${purpose}`, 32)));
        digestKeys.set(purpose, key);
      }
      return digest(key, parts);
    },
  };
}

/** Master keys as configured: 32 bytes each, base64 or hex, separated by commas. `undefined` when one does not fit. */
export function parseMasterKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map((part) => {
    const key = part.trim();
    return Buffer.from(key, /^[0-9a-fA-F]{64}$/.test(key) ? 'hex' : 'base64');
  });
  return keys.every((key) => key.length === 32) ? keys : undefined;
}

/** The ids of master keys in hex, as archives name them: they tell nothing of the keys. */
export function masterKeyIds(masterKeys: readonly Buffer[]): string[] {
  return masterKeys.map((key) => idOf(key).toString('hex'));
}

function idOf(masterKey: Buffer): Buffer {
  return createHash('sha256').update('master key id').update(masterKey).digest().subarray(0, 4);
}

function encrypt(key: Buffer, plain: string | Uint8Array, place: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([iv, text, cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, place: string): Buffer {
  if (sealed.length < 28) throw new Error('a sealed value is cut off');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}

/** The length stands before each part, so that no two lists of parts have the same digest. */
function digest(key: KeyObject, parts: readonly Uint8Array[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(part.length);
    hmac.update(length).update(part);
  }
  return hmac.digest();
}
