import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { newId } from '../../kernel/ids.ts';
import type { StoryCall } from '../../kernel/scenarios.ts';

/**
 * A **story** is a file with steps, each one call of an operation. `{{name}}` stands for what an earlier step kept,
 * `{{unique}}` for a new token. `expect` says what an answer has to hold, `keep` what later steps may speak of; both by
 * paths such as `data.balances.0.token`. With `within_seconds` a step is repeated until it is as expected.
 */
const anything = Type.Record(Type.String(), Type.Unknown());
const step = Type.Object(
  {
    call: Type.String(),
    params: Type.Optional(anything),
    query: Type.Optional(anything),
    body: Type.Optional(anything),
    expect: Type.Optional(anything),
    keep: Type.Optional(Type.Record(Type.String(), Type.String())),
    within_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 60 })),
  },
  { additionalProperties: false },
);
export const story = Type.Object(
  { summary: Type.String(), steps: Type.Array(step, { minItems: 1 }) },
  { additionalProperties: false },
);
type Story = Static<typeof story>;
type Step = Static<typeof step>;
type Answer = Readonly<Record<string, unknown>>;
type Kept = Readonly<Record<string, unknown>>;

/** How one step went; `problem` says what was not as expected. */
export interface StepResult {
  readonly call: string;
  readonly code: number;
  readonly problem: string | null;
}

export interface Told {
  readonly steps: readonly StepResult[];
  readonly kept: Kept;
}

/** Tells a story step by step, until its end or the first step that is not as expected. */
export async function tell({ steps }: Story, call: (call: StoryCall) => Promise<Answer>): Promise<Told> {
  const results: StepResult[] = [];
  let kept: Kept = {};
  for (const each of steps) {
    const { answer, problem } = await tellStep(each, kept, call);
    results.push({ call: each.call, code: Number(answer.code), problem });
    if (problem !== null) break;
    const found = Object.entries(each.keep ?? {}).map(([name, path]) => [name, valueAt(answer, path)]);
    kept = { ...kept, ...Object.fromEntries(found) };
  }
  return { steps: results, kept };
}

const againMs = 100;

async function tellStep(each: Step, kept: Kept, call: (call: StoryCall) => Promise<Answer>) {
  const deadline = performance.now() + (each.within_seconds ?? 0) * 1000;
  const { call: operation, params = {}, query = {}, body = {} } = filled(each, { ...kept, unique: newId() }) as Step;
  const expected = filled(each.expect ?? {}, kept) as Answer;
  for (;;) {
    const answer = await call({ operation, params, query, body });
    const problem = problemOf(answer, expected);
    if (problem === null || performance.now() >= deadline) return { answer, problem };
    await sleep(againMs);
  }
}

/** A step that expects nothing in particular expects to succeed. */
function problemOf(answer: Answer, expected: Answer): string | null {
  for (const [path, wanted] of Object.entries({ code: 0, ...expected })) {
    const found = valueAt(answer, path);
    if (isDeepStrictEqual(found, wanted)) continue;
    const said = path === 'code' ? ` (${JSON.stringify(answer.data ?? answer.message)})` : '';
    return `${path} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}${said}`;
  }
  return null;
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((at, name) => (at as Kept | null | undefined)?.[name], value);
}

const wholePlace = /^\{\{(\w+)\}\}$/;

/** A value with every `{{name}}` replaced; one that stands alone keeps the type of what it stands for. */
function filled(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') {
    const whole = wholePlace.exec(value)?.[1];
    if (whole !== undefined && whole in kept) return kept[whole];
    return value.replace(/\{\{(\w+)\}\}/g, (place, name: string) => (name in kept ? String(kept[name]) : place));
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, kept)]));
}
