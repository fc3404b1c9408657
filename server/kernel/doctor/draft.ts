import { createHash, createHmac } from 'node:crypto';

/** The four texts that are joined and signed. */
export const partNames = ['api_key', 'timestamp', 'operation', 'body'] as const;
export type PartName = (typeof partNames)[number];
export type Parts = Readonly<Record<PartName, string>>;

/** How somebody may have made a hash: rightly, or with a mistake in one place or two. */
export interface Draft {
  readonly secret: Buffer;
  readonly parts: Parts;
  /** Puts the parts together. */
  join(parts: Parts): string;
  readonly charset: 'utf8' | 'latin1';
  digest(secret: Buffer, text: Buffer): Buffer;
  encode(digest: Buffer): string;
}

/** A known mistake: what it does to a draft, under which code it is reported, and words for a person. */
export interface Mistake {
  readonly code: string;
  readonly message: string;
  /** Tried alone only: there are so many of its kind that every combination would take too long. */
  readonly alone?: boolean;
  change(draft: Draft): Draft;
}

/** A mistake that changes some parts. */
export function inParts(code: string, message: string, changed: Partial<Parts>, alone = false): Mistake {
  return { code, message, alone, change: (draft) => ({ ...draft, parts: { ...draft.parts, ...changed } }) };
}

/** The right way: HMAC-SHA256 in lower-case hex over the parts, joined by nothing. */
export function rightDraft(secret: string, parts: Parts): Draft {
  return {
    secret: Buffer.from(secret),
    parts,
    join: ({ api_key, timestamp, operation, body }) => api_key + timestamp + operation + body,
    charset: 'utf8',
    digest: hmac('sha256'),
    encode: (digest) => digest.toString('hex'),
  };
}

export function hmac(algorithm: string): Draft['digest'] {
  return (secret, text) => createHmac(algorithm, secret).update(text).digest();
}

export function plainHash(algorithm: string, ...texts: readonly Buffer[]): Buffer {
  const hash = createHash(algorithm);
  for (const text of texts) hash.update(text);
  return hash.digest();
}

/** The text that a draft signs. */
export function textOf({ join, parts }: Draft): string {
  return join(parts);
}

/** What its sender would put into the header. */
export function signatureOf(draft: Draft): string {
  return draft.encode(draft.digest(draft.secret, Buffer.from(textOf(draft), draft.charset)));
}
