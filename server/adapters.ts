import { join } from 'node:path';
import { bind, type PortBinding } from './kernel/port.ts';
import { mailer } from './ports/mail/port.ts';
import { outbox } from './ports/mail/sandbox/outbox.ts';
import { isSmtpUrl, smtpMailer } from './ports/mail/smtp/smtp.ts';
import { folderStore } from './ports/object-store/folder/folder.ts';
import { objectStore } from './ports/object-store/port.ts';
import { parseS3Url, s3Store } from './ports/object-store/s3/s3.ts';
import { noDirectory } from './ports/payee-directory/none/directory.ts';
import { payeeDirectory, simulatedDirectory } from './ports/payee-directory/port.ts';
import { playedDirectory, sandboxDirectory } from './ports/payee-directory/sandbox/directory.ts';
import { noRails } from './ports/payment-rail/none/rails.ts';
import { paymentRails, simulatedScheme } from './ports/payment-rail/port.ts';
import { sandboxRails, sandboxScheme } from './ports/payment-rail/sandbox/scheme.ts';
import { noScreening } from './ports/screening/none/screening.ts';
import { screening } from './ports/screening/port.ts';
import { sandboxScreening } from './ports/screening/sandbox/screening.ts';
import { noTradeRegister } from './ports/trade-register/none/trade-register.ts';
import { tradeRegister } from './ports/trade-register/port.ts';
import { sandboxTradeRegister } from './ports/trade-register/sandbox/trade-register.ts';
import { type Config, ConfigError } from './runtime/config.ts';

/** What the configuration says of files and mail, in every environment: both stay in the data folder if it says nothing. */
export function configuredAdapters(
  config: Pick<Config, 'data' | 'objectStore' | 'smtpUrl' | 'underwritingEmail'>,
): PortBinding[] {
  const { data, objectStore: storeUrl, smtpUrl, underwritingEmail } = config;
  const s3 = storeUrl === undefined ? undefined : parseS3Url(storeUrl);
  if (storeUrl !== undefined && s3 === undefined) {
    throw new ConfigError('OPENEMI_OBJECT_STORE must look like s3://key:secret@host/bucket?region=eu-central-1');
  }
  if (smtpUrl !== undefined && !isSmtpUrl(smtpUrl)) {
    throw new ConfigError('OPENEMI_SMTP_URL must look like smtps://user:password@host:465');
  }
  const desks = { underwriting: underwritingEmail ?? null };
  return [
    bind(objectStore, s3 === undefined ? folderStore(join(data, 'objects')) : s3Store(s3)),
    bind(mailer, smtpUrl === undefined ? outbox(join(data, 'mail'), desks) : smtpMailer(smtpUrl, desks)),
  ];
}

/** Which adapter serves each third party's port. In the sandbox each is a simulation that behaves like the real thing. */
export function sandboxAdapters(): PortBinding[] {
  return [
    bind(payeeDirectory, sandboxDirectory),
    bind(simulatedDirectory, playedDirectory),
    bind(paymentRails, sandboxRails),
    bind(simulatedScheme, sandboxScheme),
    bind(screening, sandboxScreening),
    bind(tradeRegister, sandboxTradeRegister),
  ];
}

/** What stands in production for third parties that are not connected: it says so. */
export function unconnectedAdapters(): PortBinding[] {
  return [
    bind(payeeDirectory, noDirectory),
    bind(paymentRails, noRails),
    bind(screening, noScreening),
    bind(tradeRegister, noTradeRegister),
  ];
}
