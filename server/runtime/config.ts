import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { formats } from '../kernel/formats.ts';
import { parseMasterKeys } from './vault.ts';

/** A variable of the environment does not fit; the message is one line and names it. */
export class ConfigError extends Error {}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Documents, reports, keys, `sandbox.json`. */
  readonly data: string;
  readonly environment: 'sandbox' | 'production';
  /** Current first; older ones only open what was sealed with them. */
  readonly masterKeys: readonly Buffer[];
  /** Undefined: the usual 2222, and in the sandbox another one where that is taken. */
  readonly sftpPort: number | undefined;
  readonly processes: number;
  /** Prefix of all API paths: empty, or `/something`. */
  readonly rootPath: string;
  readonly modulusTable: string | undefined;
  /** The file that says how the bank is connected to its payment schemes. */
  readonly rails: string | undefined;
  /** A folder with the schemes' schemas: messages are held against them as well. */
  readonly schemas: string | undefined;
  /** Where documents are kept: `s3://…`; undefined: a folder in the data. */
  readonly objectStore: string | undefined;
  /** The mail server; undefined: messages become files in the data. */
  readonly smtpUrl: string | undefined;
  /** Who is told of applications that came by form. */
  readonly underwritingEmail: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from the environment. In the sandbox the master key is made once and kept in the data folder.
 * Throws ConfigError for what does not fit.
 */
export function readConfig(env: Environment, projectFolder: string): Config {
  const environment = oneOf(env, 'OPENEMI_ENVIRONMENT', ['sandbox', 'production'] as const, 'sandbox');
  const data = resolve(projectFolder, value(env, 'OPENEMI_DATA')?.replace(/^~(?=\/|$)/, homedir()) ?? '.openemi');
  const databaseUrl = readDatabaseUrl(env);
  if (environment === 'production' && databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL must be set in production: the embedded PostgreSQL is for sandboxes');
  }
  const processes = integer(env, 'OPENEMI_PROCESSES', 1, 1, 256);
  return {
    port: integer(env, 'PORT', 8080, 0, 65535),
    host: value(env, 'HOST') ?? '127.0.0.1',
    databaseUrl,
    data,
    environment,
    masterKeys: readMasterKeys(env, environment, data),
    sftpPort: value(env, 'SFTP_PORT') === undefined ? undefined : integer(env, 'SFTP_PORT', 2222, 0, 65535),
    processes,
    rootPath: readRootPath(env),
    modulusTable: readPath(env, 'OPENEMI_MODULUS_TABLE'),
    rails: readPath(env, 'OPENEMI_RAILS'),
    schemas: readPath(env, 'OPENEMI_XSD'),
    objectStore: value(env, 'OPENEMI_OBJECT_STORE'),
    smtpUrl: value(env, 'OPENEMI_SMTP_URL'),
    underwritingEmail: readEmail(env, 'OPENEMI_UNDERWRITING_EMAIL'),
  };
}

/** An empty variable counts as absent: that is how a compose file leaves one out. */
function value(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}

function integer(env: Environment, name: string, preset: number, least: number, most: number): number {
  const text = value(env, name);
  if (text === undefined) return preset;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}`);
}

function oneOf<const Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  preset: Value,
): Value {
  const text = value(env, name);
  if (text === undefined) return preset;
  const found = values.find((each) => each === text);
  if (found !== undefined) return found;
  throw new ConfigError(`${name} must be one of: ${values.join(', ')}`);
}

function readDatabaseUrl(env: Environment): string | undefined {
  const url = value(env, 'DATABASE_URL');
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url;
  throw new ConfigError('DATABASE_URL must be a PostgreSQL address: postgresql://user@host:5432/database');
}

function readRootPath(env: Environment): string {
  const path = value(env, 'OPENEMI_ROOT_PATH')?.replace(/\/+$/, '') ?? '';
  if (path === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new ConfigError('OPENEMI_ROOT_PATH must look like /bank or /api/emi');
}

function readEmail(env: Environment, name: string): string | undefined {
  const address = value(env, name);
  if (address === undefined || formats.email!(address)) return address;
  throw new ConfigError(`${name} must be an e-mail address`);
}

function readPath(env: Environment, name: string): string | undefined {
  const path = value(env, name);
  if (path === undefined || existsSync(path)) return path;
  throw new ConfigError(`${name} names what is not there: ${path}`);
}

function readMasterKeys(env: Environment, environment: Config['environment'], data: string): readonly Buffer[] {
  const text = value(env, 'OPENEMI_MASTER_KEY');
  if (text === undefined && environment === 'production') {
    throw new ConfigError('OPENEMI_MASTER_KEY must be set in production: 32 bytes in base64 or hex');
  }
  const keys = parseMasterKeys(text ?? sandboxMasterKey(data));
  if (keys !== undefined) return keys;
  throw new ConfigError('OPENEMI_MASTER_KEY must be 32 bytes in base64 or hex; older keys may follow after commas');
}

function sandboxMasterKey(data: string): string {
  const file = join(data, 'master.key');
  try {
    // Others may pass through it (the embedded database may have to run as another user), but not look around.
    mkdirSync(data, { recursive: true, mode: 0o711 });
    if (!existsSync(file)) makeMasterKey(file);
  } catch (error) {
    if (!existsSync(file)) throw new ConfigError(`OPENEMI_DATA cannot be written: ${(error as Error).message}`);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Two servers may start at once: the link appears whole or fails, so both read the key of the one that was first. */
function makeMasterKey(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } finally {
    unlinkSync(draft);
  }
}
