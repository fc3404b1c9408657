/**
 * Business days of the payment schemes, and the local time of the places where they stand. Dates are ISO texts
 * (`YYYY-MM-DD`) of the real calendar; an instant is a `Date`.
 */

/** TARGET is the euro area's; GB is England and Wales; BG is Bulgaria, which moves holidays off the weekend. */
export type Calendar = 'TARGET' | 'GB' | 'BG';

export type Zone = 'Europe/Brussels' | 'Europe/London' | 'Europe/Sofia';

/** Days without business beside the calendar's own, decided for once: a coronation, a day of mourning. */
type ExtraHolidays = readonly string[];

const dayMs = 86_400_000;
const monday = 1;

const toDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const toDate = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** 0 is Sunday: the first day that is counted from was a Thursday. */
const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;
const isWeekend = (day: number): boolean => weekday(day) % 6 === 0;

/** Whether banks of the calendar do business on the date. Holidays follow the rules in force in 2026. */
export function isBusinessDay(calendar: Calendar, date: string, extra: ExtraHolidays = []): boolean {
  return !isWeekend(toDay(date)) && !holidays(calendar, date.slice(0, 4)).has(date) && !extra.includes(date);
}

/**
 * The business day that comes `days` business days after the date, which itself counts as day 0 whether or not it is a
 * business day: one day after a Saturday is Monday. With 0 it is `nextBusinessDay`.
 */
export function addBusinessDays(calendar: Calendar, date: string, days: number, extra: ExtraHolidays = []): string {
  let day = toDay(date);
  for (let left = days; left > 0; ) {
    day += 1;
    if (isBusinessDay(calendar, toDate(day), extra)) left -= 1;
  }
  return nextBusinessDay(calendar, toDate(day), extra);
}

/** The date itself when it is a business day, else the first business day after it. */
export function nextBusinessDay(calendar: Calendar, date: string, extra: ExtraHolidays = []): string {
  let day = toDay(date);
  while (!isBusinessDay(calendar, toDate(day), extra)) day += 1;
  return toDate(day);
}

/**
 * How many business days lie after `from`, up to and with `to`: the business days left until a deadline. Inverse of
 * `addBusinessDays` from 1 day on; 0 when `to` is not after `from`.
 */
export function businessDaysBetween(calendar: Calendar, from: string, to: string, extra: ExtraHolidays = []): number {
  let count = 0;
  for (let day = toDay(from) + 1; day <= toDay(to); day += 1) {
    if (isBusinessDay(calendar, toDate(day), extra)) count += 1;
  }
  return count;
}

const holidaysByYear = new Map<string, ReadonlySet<string>>();

function holidays(calendar: Calendar, year: string): ReadonlySet<string> {
  const known = holidaysByYear.get(calendar + year);
  if (known !== undefined) return known;
  const dates = new Set(holidayRules[calendar](Number(year)).map(toDate));
  holidaysByYear.set(calendar + year, dates);
  return dates;
}

const holidayRules: Readonly<Record<Calendar, (year: number) => readonly number[]>> = {
  /** The closing days of T2, the same since 2000. */
  TARGET: (year) => {
    const easter = westernEaster(year);
    return [easter - 2, easter + 1, ...fixed(year, '01-01 05-01 12-25 12-26')];
  },
  /** Bank holidays of England and Wales, by the Banking and Financial Dealings Act 1971 and proclamation. */
  GB: (year) => {
    const easter = westernEaster(year);
    return moved(
      [
        easter - 2,
        easter + 1,
        firstMondayFrom(year, '05-01'),
        firstMondayFrom(year, '05-25'),
        firstMondayFrom(year, '08-25'),
      ],
      fixed(year, '01-01 12-25 12-26'),
    );
  },
  /** Official holidays by Labour Code art. 154; its paragraph 2 moves those of a weekend, but not those of Easter. */
  BG: (year) => {
    const easter = orthodoxEaster(year);
    return moved(
      [easter - 2, easter - 1, easter, easter + 1],
      fixed(year, '01-01 03-03 05-01 05-06 05-24 09-06 09-22 12-24 12-25 12-26'),
    );
  },
};

function fixed(year: number, monthDays: string): number[] {
  return monthDays.split(' ').map((monthDay) => toDay(`${String(year).padStart(4, '0')}-${monthDay}`));
}

function firstMondayFrom(year: number, monthDay: string): number {
  let [day = 0] = fixed(year, monthDay);
  while (weekday(day) !== monday) day += 1;
  return day;
}

/** Each holiday that falls on a weekend gives its day off to the first working day after it that is none yet. */
function moved(unmoved: readonly number[], movable: readonly number[]): number[] {
  const days = new Set([...unmoved, ...movable]);
  for (const holiday of movable.filter(isWeekend)) {
    let substitute = holiday;
    while (isWeekend(substitute) || days.has(substitute)) substitute += 1;
    days.add(substitute);
  }
  return [...days];
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function westernEaster(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * sunday) / 451);
  return Date.UTC(year, 2, 22 + epact + sunday - 7 * late) / dayMs;
}

/** Easter Sunday of the Orthodox churches: Meeus's Julian algorithm, and the days by which that calendar lags. */
function orthodoxEaster(year: number): number {
  const moon = (19 * (year % 19) + 15) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const lag = Math.floor(year / 100) - Math.floor(year / 400) - 2;
  return Date.UTC(year, 2, 22 + moon + sunday + lag) / dayMs;
}

const clocks: Readonly<Record<Zone, Intl.DateTimeFormat>> = {
  'Europe/Brussels': clockOf('Europe/Brussels'),
  'Europe/London': clockOf('Europe/London'),
  'Europe/Sofia': clockOf('Europe/Sofia'),
};

// Sweden writes dates and times as ISO does.
function clockOf(timeZone: Zone): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}

/** The date that calendars show in the zone at the instant. */
export function localDate(zone: Zone, at: Date): string {
  return clocks[zone].format(at).slice(0, 10);
}

/** The instant at which the date ends in the zone: midnight, with which the next date begins. */
export function endOfDay(zone: Zone, date: string): Date {
  return atLocalTime(zone, toDate(toDay(date) + 1), '00:00');
}

/**
 * The instant at which clocks of the zone show `HH:MM` on the date. A time that the change to summer time leaves out
 * means the same number of minutes after the change; one that comes twice means the first.
 */
export function atLocalTime(zone: Zone, date: string, time: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // Read with the offset of the day before, then with the one that is in force at what comes out.
  const early = wanted - offsetMs(zone, wanted - dayMs);
  const late = wanted - offsetMs(zone, early);
  return new Date(offsetMs(zone, early) !== wanted - early && offsetMs(zone, late) === wanted - late ? late : early);
}

function offsetMs(zone: Zone, at: number): number {
  return Date.parse(`${clocks[zone].format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}
