import { Type } from 'typebox';
import { fields } from './schema.ts';

/**
 * Lists (spec 4, rule 3): `page` from 1 and `limit` up to the operation's maximum are path parameters; above the
 * maximum is an error, never a silent clamp.
 */
export function pageParams(maxLimit: number) {
  return fields({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page, from 1' }),
    limit: Type.Integer({ minimum: 1, maximum: maxLimit, description: `Items on a page, at most ${maxLimit}` }),
  });
}

/** Totals are counted up to here, so that a long list costs no more than a short one. */
export const countedTotal = 10_000;

/** How many rows come before a page. */
export function pageOffset(page: number, limit: number): number {
  return (page - 1) * limit;
}

/**
 * The `pagination` of an answer. `items` was read with one row more than the page holds, which tells whether there are
 * more; `counted` was counted up to one more than `countedTotal`.
 */
export function pagination(page: number, limit: number, rowsRead: number, counted: number) {
  const total = counted > countedTotal ? null : counted;
  return { page, limit, total, pages: total === null ? null : Math.ceil(total / limit), has_more: rowsRead > limit };
}
