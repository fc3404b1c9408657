import { Type } from 'typebox';
import { clockMover } from '../../../kernel/clock-mover.ts';
import { operation } from '../../../kernel/operation.ts';
import { invalid, validationError } from '../../../kernel/refusal.ts';
import { fields, moment, oneOf } from '../../../kernel/schema.ts';
import { clockAnswer, clockRecord, clockRoute, exampleClock, momentAfter } from '../clock.ts';

/**
 * Moves the clock of the calling instance, to a moment (`set`) or by some time (`advance`). Everything due on the way is
 * done, each at its own time; the answer lists it. With `preview` nothing moves and the answer says what waits.
 */
export const simClockSet = operation({
  name: 'sim_clock_set',
  routes: [{ method: 'POST', path: clockRoute }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Move the clock',
  description:
    'Sets the time of this instance, or advances it by seconds (`30s`), minutes, hours, days (`3d`) or business days ' +
    '(`10bd`) of a calendar. All work due on the way is done in order, each at its own time. Everything that reads ' +
    'time follows, except the signature window, idempotency keys, key rotation and identifiers. Set back, bookings ' +
    'still never go back in time: they keep the moment of the last one until the clock has passed it.',
  body: fields({
    set: Type.Optional(moment('The moment')),
    advance: Type.Optional(Type.String({ description: 'A number and `s`, `m`, `h`, `d` or `bd`' })),
    calendar: Type.Optional(oneOf(['TARGET', 'GB', 'BG'], 'Whose business days; TARGET if absent')),
    preview: Type.Optional(Type.Boolean({ description: 'Only say what would be done' })),
  }),
  response: clockRecord,
  refusals: [validationError],
  example: { body: { advance: '10bd' }, response: exampleClock },
  async ask({ caller, now, port }, { body }) {
    const { set, advance, calendar = 'TARGET', preview = false } = body;
    if ((set === undefined) === (advance === undefined)) {
      return invalid(validationError, { field: 'set', rule: 'one_of', message: 'give either set or advance' });
    }
    const target = set === undefined ? momentAfter(now, advance!, calendar) : new Date(set);
    if (target === undefined) {
      const message = 'is a number up to 10000 and s, m, h, d or bd, as in 10bd';
      return invalid(validationError, { field: 'advance', rule: 'duration', message });
    }
    const mover = port(clockMover);
    if (preview) return { waiting: await mover.preview(caller.instance, target) };
    return { ran: await mover.moveTo(caller.instance, target) };
  },
  handle: async (context, _request, jobs) => clockAnswer(context, jobs),
});
