import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partnerKeyPath } from './sandbox-sftp.ts';
import type { Sandbox } from './seed.ts';

/** What a newcomer, a test or a tool needs to call a sandbox. */
export interface SandboxFile {
  readonly baseUrl: string;
  readonly sandbox: Sandbox;
  readonly sftp: { readonly host: string; readonly port: number };
  /** Where the embedded database keeps its files; null when the database was given. */
  readonly databaseData: string | null;
}

const programs = {
  consumer: 'EUR-CONSUMER',
  business: 'EUR-BUSINESS',
  sterling: 'GBP-CONSUMER',
  multi: 'MULTI-BUSINESS',
  leva: 'BGN-CONSUMER',
  gift: 'EUR-GIFT',
} as const;

/** Writes `sandbox.json` into the data folder, readable by its owner only, in one step: a reader never sees half of it. */
export function writeSandboxFile(folder: string, { baseUrl, sandbox, sftp, databaseData }: SandboxFile): void {
  write(folder, {
    base_url: baseUrl,
    ...partnersOf(sandbox),
    programs,
    portals: null,
    sftp: { ...sftp, username: sandbox.first.instance, private_key_path: partnerKeyPath(folder) },
    database: { data: databaseData },
  });
}

/** After a reset of an instance: the keys that open the sandbox now. */
export function refreshSandboxFile(folder: string, sandbox: Sandbox): void {
  const before = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const sftp = { ...before.sftp, username: sandbox.first.instance };
  write(folder, { ...before, ...partnersOf(sandbox), sftp });
}

function partnersOf({ first, second }: Sandbox) {
  return {
    api_key: first.apiKey,
    secret_key: first.secretKey,
    webhook_secret: first.webhookSecret,
    merchant: first.merchant,
    second_instance: { api_key: second.apiKey, secret_key: second.secretKey },
  };
}

const name = 'sandbox.json';

function write(folder: string, content: Readonly<Record<string, unknown>>): void {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const file = join(folder, name);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
