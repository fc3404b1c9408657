import { Type } from 'typebox';
import { domain } from '../kernel/domain.ts';
import { operation } from '../kernel/operation.ts';
import { generalError, refuse } from '../kernel/refusal.ts';
import { amount, currency, fields, optionalToken, record, text, token } from '../kernel/schema.ts';

/*
 * Operations for the tests of the machinery alone. Two bear names of real ones, since the fixed signature vectors are
 * made over those names.
 */

/** How often an operation really ran, by what its body said. */
export const runs: string[] = [];

const shared = { permission: 'transfers', description: 'For tests.' } as const;

export const cardsList = operation({
  ...shared,
  name: 'cards_list',
  summary: 'Lists nothing',
  routes: [{ method: 'GET', path: '/v2/cards/{page}/{limit}' }],
  params: fields({ page: Type.Integer({ minimum: 1 }), limit: Type.Integer({ minimum: 1, maximum: 100 }) }),
  query: fields({ merchant: optionalToken('Only of this one'), status: Type.Optional(text(10)) }),
  response: record({ page: Type.Integer(), merchant: Type.Optional(text()) }),
  example: { response: { page: 1 } },
  handle: async (_context, { params, query }) => ({ page: params.page, ...query }),
});

export const transferCreate = operation({
  ...shared,
  name: 'transfer_create',
  summary: 'Says its body back',
  routes: [{ method: 'POST', path: '/v2/transfers' }],
  body: fields({ amount: amount('How much'), currency, reference: Type.Optional(text()) }),
  response: record({ amount: Type.Number(), reference: Type.Optional(text()) }),
  example: { response: { amount: 1 } },
  async handle(_context, { body }) {
    runs.push(body.reference ?? '');
    return body;
  },
});

export const testDo = operation({
  ...shared,
  name: 'test_do',
  summary: 'Does what it is told',
  routes: [
    { method: 'POST', path: '/v2/test/do' },
    { method: 'PUT', path: '/v2/test/do/{thing}', suffix: 'again' },
  ],
  params: fields({ thing: Type.Optional(token('Anything')) }),
  body: fields({ what: text(20), note: Type.Optional(text()) }),
  refusals: [generalError],
  response: record({ token: token('A new thing'), secret: Type.Optional(text()), thing: Type.Optional(text()) }),
  answersSecret: true,
  example: { response: { token: '01975f00-5eed-7000-8000-000000000001' } },
  async handle({ tx, caller, requestId }, { params, body }) {
    runs.push(body.what);
    await tx.query(`insert into runtime.replays (instance_id, hash, at) values ($1, $2, now())`, [
      caller.instance,
      `${body.what} ${requestId}`,
    ]);
    if (body.what === 'refuse') return refuse(generalError, { why: 'told to' });
    if (body.what === 'throw') throw new Error('told to, with the number 4111111111111111');
    if (body.what === 'lie') return { token: 12 as unknown as string };
    return { token: requestId, secret: 'only once', ...params };
  },
});

export const testUpload = operation({
  ...shared,
  name: 'test_upload',
  summary: 'Takes documents',
  routes: [{ method: 'POST', path: '/v2/test/upload' }],
  body: fields({ file: text() }),
  takesDocuments: true,
  response: record({ size: Type.Integer() }),
  example: { response: { size: 1 } },
  handle: async (_context, { body }) => ({ size: body.file.length }),
});

export const simTest = operation({
  ...shared,
  permission: 'simulation',
  name: 'sim_test',
  summary: 'Only in a sandbox',
  routes: [{ method: 'POST', path: '/v2/simulations/test' }],
  sandboxOnly: true,
  response: record({}),
  example: { response: {} },
  handle: async () => ({}),
});

export const testDomain = domain({
  name: 'tests',
  operations: [cardsList, transferCreate, testDo, testUpload, simTest],
  events: [],
});
