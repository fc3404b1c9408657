import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from './seed.ts';

/** What a newcomer, a test or a tool needs to call a sandbox. */
export interface SandboxFile {
  readonly baseUrl: string;
  readonly sandbox: Sandbox;
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
export function writeSandboxFile(folder: string, { baseUrl, sandbox, databaseData }: SandboxFile): void {
  const { first, second } = sandbox;
  const content = {
    base_url: baseUrl,
    api_key: first.apiKey,
    secret_key: first.secretKey,
    webhook_secret: first.webhookSecret,
    merchant: first.merchant,
    programs,
    portals: null,
    sftp: null,
    second_instance: { api_key: second.apiKey, secret_key: second.secretKey },
    database: { data: databaseData },
  };
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const file = join(folder, 'sandbox.json');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
