import type { Refused } from '../kernel/refusal.ts';

/*
 * The one shape of every answer of the API, in decisions once and for all: HTTP is always 200, `code` says what came
 * of it. Amounts in `data` are raw JSON numbers made of minor units; a bigint never reaches this place.
 */
const successStart = '{"code":0,"message":"success","data":';

/** A successful answer. */
export function success(data: unknown): string {
  return `${successStart}${JSON.stringify(data)}}`;
}

/** A refusal as an answer: its code, words, key, and what there is to know for the caller. */
export function refused({ refused: { code, message, key }, data }: Refused): string {
  return JSON.stringify(data === undefined ? { code, message, key } : { code, message, key, data });
}

/** The `code` of an answer made here. */
export function codeOf(body: string): number {
  return body.startsWith(successStart) ? 0 : Number.parseInt(body.slice('{"code":'.length), 10);
}

/** The token in a successful answer: all that an idempotency key may keep of an answer that holds a secret. */
export function onlyToken(body: string): string {
  if (codeOf(body) !== 0) return body;
  const { data } = JSON.parse(body) as { data: { token?: unknown } };
  return success({ token: data.token ?? null });
}
