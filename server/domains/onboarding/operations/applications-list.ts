import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { countedTotal, pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { fields, list, oneOf } from '../../../kernel/schema.ts';
import { gather } from '../desk.ts';
import { exampleApplication } from '../examples.ts';
import { application, applicationStatuses } from '../model.ts';
import { shownApplication } from '../service.ts';
import { countApplications, listApplications } from '../store.ts';

const { page, limit } = pageParams(100).properties;

export const applicationsList = operation({
  name: 'applications_list',
  routes: [{ method: 'GET', path: '/v3/applications' }],
  permission: 'onboarding',
  summary: 'Applications, newest first',
  description: 'Lists the applications of the instance as application_details shows them, all or those of one status.',
  query: fields({
    page: Type.Optional({ ...page, default: 1 }),
    limit: Type.Optional({ ...limit, default: 20 }),
    status: Type.Optional(oneOf(applicationStatuses, 'Only those')),
  }),
  response: list(application),
  example: {
    query: { page: 1, limit: 20 },
    response: {
      items: [exampleApplication],
      pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false },
    },
  },
  async handle({ tx, vault, caller: { instance } }, { query }) {
    const { page = 1, limit = 20, status = null } = query;
    const rows = await listApplications(tx, instance, status, limit + 1, pageOffset(page, limit));
    const counted = await countApplications(tx, instance, status, countedTotal + 1);
    const dossiers = await gather(tx, instance, rows.slice(0, limit));
    const items = dossiers.map((dossier) => shownApplication({ vault, instance }, dossier));
    return { items, pagination: pagination(page, limit, rows.length, counted) };
  },
});
