import { type Static, Type } from 'typebox';
import type { PrepareContext } from '../../kernel/operation.ts';
import { invalid, profileValidationError, type Refused } from '../../kernel/refusal.ts';
import { fileFields } from '../documents/model.ts';
import { checkFile, keepFile } from '../documents/service.ts';
import { optionalExtendedProfile } from '../parties/model.ts';
import type { NewFile } from './service.ts';

const upload = Type.Object({ ...fileFields, ...optionalExtendedProfile });

/**
 * Checks and keeps the file of a request, with the extended profile fields beside it; to be called in an operation's
 * `ask`. What is empty is not kept.
 */
export async function newFile(
  context: PrepareContext,
  body: Static<typeof upload>,
): Promise<NewFile | Refused<'profile_validation_error'>> {
  const checked = await checkFile({ file: body.file, fileType: body.file_type });
  if ('rule' in checked) return invalid(profileValidationError, checked);
  const names = Object.keys(optionalExtendedProfile) as (keyof typeof optionalExtendedProfile)[];
  const given = names.map((name) => [name, body[name]] as const);
  const profile = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
  const file = await keepFile(context, context.caller.instance, checked);
  return { file, documentType: body.document_type || null, profile };
}
