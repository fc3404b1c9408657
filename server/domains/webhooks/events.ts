import type { EventDefinition } from '../../kernel/event.ts';
import { moment, record, token } from '../../kernel/schema.ts';
import { exampleEvent, testAction } from './model.ts';

/** Sent by webhook_test, to the tested endpoint only. */
export const webhookTest: EventDefinition = {
  action: testAction,
  when: 'webhook_test was called; delivered to that webhook only',
  payload: record({ webhook: token('Webhook'), at: moment('When the test was asked for') }),
  example: exampleEvent.payload,
  async render(_db, rows) {
    return rows.map((row) => ({ webhook: row.subject, at: row.at.toISOString() }));
  },
};
