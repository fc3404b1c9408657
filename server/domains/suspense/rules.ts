import {
  addBusinessDays,
  atLocalTime,
  businessDaysBetween,
  type Calendar,
  endOfDay,
  localDate,
  type Zone,
} from '../../kernel/calendar.ts';
import type { QueueRail } from './model.ts';

/** Business days that a partner has; the day of entry is day 0. */
const windowDays = 10;
/** So many business days before its end the partner is reminded. */
const remindDays = 2;

const places: Readonly<Record<QueueRail, { readonly calendar: Calendar; readonly zone: Zone }>> = {
  sct: { calendar: 'TARGET', zone: 'Europe/Brussels' },
  sct_inst: { calendar: 'TARGET', zone: 'Europe/Brussels' },
  fps: { calendar: 'GB', zone: 'Europe/London' },
};

/** The review window of a transfer that enters the queue: when to remind, and when the tenth business day ends. */
export function windowOf(rail: QueueRail, entered: Date): { readonly remindAt: Date; readonly deadline: Date } {
  const { calendar, zone } = places[rail];
  const day = localDate(zone, entered);
  return {
    remindAt: atLocalTime(zone, addBusinessDays(calendar, day, windowDays - remindDays), '00:00'),
    deadline: endOfDay(zone, addBusinessDays(calendar, day, windowDays)),
  };
}

/** Business days left until a deadline; its own day counts. 0 once it has passed. */
export function daysLeft(rail: QueueRail, deadline: Date, now: Date): number {
  const { calendar, zone } = places[rail];
  const lastMoment = new Date(deadline.getTime() - 1);
  return now >= deadline ? 0 : businessDaysBetween(calendar, localDate(zone, now), localDate(zone, lastMoment));
}

/** When operators look after what has expired: nine in the morning of the next business day of TARGET. */
export function nextMorning(now: Date): Date {
  const day = localDate('Europe/Brussels', now);
  return atLocalTime('Europe/Brussels', addBusinessDays('TARGET', day, 1), '09:00');
}
