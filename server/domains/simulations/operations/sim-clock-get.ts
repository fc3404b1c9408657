import { clockMover } from '../../../kernel/clock-mover.ts';
import { operation } from '../../../kernel/operation.ts';
import { clockAnswer, clockRecord, clockRoute, exampleClock } from '../clock.ts';

const shownMs = 30 * 86_400_000;

/** The clock of the calling instance. Out: its time, real time, and what waits for a time within 30 days. */
export const simClockGet = operation({
  name: 'sim_clock_get',
  routes: [{ method: 'GET', path: clockRoute }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Read the clock',
  description:
    'The time of this instance, and the work that waits for a time within 30 days: settlements, deadlines, expiries.',
  response: clockRecord,
  example: { response: { ...exampleClock, ran: [], waiting: exampleClock.ran } },
  ask: ({ caller, now, port }) => port(clockMover).preview(caller.instance, new Date(now.getTime() + shownMs)),
  handle: async (context, _request, waiting) => clockAnswer(context, { waiting }),
});
