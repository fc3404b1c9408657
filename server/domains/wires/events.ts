import { Type } from 'typebox';
import type { EventDefinition, EventDraft } from '../../kernel/event.ts';
import { moment, nullable, oneOf, record, token } from '../../kernel/schema.ts';
import type { RecallRow } from './model.ts';
import { readRecalls } from './store.ts';

/** Somebody wants a payment back: another bank one that we received, or we one of ours. And how that was answered. */
export const transferRecall: EventDefinition = {
  action: 'TRANSFER.RECALL',
  when: 'A recall was received, sent or answered',
  payload: record({
    transaction: token('The payment'),
    recall: token('The recall'),
    direction: oneOf(['in', 'out'], 'in: another bank asks for a payment that you received'),
    reason_code: Type.String(),
    deadline: moment('Until when it is to be answered'),
    status: oneOf(['open', 'accepted', 'refused']),
    answer_code: nullable(Type.String({ description: 'Why it was refused' })),
  }),
  example: {
    transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b01',
    recall: '019aa0c4-7c00-7c3e-9d51-2f6f1f0c0e01',
    direction: 'in',
    reason_code: 'FRAD',
    deadline: '2026-12-11T23:00:00.000Z',
    status: 'open',
    answer_code: null,
  },
  async render(db, rows) {
    const instance = rows[0]!.instance;
    const found = await readRecalls(db, instance, [...new Set(rows.map(({ data }) => String(data?.recall)))]);
    const byId = new Map(found.map((recall) => [recall.id, recall]));
    return rows.map(({ subject, after, data }) => {
      const recall = byId.get(String(data?.recall))!;
      return {
        transaction: subject,
        recall: recall.id,
        direction: recall.direction,
        reason_code: recall.reasonCode,
        deadline: recall.deadline.toISOString(),
        status: after,
        answer_code: data?.answer_code ?? null,
      };
    });
  },
};

export function recallEvent({ id, transaction, state, answerCode }: RecallRow): EventDraft {
  const data = { recall: id, ...(answerCode !== null && { answer_code: answerCode }) };
  return { action: transferRecall.action, subject: transaction, after: state, data };
}
