import { clockMover } from '../../../kernel/clock-mover.ts';
import { operation } from '../../../kernel/operation.ts';
import { clockAnswer, clockRecord, clockRoute, exampleClock } from '../clock.ts';

/** Sets the clock of the calling instance back to real time. What is booked stays, and nothing is booked before it. */
export const simClockReset = operation({
  name: 'sim_clock_reset',
  routes: [{ method: 'DELETE', path: clockRoute }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Reset the clock',
  description: 'The instance follows real time again. Bookings keep the moment of the last one until that has passed.',
  response: clockRecord,
  example: { response: { ...exampleClock, now: exampleClock.real_time, ahead_seconds: 0, ran: [] } },
  ask: ({ caller, port }) => port(clockMover).reset(caller.instance),
  handle: async (context) => clockAnswer(context, {}),
});
