import { operation } from '../../../kernel/operation.ts';
import { pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { list } from '../../../kernel/schema.ts';
import { program } from '../model.ts';
import { programsOf, sandboxPrograms } from '../service.ts';

const maxLimit = 100;

export const programsList = operation({
  name: 'programs_list',
  routes: [{ method: 'GET', path: '/v2/programs/{page}/{limit}' }],
  permission: 'programs:read',
  summary: 'The programs of the instance',
  description: `All programs in their last versions, in the order of their codes. At most ${maxLimit} on a page.`,
  params: pageParams(maxLimit),
  response: list(program),
  example: {
    params: { page: 1, limit: 20 },
    response: {
      items: sandboxPrograms.map((definition) => ({ ...definition, version: 1 })),
      pagination: { page: 1, limit: 20, total: sandboxPrograms.length, pages: 1, has_more: false },
    },
  },
  async handle({ tx, caller }, { params: { page, limit } }) {
    const programs = [...(await programsOf(tx, caller.instance)).values()];
    const rest = programs.slice(pageOffset(page, limit));
    return { items: rest.slice(0, limit), pagination: pagination(page, limit, rest.length, programs.length) };
  },
});
