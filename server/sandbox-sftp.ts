import { join } from 'node:path';
import { allowKey } from './domains/intake/service.ts';
import type { Queryable } from './kernel/database.ts';
import { ensureSshKey } from './runtime/ssh-key.ts';
import type { Sandbox } from './seed.ts';

/** Where the sandbox keeps the private key with which its partner comes to its files. */
export function partnerKeyPath(data: string): string {
  return join(data, 'sftp', 'partner.key');
}

/** Lets the sandbox's partner come to its files with the key of the data folder, which is made first. */
export async function allowPartnerKey(db: Queryable, data: string, { first }: Sandbox): Promise<void> {
  const { publicKey } = ensureSshKey(partnerKeyPath(data), 'sandbox-partner');
  await allowKey(db, first.instance, publicKey, new Date());
}
