import assert from 'node:assert/strict';
import type { Method, Operation, Route } from '../../kernel/operation.ts';
import type { SandboxInstance } from '../../seed.ts';
import { send, signatureHeaders, type TestAnswer, type TestBank } from '../test-bank.ts';
import { type Estate, ownedValue } from './estate.ts';
import { type Field, fieldsOf, isToken, type Part } from './fields.ts';

/** A request before it is text. */
export interface Draft {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** A request as it is sent, but for its signature. */
export interface Letter {
  readonly operation: Operation;
  readonly method: Method;
  /** Path and query. */
  readonly target: string;
  readonly body: string | undefined;
}

/** The documented example of an operation about things that are really there. */
export function exampleOf(operation: Operation, estate: Estate): Draft {
  const { params = {}, query = {}, body = {} } = structuredClone(operation.example);
  const draft = { params, query, body } as Draft;
  for (const part of ['params', 'query', 'body'] as const) {
    for (const field of fieldsOf(operation, part)) {
      const given = valueAt(draft, field);
      if (given !== undefined || (part === 'params' && field.required)) {
        setValue(draft, field, realValue(operation, field, estate, given));
      }
    }
  }
  return draft;
}

function realValue(operation: Operation, { path, shape }: Field, estate: Estate, given: unknown): unknown {
  const value = ownedValue(estate, operation.name, path);
  const name = path.join('.');
  if (value === undefined && isToken(shape) && given !== '') {
    assert.fail(`${operation.name} wants a token for ${name}: give the estate of server/test/suites/estate.ts one`);
  }
  return value ?? given;
}

export function valueAt(draft: Draft, { part, path }: Pick<Field, 'part' | 'path'>): unknown {
  let value: unknown = draft[part];
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

/** The request with another value in a field; `undefined` takes the field out. */
export function withValue(draft: Draft, field: Pick<Field, 'part' | 'path'>, value: unknown): Draft {
  const changed = structuredClone(draft);
  setValue(changed, field, value);
  return changed;
}

/** Puts a value into a field, in place. */
/** Puts a value into a field, in place; `undefined` takes the field out. */
export function setValue(draft: Draft, { part, path }: { part: Part; path: readonly string[] }, value: unknown): void {
  let parent: Record<string, unknown> = draft[part];
  for (const [index, name] of path.slice(0, -1).entries()) {
    parent[name] ??= path[index + 1] === '0' ? [] : {};
    parent = parent[name] as Record<string, unknown>;
  }
  // Assignment would take `__proto__` for something else.
  const descriptor = { value, enumerable: true, writable: true, configurable: true };
  if (value === undefined) delete parent[path.at(-1)!];
  else Object.defineProperty(parent, path.at(-1)!, descriptor);
}

/** Writes a request down. Query values that are lists stand there several times. */
export function letter(operation: Operation, route: Route, draft: Draft, bodyText?: string): Letter {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(draft.params[name])));
  const pairs = Object.entries(draft.query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`),
  );
  const sendsBody = route.method !== 'GET' && Object.keys(draft.body).length > 0;
  const body = bodyText ?? (sendsBody ? JSON.stringify(draft.body) : undefined);
  const { method } = route;
  return { operation, method, target: path + (pairs.length === 0 ? '' : `?${pairs.join('&')}`), body };
}

export interface PostOptions {
  readonly key?: Pick<SandboxInstance, 'apiKey' | 'secretKey'>;
  /** Signed at this moment instead of now. */
  readonly at?: Date;
  /** Signed for this operation instead of its own. */
  readonly signedFor?: string;
  readonly unsigned?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Signs and sends a request, and looks at everything that each answer must have. */
export async function post(bank: TestBank, sent: Letter, options: PostOptions = {}): Promise<TestAnswer> {
  const { operation, method, target, body } = sent;
  const { key = bank.sandbox.first, at = bank.clock.now(), signedFor = operation.name, unsigned, headers } = options;
  const signature = unsigned ? {} : signatureHeaders(key, signedFor, method, body ?? '', at);
  const init = { method, headers: { ...signature, ...headers }, ...(body !== undefined && { body }) };
  const answer = await send(bank.url + target, init);
  assertEnvelope(answer, `${method} ${target} ${body?.slice(0, 200) ?? ''}`);
  return answer;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The one shape of all answers: HTTP 200, a request id, `code` and words; never a fault. */
function assertEnvelope(answer: TestAnswer, what: string): void {
  const { status, headers, text, ...envelope } = answer;
  const where = `${what}\n→ ${text.slice(0, 1_000)}`;
  assert.equal(status, 200, where);
  assert.match(headers.get('x-request-id') ?? '', uuid, where);
  assert.equal(headers.get('content-type'), 'application/json', where);
  assert.ok(Number.isInteger(envelope.code), where);
  assert.notEqual(envelope.code, 500, where);
  assert.ok(typeof envelope.message === 'string' && envelope.message !== '', where);
  const names = Object.keys(envelope).join();
  if (envelope.code === 0) assert.equal(names, 'code,message,data', where);
  else assert.match(names, /^code,message,key(,data)?$/, where);
  if (envelope.code === 11001 || envelope.code === -3) assertFieldErrors(envelope.data, where);
}

function assertFieldErrors(data: unknown, where: string): void {
  const { errors } = data as { errors: Record<string, unknown>[] };
  assert.ok(errors.length > 0, where);
  for (const { field, rule, message, ...more } of errors) {
    assert.ok(
      [field, rule, message].every((text) => typeof text === 'string'),
      where,
    );
    assert.deepEqual(more, {}, where);
  }
}

/** The fields that an answer names. */
export function fieldsNamed(answer: TestAnswer): string[] {
  return (answer.data?.errors ?? []).map(({ field }: { field: string }) => field);
}
