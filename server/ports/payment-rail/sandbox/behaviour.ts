import { atLocalTime, type Zone } from '../../../kernel/calendar.ts';
import type { Payment, Rail } from '../port.ts';
import type { SchemePayment } from './store.ts';

/**
 * How the simulated scheme behaves by itself. The remittance information of a payment can tell it to do otherwise:
 *
 * - `REJECT AM04`: refused at once with that reason
 * - `RETURN AC04`: settles, then the other bank sends it back with that reason
 * - `DELAY 3d` (`s`, `m`, `h`, `d`): settles that much later
 * - `LOSE REQUEST`: the message never arrives: no answer, and an inquiry learns that the scheme does not have it
 * - `LOSE ANSWER`: it arrives, the answer does not, and neither do the answers to the first two inquiries
 */

const instantMs = 1000;
/** From settlement to the return that was asked for. */
const returnMs: Readonly<Record<Rail, number>> = {
  sct_inst: 1000,
  fps: 1000,
  sct: 86_400_000,
  bisera: 86_400_000,
};

/** When the day's payments of a batch scheme are settled, local time. */
const batches: Readonly<Partial<Record<Rail, { readonly zone: Zone; readonly time: string }>>> = {
  sct: { zone: 'Europe/Brussels', time: '07:00' },
  bisera: { zone: 'Europe/Sofia', time: '17:00' },
};

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What becomes of a payment that is handed in at `now`. */
export function behaviourOf(payment: Payment, now: Date): SchemePayment & { readonly heard: boolean } {
  const words = wordsOf(payment.reference);
  const batch = batches[payment.rail];
  const due =
    batch === undefined
      ? now.getTime() + instantMs
      : atLocalTime(batch.zone, payment.settlementDate, batch.time).getTime();
  return {
    state: words.reject === undefined ? (words.lose === 'REQUEST' ? 'lost' : 'accepted') : 'rejected',
    silent: words.lose === 'ANSWER' ? 2 : 0,
    settlesAt: new Date(Math.max(due, now.getTime()) + words.delayMs),
    reasonCode: words.reject ?? null,
    returnReason: words.return ?? null,
    heard: words.lose === undefined,
  };
}

/** When the other bank's return of a settled payment arrives. */
export function returnsAt(rail: Rail, settledAt: Date): Date {
  return new Date(settledAt.getTime() + returnMs[rail]);
}

function wordsOf(reference: string | null) {
  const text = reference ?? '';
  const delay = /\bDELAY (?<count>\d{1,4})(?<unit>[smhd])\b/.exec(text)?.groups;
  return {
    reject: /\bREJECT (?<code>[A-Z0-9]{4})\b/.exec(text)?.groups?.code,
    return: /\bRETURN (?<code>[A-Z0-9]{4})\b/.exec(text)?.groups?.code,
    lose: /\bLOSE (?<what>REQUEST|ANSWER)\b/.exec(text)?.groups?.what,
    delayMs: delay === undefined ? 0 : Number(delay.count) * unitMs[delay.unit!]!,
  };
}
