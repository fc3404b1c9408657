import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, record, token } from '../../../kernel/schema.ts';
import { document, exampleDocument, rejectionReasons } from '../../documents/model.ts';
import { reviewDocument } from '../../documents/service.ts';
import { deskOf, documentReviewed } from '../../onboarding/service.ts';

/** Plays the review of a document. In: the outcome, and why it is rejected. Out: the document as it is then. */
export const simDocumentReview = operation({
  name: 'sim_document_review',
  routes: [{ method: 'POST', path: '/v2/simulations/documents/{document}/review' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Accept or reject a document',
  description:
    'Gives the review of a document the outcome asked for, whatever it was before; a rejection needs its reason. ' +
    'DOCUMENT.UPDATE is sent when something changes. An application that lacks a document then, or does not any ' +
    'more, follows.',
  params: fields({ document: token('Document') }),
  body: fields({
    result: oneOf(['accepted', 'rejected'], 'How the review comes out'),
    reason: Type.Optional(oneOf(rejectionReasons, 'Why it is rejected')),
  }),
  response: record({
    ...document.properties,
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { document: exampleDocument.token },
    body: { result: 'rejected', reason: 'unreadable' },
    response: {
      ...exampleDocument,
      status: 'rejected',
      reason: 'unreadable',
      reviewed_by: 'sandbox',
      reviewed_at: '2026-11-20T10:20:30.000Z',
      events: [{ action: 'DOCUMENT.UPDATE', subject: exampleDocument.token }],
    },
  },
  async handle(context, { params, body }) {
    const { tx, caller, now, emit } = context;
    const { result, reason = null } = body;
    if ((result === 'rejected') !== (reason !== null)) {
      const message = 'must be there when, and only when, the document is rejected';
      return invalid(validationError, { field: 'reason', rule: 'reason', message });
    }
    const review = { result, reason, by: 'sandbox', at: now };
    const reviewed = await reviewDocument(tx, caller.instance, params.document, review);
    if (reviewed === undefined) return refuse(entityNotFound);
    for (const event of reviewed.events) emit(event);
    const { application } = reviewed.document;
    if (application !== null) await documentReviewed(deskOf(context), application);
    return { ...reviewed.document, events: reviewed.events.map(({ action, subject }) => ({ action, subject })) };
  },
});
