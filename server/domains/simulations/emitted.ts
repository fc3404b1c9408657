import { Type } from 'typebox';
import type { EventDraft } from '../../kernel/event.ts';
import { record } from '../../kernel/schema.ts';
import type { Desk } from '../onboarding/service.ts';

/** The events that a simulation has made, as its answer lists them. */
export const emitted = Type.Array(record({ action: Type.String(), subject: Type.String() }));

/** A desk that notes what is emitted at it. */
export function noting(desk: Desk): { readonly desk: Desk; readonly events: Pick<EventDraft, 'action' | 'subject'>[] } {
  const events: Pick<EventDraft, 'action' | 'subject'>[] = [];
  const emit = (event: EventDraft) => {
    desk.emit(event);
    events.push({ action: event.action, subject: event.subject });
  };
  return { desk: { ...desk, emit }, events };
}
