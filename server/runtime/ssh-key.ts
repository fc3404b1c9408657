import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ssh2 from 'ssh2';

/** A key pair in OpenSSH's text form. */
export interface SshKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

/**
 * Reads an ed25519 key from a file, which is made first where there is none (mode 0600). Two servers may start at once:
 * the link appears whole or fails, so both read the key of the one that was first.
 */
export function ensureSshKey(file: string, comment: string): SshKey {
  if (!existsSync(file)) makeKey(file, comment);
  const privateKey = readFileSync(file, 'utf8');
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw new Error(`${file} holds no SSH key: ${parsed.message}`);
  return { privateKey, publicKey: `${parsed.type} ${parsed.getPublicSSH().toString('base64')} ${comment}` };
}

function makeKey(file: string, comment: string): void {
  const made = ssh2.utils.generateKeyPairSync('ed25519', { comment });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, made.private, { mode: 0o600 });
  try {
    if (!existsSync(file)) linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
