import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { systemClock } from './kernel/clock.ts';
import { bind, type PortBinding } from './kernel/port.ts';
import { openIsoRails } from './ports/payment-rail/iso20022/setup.ts';
import { paymentRails } from './ports/payment-rail/port.ts';
import { ConfigError } from './runtime/config.ts';

/** The file that `OPENEMI_RAILS` names: how this bank is connected to its payment schemes. Paths are relative to it. */
const settings = Type.Object(
  {
    bic: Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$' }),
    folder: Type.String(),
    banks: Type.Record(Type.String(), Type.String()),
    bilateral: Type.Optional(Type.Boolean()),
    instant_url: Type.Optional(Type.String()),
    instant_listen: Type.Optional(
      Type.Object({ host: Type.String(), port: Type.Integer({ minimum: 0, maximum: 65535 }) }),
    ),
    sftp: Type.Optional(
      Type.Object({
        host: Type.String(),
        port: Type.Integer({ minimum: 1, maximum: 65535 }),
        username: Type.String(),
        private_key_file: Type.String(),
        host_key_fingerprint: Type.String(),
        inbox: Type.String(),
        outbox: Type.String(),
      }),
    ),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof settings>;

export interface Rails {
  readonly ports: readonly PortBinding[];
  /** Where the scheme's own requests are taken, if it makes any. */
  listen(): Promise<Server | undefined>;
}

/** Connects the bank to its schemes as the file says; without one, nothing is bound. */
export function openRails(file: string | undefined, schemas: string | undefined): Rails {
  if (file === undefined) return { ports: [], listen: async () => undefined };
  const from = (path: string) => resolve(dirname(file), path);
  const { bic, folder, banks, bilateral = false, instant_url, instant_listen, sftp } = readSettings(file);
  const { rails, listener } = openIsoRails(
    {
      bic,
      folder: from(folder),
      banks,
      isBilateral: bilateral,
      instantUrl: instant_url ?? null,
      schemas: schemas ?? null,
      sftp: sftp === undefined ? null : sftpTarget(sftp, readFileSync(from(sftp.private_key_file), 'utf8')),
    },
    systemClock,
  );
  return {
    ports: [bind(paymentRails, rails)],
    listen: async () => {
      if (instant_listen === undefined) return undefined;
      const server = createServer((request, response) => {
        listener(request, response).catch(() => response.destroy());
      });
      await new Promise<void>((done, fail) => {
        server.once('error', fail);
        server.listen(instant_listen.port, instant_listen.host, done);
      });
      return server;
    },
  };
}

function sftpTarget(sftp: NonNullable<Settings['sftp']>, privateKey: string) {
  const { host, port, username, host_key_fingerprint: hostKeyFingerprint, inbox, outbox } = sftp;
  return { host, port, username, privateKey, hostKeyFingerprint, inbox, outbox };
}

function readSettings(file: string): Settings {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`OPENEMI_RAILS names a file that cannot be read: ${(error as Error).message}`);
  }
  if (Check(settings, found)) return found;
  const [first] = Errors(settings, found);
  throw new ConfigError(`OPENEMI_RAILS: ${first?.instancePath || 'the file'} ${first?.message}`);
}
