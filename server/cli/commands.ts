import {
  applicationsApprove,
  applicationsAssign,
  applicationsDecline,
  applicationsRequestInfo,
  applicationsShow,
  applicationsShowAll,
} from './applications.ts';
import { callCommand, simulateCommand } from './call.ts';
import { type Command, misuse, overview } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { documentsReview, documentsSave } from './documents.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { instancesCreate } from './instances-create.ts';
import { keysCreate, keysRotate } from './keys.ts';
import { ledgerVerify } from './ledger-verify.ts';
import { listenCommand } from './listen.ts';
import { listsLoad, listsShow } from './lists.ts';
import { merchantsClose, merchantsResume, merchantsSuspend } from './merchants.ts';
import { migrateCommand } from './migrate.ts';
import { suggestion } from './nearest.ts';
import { profilesApply, scorecardApply } from './profiles-apply.ts';
import { programsApply } from './programs-apply.ts';
import { proveCommand } from './prove.ts';
import { instancesApproveQueue, queueReturnExpired } from './queue.ts';
import { screeningCases, screeningClear, screeningConfirm, screeningPolicy } from './screening.ts';
import { sftpAllow } from './sftp-allow.ts';

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [
  callCommand,
  simulateCommand,
  listenCommand,
  doctorCommand,
  keysCreate,
  keysRotate,
  instancesCreate,
  instancesApproveQueue,
  programsApply,
  profilesApply,
  scorecardApply,
  applicationsShowAll,
  applicationsShow,
  applicationsAssign,
  applicationsRequestInfo,
  applicationsApprove,
  applicationsDecline,
  merchantsSuspend,
  merchantsResume,
  merchantsClose,
  documentsSave,
  documentsReview,
  queueReturnExpired,
  sftpAllow,
  listsLoad,
  listsShow,
  screeningCases,
  screeningClear,
  screeningConfirm,
  screeningPolicy,
  migrateCommand,
  exportCommand,
  importCommand,
  ledgerVerify,
  proveCommand,
];

/** Whether a word asks for help. */
export const isHelp = (word: string) => word === '--help' || word === 'help';

/**
 * What to show for words that are no command: all of them, or with the first word of some (`keys --help`) those. Misuse
 * where they are a mistake.
 */
export function overviewFor(words: readonly string[]): string {
  const said = words.filter((word) => !isHelp(word));
  const group = commands.filter(({ name }) => name.length > 1 && name[0] === said[0]);
  if (said.length > 0 && (said.length === words.length || group.length === 0)) {
    const known = (group.length > 0 ? group : commands).map(({ name }) => name.join(' '));
    const otherwise = group.length > 0 ? known.join(', ') : 'openemi --help lists them';
    throw misuse(`there is no command ${said.join(' ')}${suggestion(said.slice(0, 2).join(' '), known, otherwise)}`);
  }
  return overview(group.length > 0 ? group : commands);
}
