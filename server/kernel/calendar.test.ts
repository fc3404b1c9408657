import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addBusinessDays,
  atLocalTime,
  businessDaysBetween,
  type Calendar,
  endOfDay,
  isBusinessDay,
  localDate,
  nextBusinessDay,
} from './calendar.ts';

const dayMs = 86_400_000;
const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The weekdays of a year on which the calendar does no business, as MM-DD. */
function holidaysOf(calendar: Calendar, year: number): string {
  const dates: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += dayMs) {
    const isWeekday = new Date(at).getUTCDay() % 6 !== 0;
    if (isWeekday && !isBusinessDay(calendar, isoDate(at))) dates.push(isoDate(at).slice(5));
  }
  return dates.join(' ');
}

for (const [calendar, year, holidays] of [
  ['TARGET', 2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
  ['TARGET', 2025, '01-01 04-18 04-21 05-01 12-25 12-26'],
  ['TARGET', 2026, '01-01 04-03 04-06 05-01 12-25'],
  ['TARGET', 2027, '01-01 03-26 03-29'],
  ['GB', 2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
  ['GB', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  ['GB', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ['GB', 2028, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
  ['BG', 2021, '01-01 03-03 04-30 05-03 05-04 05-06 05-24 09-06 09-22 12-24 12-27 12-28'],
  ['BG', 2024, '01-01 03-04 05-01 05-03 05-06 05-24 09-06 09-23 12-24 12-25 12-26'],
  ['BG', 2025, '01-01 03-03 04-18 04-21 05-01 05-06 05-26 09-08 09-22 12-24 12-25 12-26'],
  ['BG', 2026, '01-01 03-03 04-10 04-13 05-01 05-06 05-25 09-07 09-22 12-24 12-25 12-28'],
] as const) {
  test(`weekdays without business in ${calendar} ${year}`, () => assert.equal(holidaysOf(calendar, year), holidays));
}

test('days decided for once count as holidays where they are given', () => {
  assert.equal(isBusinessDay('GB', '2023-05-08'), true);
  assert.equal(isBusinessDay('GB', '2023-05-08', ['2023-05-08']), false);
  assert.equal(addBusinessDays('GB', '2023-05-05', 1, ['2023-05-08']), '2023-05-09');
  assert.equal(businessDaysBetween('GB', '2023-05-05', '2023-05-09', ['2023-05-08']), 1);
});

for (const [calendar, entry, days, deadline] of [
  ['TARGET', '2026-03-26', 10, '2026-04-13'],
  ['GB', '2026-12-18', 10, '2027-01-06'],
  ['BG', '2026-12-18', 10, '2027-01-07'],
  ['TARGET', '2026-11-21', 1, '2026-11-23'],
  ['TARGET', '2026-11-21', 0, '2026-11-23'],
  ['TARGET', '2026-11-20', 0, '2026-11-20'],
] as const) {
  test(`${days} business days of ${calendar} after ${entry} is ${deadline}`, () =>
    assert.equal(addBusinessDays(calendar, entry, days), deadline));
}

test('the next business day is the day itself where it is one', () => {
  assert.equal(nextBusinessDay('TARGET', '2026-04-02'), '2026-04-02');
  assert.equal(nextBusinessDay('TARGET', '2026-04-03'), '2026-04-07');
});

test('counting business days undoes adding them', () => {
  const dates = fc.integer({ min: 0, max: 36_524 }).map((day) => isoDate(day * dayMs + Date.UTC(2000, 0, 1)));
  fc.assert(
    fc.property(fc.constantFrom<Calendar>('TARGET', 'GB', 'BG'), dates, fc.nat(30), (calendar, from, days) => {
      const to = addBusinessDays(calendar, from, days + 1);
      assert.equal(businessDaysBetween(calendar, from, to), days + 1);
      assert.equal(isBusinessDay(calendar, to), true);
      assert.equal(businessDaysBetween(calendar, to, from), 0);
    }),
  );
});

for (const [zone, at, date] of [
  ['Europe/Brussels', '2026-11-20T22:59:59Z', '2026-11-20'],
  ['Europe/Brussels', '2026-11-20T23:00:00Z', '2026-11-21'],
  ['Europe/London', '2026-06-30T22:59:59.999Z', '2026-06-30'],
  ['Europe/London', '2026-06-30T23:00:00Z', '2026-07-01'],
  ['Europe/Sofia', '2026-11-20T22:00:00Z', '2026-11-21'],
] as const) {
  test(`at ${at} it is ${date} in ${zone}`, () => assert.equal(localDate(zone, new Date(at)), date));
}

for (const [zone, date, time, at] of [
  ['Europe/Brussels', '2026-11-20', '17:00', '2026-11-20T16:00:00.000Z'],
  ['Europe/Brussels', '2026-07-01', '17:00', '2026-07-01T15:00:00.000Z'],
  ['Europe/Brussels', '2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
  ['Europe/Brussels', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Brussels', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Brussels', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Brussels', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
  ['Europe/London', '2026-10-25', '12:00', '2026-10-25T12:00:00.000Z'],
  ['Europe/Sofia', '2026-11-20', '00:00', '2026-11-19T22:00:00.000Z'],
] as const) {
  test(`${date} ${time} in ${zone} is ${at}`, () => assert.equal(atLocalTime(zone, date, time).toISOString(), at));
}

test('a day ends with the midnight that begins the next one, however long it is', () => {
  assert.equal(endOfDay('Europe/Brussels', '2026-03-28').toISOString(), '2026-03-28T23:00:00.000Z');
  assert.equal(endOfDay('Europe/Brussels', '2026-03-29').toISOString(), '2026-03-29T22:00:00.000Z');
  assert.equal(endOfDay('Europe/Brussels', '2026-12-31').toISOString(), '2026-12-31T23:00:00.000Z');
});
