import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, list, token } from '../../../kernel/schema.ts';
import { exampleApplication, exampleMember } from '../examples.ts';
import { member } from '../model.ts';
import { readDossier, shownMember } from '../service.ts';

export const companyMembersList = operation({
  name: 'company_members_list',
  routes: [{ method: 'GET', path: '/v3/applications/{application}/companies/members' }],
  permission: 'onboarding',
  summary: 'Members of a company',
  description: 'Lists all members of the company of an application, in the order in which they were added.',
  params: fields({ application: token('Application') }),
  response: list(member),
  refusals: [entityNotFound],
  example: {
    params: { application: exampleApplication.token },
    response: { items: [exampleMember], pagination: onePage(1) },
  },
  async handle({ tx, vault, caller: { instance } }, { params }) {
    const found = await readDossier(tx, instance, params.application);
    if (found === undefined) return refuse(entityNotFound);
    const items = found.members.map((row) => shownMember({ vault, instance }, row, found.documents));
    return { items, pagination: onePage(items.length) };
  },
});

/** A list without pages is one page. */
function onePage(total: number) {
  return { page: 1, limit: Math.max(total, 1), total, pages: 1, has_more: false };
}
