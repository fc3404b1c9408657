import { accounts } from './domains/accounts/domain.ts';
import { documents } from './domains/documents/domain.ts';
import { intake } from './domains/intake/domain.ts';
import { keys } from './domains/keys/domain.ts';
import { ledger } from './domains/ledger/domain.ts';
import { onboarding } from './domains/onboarding/domain.ts';
import { parties } from './domains/parties/domain.ts';
import { payees } from './domains/payees/domain.ts';
import { programs } from './domains/programs/domain.ts';
import { screening } from './domains/screening/domain.ts';
import { simulations } from './domains/simulations/domain.ts';
import { suspense } from './domains/suspense/domain.ts';
import { transfers } from './domains/transfers/domain.ts';
import { webhooks } from './domains/webhooks/domain.ts';
import { wires } from './domains/wires/domain.ts';
import type { Domain } from './kernel/domain.ts';

/** Every domain with something to show outside, from the lowest floor to the highest: what all else is derived from. */
export const registry: readonly Domain[] = [
  ledger,
  webhooks,
  keys,
  documents,
  programs,
  parties,
  screening,
  onboarding,
  accounts,
  intake,
  payees,
  suspense,
  wires,
  transfers,
  simulations,
];
