import { type TObject, Type } from 'typebox';
import { clockMover } from '../../kernel/clock-mover.ts';
import type { Operation, PrepareContext } from '../../kernel/operation.ts';
import { invalid, type Refused, validationError } from '../../kernel/refusal.ts';
import { moment } from '../../kernel/schema.ts';

/**
 * Every simulation takes `at`: the moment, by the instance's clock, at which it happens. The clock moves there first,
 * and all work due on the way is done. A moment that has passed is refused.
 */
export function takingAt(operation: Operation): Operation {
  const { ask, post } = operation;
  if (operation.routes.every(({ method }) => method !== 'POST') || 'set' in operation.body.properties) return operation;
  const body = Type.Object(
    {
      ...operation.body.properties,
      at: Type.Optional(moment('When it happens, by the instance’s clock; now if absent')),
    },
    { additionalProperties: false },
  ) as unknown as TObject;
  const refusals = operation.refusals.some(({ name }) => name === validationError.name)
    ? operation.refusals
    : [validationError, ...operation.refusals];
  const timed = { ...operation, body, refusals };
  if (post !== undefined) {
    const prepare: typeof post.prepare = async (context, request) => {
      const moved = await move(context, request.body);
      return moved instanceof Date ? post.prepare({ ...context, now: moved }, request) : moved;
    };
    return Object.freeze({ ...timed, post: { ...post, prepare } });
  }
  return Object.freeze({
    ...timed,
    ask: async (context: PrepareContext, request: Parameters<NonNullable<typeof ask>>[1]) => {
      const moved = await move(context, request.body);
      return moved instanceof Date ? ask?.({ ...context, now: moved }, request) : moved;
    },
  });
}

/** Moves the clock if a moment is asked for; answers the time that it is then. */
async function move(
  { caller, now, port }: PrepareContext,
  { at }: { readonly at?: unknown },
): Promise<Date | Refused<'validation_error'>> {
  if (typeof at !== 'string') return now;
  const moved = new Date(at);
  if (moved < now) return invalid(validationError, { field: 'at', rule: 'future', message: 'has passed' });
  await port(clockMover).moveTo(caller.instance, moved);
  return moved;
}
