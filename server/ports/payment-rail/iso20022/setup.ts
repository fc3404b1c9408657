import type { Clock } from '../../../kernel/clock.ts';
import { IsoRails } from './adapter.ts';
import { MessageFolder } from './folder.ts';
import { instantClient, instantListener } from './instant.ts';
import { Schemas } from './schemas.ts';
import { type SftpTarget, sftpCarrier } from './sftp.ts';

/** How a bank is connected to its schemes. */
export interface RailSettings {
  /** Our BIC as a participant. */
  readonly bic: string;
  /** The root of the message folders, shared by all processes. */
  readonly folder: string;
  /**
   * BICs by the beginning of an account's IBAN without its check digits, `DE37040044`; the longest beginning counts. A
   * payment to an IBAN of none of them, without a BIC of its own, is rejected with RC01.
   */
  readonly banks: Readonly<Record<string, string>>;
  /** No clearing system stands between the banks, so the receiving one confirms that a payment has settled. */
  readonly isBilateral: boolean;
  /** Where messages of SEPA Instant and Faster Payments are POSTed; null: they go through the folder. */
  readonly instantUrl: string | null;
  /** null: somebody else carries the files. */
  readonly sftp: SftpTarget | null;
  /** A folder with the schemes' schemas. */
  readonly schemas: string | null;
}

/** The adapter, and the handler for requests of the scheme, to be served where only the scheme can reach it. */
export function openIsoRails(settings: RailSettings, clock: Clock) {
  const { bic, banks, isBilateral, instantUrl, sftp } = settings;
  const folder = new MessageFolder(settings.folder);
  const schemas = settings.schemas === null ? {} : { schemas: new Schemas(settings.schemas) };
  const rails = new IsoRails({
    bic,
    bicOf: ({ iban }) => (iban === null ? undefined : bankOf(iban, banks)),
    folder,
    clock,
    isBilateral,
    ...(instantUrl === null ? {} : { instant: instantClient(instantUrl) }),
    ...(sftp === null ? {} : { carry: sftpCarrier(folder, sftp) }),
    ...schemas,
  });
  return { rails, listener: instantListener({ bic, clock, folder, ...schemas }) };
}

function bankOf(iban: string, banks: RailSettings['banks']): string | undefined {
  const account = iban.slice(0, 2) + iban.slice(4);
  const [longest] = Object.keys(banks)
    .filter((beginning) => account.startsWith(beginning))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : banks[longest];
}
