import { operation } from '../../../kernel/operation.ts';
import {
  duplicateUser,
  entityNotFound,
  invalid,
  isRefused,
  profileValidationError,
  refuse,
} from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { document, exampleDocument, fileFields } from '../../documents/model.ts';
import { optionalExtendedProfile } from '../../parties/model.ts';
import { deskOf } from '../desk.ts';
import { exampleMember, examplePdf } from '../examples.ts';
import { newFile } from '../files.ts';
import { addDocument, readDossier } from '../service.ts';

export const companyAddMemberDocument = operation({
  name: 'company_add_member_document',
  routes: [{ method: 'POST', path: '/v3/applications/{application}/companies/members/{member}/documents' }],
  permission: 'onboarding',
  summary: 'Add a document to a member',
  description:
    'Keeps a file, encrypted, as a document of a member of the company of an application, as company_add_document does ' +
    'for the company itself.',
  takesDocuments: true,
  params: fields({ application: token('Application'), member: token('Member of its company') }),
  body: fields({ ...fileFields, ...optionalExtendedProfile }),
  response: document,
  refusals: [entityNotFound, profileValidationError, duplicateUser],
  fieldErrors: profileValidationError,
  example: {
    params: { application: exampleDocument.application, member: exampleMember.token },
    body: { file: examplePdf, file_type: 'pdf', document_type: 'Passport' },
    response: { ...exampleDocument, company: null, member: exampleMember.token, document_type: 'Passport' },
  },
  async ask(context, { params, body }) {
    const found = await readDossier(context.db, context.caller.instance, params.application);
    const isThere = found?.members.some(({ id }) => id === params.member) ?? false;
    return isThere ? newFile(context, body) : refuse(entityNotFound, { field: 'member' });
  },
  async handle(context, { params }, file) {
    const added = await addDocument(deskOf(context), params.application, params.member, file);
    if (isRefused(added)) return added;
    return 'rule' in added ? invalid(profileValidationError, added) : added.made;
  },
});
