import { Type } from 'typebox';
import type { EventDefinition, EventDraft } from '../../kernel/event.ts';
import { nullable, oneOf, record, token } from '../../kernel/schema.ts';
import { type DocumentRow, documentStatuses, exampleDocument } from './model.ts';

/** A document was reviewed. */
export const documentUpdate: EventDefinition = {
  action: 'DOCUMENT.UPDATE',
  when: 'A document was accepted or rejected',
  payload: record({
    document: token('Document'),
    application: nullable(token('Application that it was added to')),
    status: oneOf(documentStatuses),
    previous_status: oneOf(documentStatuses),
    reason: nullable(Type.String({ description: 'Why it was rejected' })),
  }),
  example: {
    document: exampleDocument.token,
    application: exampleDocument.application,
    status: 'rejected',
    previous_status: 'uploaded',
    reason: 'unreadable',
  },
  async render(_db, rows) {
    return rows.map((row) => ({
      document: row.subject,
      application: row.data?.application ?? null,
      status: row.after,
      previous_status: row.before,
      reason: row.data?.reason ?? null,
    }));
  },
};

export function reviewed(before: DocumentRow, after: DocumentRow): EventDraft {
  return {
    action: documentUpdate.action,
    subject: after.id,
    before: before.status,
    after: after.status,
    data: { application: after.application, reason: after.reason },
  };
}
