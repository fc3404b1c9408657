import type { EventDefinition, EventDraft } from '../../kernel/event.ts';
import { moment, oneOf, record, text, token } from '../../kernel/schema.ts';
import { exampleKey } from './model.ts';

/** A key, or the secret that it had before, stops working soon. */
export const keyExpiring: EventDefinition = {
  action: 'KEY.EXPIRING',
  when: 'A key was rotated and its secret before stops working (`rotated`), or a key comes within seven days of its end (`expires`)',
  payload: record({
    api_key: token('The API key'),
    label: text(),
    reason: oneOf(['rotated', 'expires'], 'What ends: the secret before, or the key'),
    expires_at: moment('When it stops working'),
  }),
  example: {
    api_key: exampleKey.api_key,
    label: exampleKey.label,
    reason: 'rotated',
    expires_at: '2026-11-21T10:15:30.000Z',
  },
  async render(_db, rows) {
    return rows.map(({ subject, data }) => ({ api_key: subject, ...data }));
  },
};

export function expiring(
  { apiKey, label }: { readonly apiKey: string; readonly label: string },
  reason: 'rotated' | 'expires',
  expiresAt: Date,
): EventDraft {
  const data = { label, reason, expires_at: expiresAt.toISOString() };
  return { action: keyExpiring.action, subject: apiKey, data };
}
