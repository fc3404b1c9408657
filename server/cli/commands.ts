import {
  applicationsApprove,
  applicationsAssign,
  applicationsDecline,
  applicationsRequestInfo,
  applicationsShow,
  applicationsShowAll,
} from './applications.ts';
import { callCommand, simulateCommand } from './call.ts';
import type { Command } from './command.ts';
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
import { profilesApply, scorecardApply } from './profiles-apply.ts';
import { programsApply } from './programs-apply.ts';
import { proveCommand } from './prove.ts';
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
