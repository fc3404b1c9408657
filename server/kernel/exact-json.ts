// The language's library types do not know these yet.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): value is { rawJSON: string };
};

/** Parses JSON so that its numbers are written again digit for digit: `10.00` stays `10.00`. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_name: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  );
}

/** The digits of a number that was parsed exactly; undefined for every other value. */
export function exactDigits(value: unknown): string | undefined {
  return isRawJSON(value) ? value.rawJSON : undefined;
}

/** A single value as path and query write it. */
export function plainText(value: unknown): string {
  return exactDigits(value) ?? String(value);
}
