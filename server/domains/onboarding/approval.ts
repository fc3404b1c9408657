import { randomInt } from 'node:crypto';
import { newId } from '../../kernel/ids.ts';
import { approveMerchant, createMerchant, setMerchantRisk } from '../parties/service.ts';
import { claimAcceptor, insertStore, readStores, type StoreRow } from './check-store.ts';
import { type Desk, moveTo } from './desk.ts';
import { memberVerified, merchantMade, riskCalculated, storeMade } from './events.ts';
import type { ApplicationRow, Decided, MemberRow } from './model.ts';
import { type Dossier, isAcquiring } from './rules.ts';
import { updateMember } from './store.ts';

/**
 * The results of a decision, all in one transaction with it: the merchant, verified; for acquiring products stores with
 * MID and TID, and the job that opens the funding account; the webhooks.
 */
export async function approveDossier(desk: Desk, dossier: Dossier, reason: string | null): Promise<Dossier> {
  const { application } = dossier;
  const merchant = await merchantOf(desk, application);
  const approved = await moveTo(desk, dossier, 'approved', { merchant, decision: decided(desk, reason) });
  if (application.risk !== null) {
    await setMerchantRisk(desk.tx, desk.instance, merchant, application.risk.level, application.risk.score);
    // It was told when there was no merchant yet.
    if (application.merchant === null) desk.emit(riskCalculated(approved.application, application.risk));
  }
  const members = await verifyMembers(desk, approved.members);
  const stores = await openStores(desk, approved.application, merchant);
  desk.emit(merchantMade(approved.application, merchant, stores[0]));
  for (const store of stores) if (store.application === application.id) desk.emit(storeMade(store));
  if (stores.length > 0) {
    const currency = application.payouts[0]?.currency ?? 'EUR';
    desk.schedule({
      name: 'accounts.open-funding',
      subject: merchant,
      data: { application: application.id, currency },
    });
  }
  return { ...approved, members };
}

export async function declineDossier(desk: Desk, dossier: Dossier, reason: string | null): Promise<Dossier> {
  return moveTo(desk, dossier, 'declined', { decision: decided(desk, reason) });
}

function decided({ by, now }: Desk, reason: string | null): Decided {
  return { by, at: now.toISOString(), reason };
}

/** The merchant of an application: the one it was for, or a new one with the company's name and data. */
async function merchantOf({ tx, instance, by, now }: Desk, { merchant, company }: ApplicationRow): Promise<string> {
  if (merchant !== null) {
    await approveMerchant(tx, instance, merchant, { profile: company, by, at: now });
    return merchant;
  }
  const legalName = company.legal_name ?? company.trade_name ?? '';
  return createMerchant(tx, { instance, legalName, master: false, verifiedBy: by, at: now, profile: company });
}

/** Whoever approves a company approves its people: those who still wait for it are verified. */
async function verifyMembers(desk: Desk, members: readonly MemberRow[]): Promise<MemberRow[]> {
  const verified: MemberRow[] = [];
  for (const member of members) {
    const waits = member.status === 'active' && !['verified', 'refused'].includes(member.verificationStatus);
    const after: MemberRow = waits ? { ...member, verificationStatus: 'verified', updatedAt: desk.now } : member;
    if (waits) await updateMember(desk.tx, desk.instance, after);
    for (const event of memberVerified(member, after, null)) desk.emit(event);
    verified.push(after);
  }
  return verified;
}

/** The stores of a merchant for the acquiring products of an application; those that are not there yet are opened. */
async function openStores(desk: Desk, application: ApplicationRow, merchant: string): Promise<StoreRow[]> {
  const { tx, instance, now } = desk;
  const there = await readStores(tx, instance, merchant);
  const stores: StoreRow[] = [];
  for (const type of application.products.filter(isAcquiring)) {
    const known = there.find((store) => store.type === type);
    const blank = { id: newId(), merchant, application: application.id, type, terminal: newId(), createdAt: now };
    const store = known ?? (await withAcceptor(desk, blank));
    if (known === undefined) await insertStore(tx, instance, store);
    stores.push(store);
  }
  return stores;
}

const maxDraws = 50;

/**
 * Draws MID and TID until both are free. They are drawn, not counted, for the same reasons as account numbers: no row
 * that everybody waits for, no neighbour to be guessed.
 */
async function withAcceptor(desk: Desk, blank: Omit<StoreRow, 'mid' | 'tid'>): Promise<StoreRow> {
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const store = { ...blank, mid: drawMid(), tid: drawTid() };
    if (await claimAcceptor(desk.tx, desk.instance, store)) return store;
  }
  throw new Error('no free merchant or terminal ID was found');
}

/**
 * A merchant ID (ISO 8583 field 42, 15 characters): 14 digits, the first not zero, and their check digit by the Luhn
 * formula (ISO/IEC 7812-1), so that a typing error is no other merchant.
 */
export function drawMid(random: (max: number) => number = (max) => randomInt(max)): string {
  const body = String(1 + random(9)) + Array.from({ length: 13 }, () => random(10)).join('');
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

const tidAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A terminal ID (ISO 8583 field 41): 8 characters, digits and capitals without I, L, O and U. */
export function drawTid(random: (max: number) => number = (max) => randomInt(max)): string {
  return Array.from({ length: 8 }, () => tidAlphabet[random(tidAlphabet.length)]).join('');
}
