import { type Static, Type } from 'typebox';
import { addBusinessDays, type Calendar } from '../../kernel/calendar.ts';
import type { Job } from '../../kernel/job.ts';
import { moment, record } from '../../kernel/schema.ts';

/** The clock of a sandbox instance: what its three operations share. */

export const clockRoute = '/v2/simulations/clock';

const work = record({
  name: Type.String({ description: 'What is done' }),
  subject: Type.String({ description: 'The token of what it is about' }),
  due_at: moment('When, by the clock of the instance'),
});

export const clockRecord = record({
  now: moment('The time of the instance'),
  real_time: moment('The time of the world'),
  ahead_seconds: Type.Integer({ description: 'How far the first is ahead of the second' }),
  ran: Type.Array(work, { description: 'What was done on the way, in order' }),
  waiting: Type.Array(work, { description: 'What waits for its time, in order' }),
});

export const exampleClock: Static<typeof clockRecord> = {
  now: '2026-12-04T10:15:30.000Z',
  real_time: '2026-11-20T10:15:30.000Z',
  ahead_seconds: 1_209_600,
  ran: [{ name: 'wires.settle', subject: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0a03', due_at: '2026-11-23T14:00:00.000Z' }],
  waiting: [],
};

export function clockAnswer(
  { now, realTime }: { readonly now: Date; readonly realTime: Date },
  { ran = [], waiting = [] }: { readonly ran?: readonly Job[]; readonly waiting?: readonly Job[] },
): Static<typeof clockRecord> {
  return {
    now: now.toISOString(),
    real_time: realTime.toISOString(),
    ahead_seconds: Math.round((now.getTime() - realTime.getTime()) / 1000),
    ran: ran.map(shown),
    waiting: waiting.map(shown),
  };
}

function shown({ name, subject, dueAt }: Job) {
  return { name, subject, due_at: dueAt.toISOString() };
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const mostSteps = 10_000;

/**
 * The moment some time after another: `10bd` (business days of the calendar, at the same time of day), `3d`, `2h`,
 * `15m`, `30s`. Undefined when it is not written like that, or is more than 10,000 of its unit.
 */
export function momentAfter(from: Date, advance: string, calendar: Calendar): Date | undefined {
  const { count, unit } = /^(?<count>\d{1,5})(?<unit>bd|[smhd])$/.exec(advance)?.groups ?? {};
  if (count === undefined || unit === undefined || Number(count) > mostSteps) return undefined;
  if (unit !== 'bd') return new Date(from.getTime() + Number(count) * unitMs[unit]!);
  const [date = '', time] = from.toISOString().split('T');
  return new Date(`${addBusinessDays(calendar, date, Number(count))}T${time}`);
}
