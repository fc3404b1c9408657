import { entityNotFound, type Refused, refuse } from '../../kernel/refusal.ts';
import { setMerchantRisk } from '../parties/service.ts';
import { type Change, type Desk, lockDossier, lockOrRefuse, settleChange, startChecks, type Worked } from './desk.ts';
import { memberVerified, merchantRiskChanged } from './events.ts';
import type { MemberRow, Risk, Simulated } from './model.ts';
import { readApplicationOf, readApprovedOf, updateMember } from './store.ts';

/** What only a sandbox's caller does to applications. */

/** Says what the checks of an application are to come to. Where they run, or are done and in review, they begin anew. */
export async function setChecks(desk: Desk, id: string, simulated: Simulated): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, ['draft', 'action_required', 'checking', 'in_review']);
  if ('refused' in dossier) return dossier;
  const before = dossier.application;
  const application = { ...before, simulated: { ...before.simulated, ...simulated } };
  const isSubmitted = before.status === 'checking' || before.status === 'in_review';
  const changed = { ...dossier, application };
  return isSubmitted ? startChecks(desk, before, changed) : settleChange(desk, before, changed, []);
}

/** Gives a merchant another risk; false when the instance has none such. */
export async function setRisk(
  desk: Desk,
  merchant: string,
  risk: Pick<Risk, 'level' | 'score'> & { readonly reasons: readonly string[] },
): Promise<boolean> {
  if (!(await setMerchantRisk(desk.tx, desk.instance, merchant, risk.level, risk.score))) return false;
  const application = await readApprovedOf(desk.tx, desk.instance, merchant);
  desk.emit(merchantRiskChanged(application?.id ?? null, merchant, risk));
  return true;
}

/** Gives the verification of a member an outcome, whatever it was before. */
export async function decideMember(
  desk: Desk,
  id: string,
  verificationStatus: MemberRow['verificationStatus'],
  reason: string | null,
): Promise<Worked<MemberRow> | Refused<'entity_not_found'>> {
  const application = await readApplicationOf(desk.tx, desk.instance, id);
  const dossier = application === undefined ? undefined : await lockDossier(desk, application);
  const before = dossier?.members.find((member) => member.id === id);
  if (dossier === undefined || before === undefined) return refuse(entityNotFound);
  const made: MemberRow = { ...before, verificationStatus, updatedAt: desk.now };
  await updateMember(desk.tx, desk.instance, made);
  for (const event of memberVerified(before, made, reason)) desk.emit(event);
  return { dossier: { ...dossier, members: dossier.members.map((each) => (each.id === id ? made : each)) }, made };
}
