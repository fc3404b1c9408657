import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { fields, list } from '../../../kernel/schema.ts';
import { exampleWebhook, webhook } from '../model.ts';
import { webhookAnswer } from '../service.ts';
import { readEndpoints } from '../store.ts';

const maxLimit = 100;

export const webhookList = operation({
  name: 'webhook_list',
  routes: [{ method: 'GET', path: '/v2/webhooks/{page}/{limit}' }],
  permission: 'webhooks',
  summary: 'The webhooks of the instance',
  description: `All webhooks, newest first. At most ${maxLimit} on a page.`,
  params: fields({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page, from 1' }),
    limit: Type.Integer({ minimum: 1, maximum: maxLimit, description: 'Webhooks on a page' }),
  }),
  response: list(webhook),
  example: {
    params: { page: 1, limit: 20 },
    response: { items: [exampleWebhook], pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false } },
  },
  async handle({ tx, caller, vault }, { params: { page, limit } }) {
    const all = await readEndpoints(tx, caller.instance);
    const pages = Math.ceil(all.length / limit);
    return {
      items: all.slice((page - 1) * limit, page * limit).map((row) => webhookAnswer(vault, caller.instance, row)),
      pagination: { page, limit, total: all.length, pages, has_more: page < pages },
    };
  },
});
