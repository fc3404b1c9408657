import { operation } from '../../../kernel/operation.ts';
import { pageParams } from '../../../kernel/paging.ts';
import { list } from '../../../kernel/schema.ts';
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
  params: pageParams(maxLimit),
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
