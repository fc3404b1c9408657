import { readFileSync } from 'node:fs';
import type { PayeeMatch } from '../../kernel/names/payee.ts';

export type AccountKind = 'personal' | 'business';

/** One labelled pair: who holds the account, the name given for it, and the code that is right. */
export interface LabelledPayee {
  readonly kind: AccountKind;
  readonly holders: readonly string[];
  readonly given: string;
  readonly code: string;
}

/** Reads the labelled set, whose form its first lines tell. */
export function labelledPayees(): LabelledPayee[] {
  const pairs: LabelledPayee[] = [];
  let account: Pick<LabelledPayee, 'kind' | 'holders'> | undefined;
  for (const line of readFileSync(new URL('./payees.txt', import.meta.url), 'utf8').split('\n')) {
    const [, kind, names] = /^(personal|business): (.+)$/.exec(line) ?? [];
    if (kind !== undefined) account = { kind: kind as AccountKind, holders: names!.split('; ') };
    const [, code, given] = /^([A-Z]{4}) (.+)$/.exec(line) ?? [];
    if (code !== undefined) pairs.push({ ...account!, given: given!, code });
  }
  return pairs;
}

/** What the names alone come to under a reason code, whatever the account's type. */
export function matchOf({ code }: LabelledPayee): PayeeMatch {
  if (code === 'ANNM') return 'none';
  return ['MTCH', 'BANM', 'PANM'].includes(code) ? 'match' : 'close';
}
