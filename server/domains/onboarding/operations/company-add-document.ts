import { operation } from '../../../kernel/operation.ts';
import {
  duplicateUser,
  entityNotFound,
  invalid,
  isRefused,
  profileValidationError,
  refuse,
} from '../../../kernel/refusal.ts';
import { fields, optionalToken, token } from '../../../kernel/schema.ts';
import { document, exampleDocument, fileFields } from '../../documents/model.ts';
import { optionalExtendedProfile } from '../../parties/model.ts';
import { deskOf } from '../desk.ts';
import { examplePdf } from '../examples.ts';
import { newFile } from '../files.ts';
import { addDocument, readDossier } from '../service.ts';

export const companyAddDocument = operation({
  name: 'company_add_document',
  routes: [{ method: 'POST', path: '/v3/applications/{application}/companies/documents' }],
  permission: 'onboarding',
  summary: 'Add a document to a company',
  description:
    'Keeps a file, encrypted, as a document of the company of an application. Its contents must be what file_type says. ' +
    'Field errors are -3; -2 when the company has the same contents already. In draft, action_required, checking (the ' +
    'checks begin anew) and approved.',
  takesDocuments: true,
  params: fields({ application: token('Application') }),
  body: fields({ ...fileFields, company: optionalToken("The company's token"), ...optionalExtendedProfile }),
  response: document,
  refusals: [entityNotFound, profileValidationError, duplicateUser],
  fieldErrors: profileValidationError,
  example: {
    params: { application: exampleDocument.application },
    body: { file: examplePdf, file_type: 'pdf' },
    response: exampleDocument,
  },
  async ask(context, { params, body }) {
    const found = await readDossier(context.db, context.caller.instance, params.application);
    if (found === undefined) return refuse(entityNotFound, { field: 'application' });
    if (body.company && body.company !== found.application.companyId) {
      return refuse(entityNotFound, { field: 'company' });
    }
    return newFile(context, body);
  },
  async handle(context, { params }, file) {
    const added = await addDocument(deskOf(context), params.application, null, file);
    if (isRefused(added)) return added;
    return 'rule' in added ? invalid(profileValidationError, added) : added.made;
  },
});
