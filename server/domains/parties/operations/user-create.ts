import { newId } from '../../../kernel/ids.ts';
import { type HandleContext, operation, type PrepareContext } from '../../../kernel/operation.ts';
import {
  duplicateUser,
  entityNotFound,
  type FieldError,
  invalid,
  profileValidationError,
  type Refused,
  refuse,
} from '../../../kernel/refusal.ts';
import type { CheckedFile, KeptFile } from '../../documents/model.ts';
import { checkFile, keepFile, recordDocument } from '../../documents/service.ts';
import { riskKnown } from '../events.ts';
import { exampleUser, type UserInput, type UserRow, user, userInput } from '../model.ts';
import { emailKey, profileOf, type Verification, verification } from '../rules.ts';
import { screening, sealIdentifiers, shownUser } from '../service.ts';
import { insertUser, readMerchant } from '../store.ts';

export const userCreate = operation({
  name: 'user_create',
  routes: [{ method: 'POST', path: '/v2/users' }],
  permission: 'users',
  summary: 'Create a natural person',
  description:
    'Creates a user and answers the whole record. E-mail address and unique_identifier are unique in the instance. In ' +
    'the sandbox a user with first_name, last_name, birthday, nationality and country is verified at once, unless the ' +
    'last name is SANCTION, REFER or DECLINE; USER.RISK_SCORE follows. Of documents every file must be what its ' +
    'file_type says, and none may be there twice.',
  takesDocuments: true,
  body: userInput,
  response: user,
  refusals: [entityNotFound, profileValidationError, duplicateUser],
  fieldErrors: profileValidationError,
  example: {
    body: {
      email: 'maria.petrova@example.com',
      first_name: 'Maria',
      last_name: 'Petrova',
      birthday: '1990-05-17',
      nationality: 'BG',
      country: 'BG',
    },
    response: exampleUser,
  },
  ask: (context, { body }) => keepDocuments(context, body.documents ?? []),
  async handle(context, { body }, kept) {
    const { tx, caller } = context;
    if (body.merchant && (await readMerchant(tx, caller.instance, body.merchant)) === undefined) {
      return refuse(entityNotFound, { field: 'merchant' });
    }
    const { row, verified } = newUser(context, body);
    if (!(await insertUser(tx, caller.instance, row, emailKey(row.email)))) return refuse(duplicateUser);
    if (verified.risk !== null) context.emit(riskKnown(row.id, verified, verified.risk));
    context.schedule(screening(row.id));
    const refused = await recordDocuments(context, row.id, body, kept);
    return refused ?? shownUser(tx, context.vault, caller.instance, row);
  },
});

type Documents = NonNullable<UserInput['documents']>;

/** Checks all files, so that each bad one is named, before any of them is kept. */
async function keepDocuments(
  context: PrepareContext,
  documents: Documents,
): Promise<KeptFile[] | Refused<'profile_validation_error'>> {
  const checked: CheckedFile[] = [];
  const errors: FieldError[] = [];
  for (const [index, { file, file_type: fileType }] of documents.entries()) {
    const found = await checkFile({ file, fileType });
    if ('rule' in found) errors.push({ ...found, field: `documents[${index}].${found.field}` });
    else checked.push(found);
  }
  if (errors.length > 0) return invalid(profileValidationError, ...errors);
  const kept: KeptFile[] = [];
  for (const file of checked) kept.push(await keepFile(context, context.caller.instance, file));
  return kept;
}

async function recordDocuments(
  { tx, caller, now }: HandleContext,
  user: string,
  body: UserInput,
  kept: readonly KeptFile[],
): Promise<Refused<'duplicate_user'> | undefined> {
  for (const [index, file] of kept.entries()) {
    const recorded = await recordDocument(tx, {
      instance: caller.instance,
      owner: { kind: 'user', id: user },
      application: null,
      documentType: body.documents![index]!.document_type || null,
      profile: {},
      file,
      at: now,
    });
    if (recorded === 'duplicate') return refuse(duplicateUser, { field: `documents[${index}].file` });
  }
  return undefined;
}

function newUser(context: HandleContext, body: UserInput): { row: UserRow; verified: Verification } {
  const { caller, vault, now, environment } = context;
  const id = newId();
  const profile = profileOf(body);
  const verified = verification(environment, profile);
  const decided = verified.risk !== null;
  const row: UserRow = {
    id,
    merchant: body.merchant || null,
    email: body.email,
    type: body.type || 'default',
    aml: body.aml || null,
    registrationIp: body.registration_ip || null,
    profile,
    ...sealIdentifiers(vault, caller.instance, id, body),
    verificationStatus: verified.status,
    verifiedBy: decided ? 'sandbox' : null,
    verifiedAt: decided ? now : null,
    createdAt: now,
    updatedAt: now,
  };
  return { row, verified };
}
