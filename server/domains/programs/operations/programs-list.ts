import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { fields, list } from '../../../kernel/schema.ts';
import { program } from '../model.ts';
import { programsOf, sandboxPrograms } from '../service.ts';

const maxLimit = 100;

export const programsList = operation({
  name: 'programs_list',
  routes: [{ method: 'GET', path: '/v2/programs/{page}/{limit}' }],
  permission: 'programs:read',
  summary: 'The programs of the instance',
  description: `All programs in their last versions, in the order of their codes. At most ${maxLimit} on a page.`,
  params: fields({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page, from 1' }),
    limit: Type.Integer({ minimum: 1, maximum: maxLimit, description: 'Programs on a page' }),
  }),
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
    const pages = Math.ceil(programs.length / limit);
    return {
      items: programs.slice((page - 1) * limit, page * limit),
      pagination: { page, limit, total: programs.length, pages, has_more: page < pages },
    };
  },
});
