import { findAccount } from './domains/accounts/service.ts';
import { bindToKey, isBoundToAccounts, refuseTouching, type Touched } from './domains/keys/service.ts';
import type { Queryable } from './kernel/database.ts';
import type { Refused } from './kernel/refusal.ts';
import type { Constraints } from './runtime/call.ts';

/**
 * The constraints of keys where they bite: whatever a request names (an account, a program, a merchant) must lie within
 * them, before anything is done; and whatever debits an account must, under its lock.
 */
export function openConstraints(db: Queryable): Constraints {
  return {
    async refuse(caller, { params, query, body }) {
      if (!isBoundToAccounts(caller)) return undefined;
      const named: Named = { ...query, ...body, ...params };
      let refused: Refused | undefined = refuseTouching(caller, askedFor(named, 'program' in body));
      for (const account of [named.account, named.main]) {
        // An account that nobody knows is the operation's to refuse.
        const found = account && refused === undefined ? await findAccount(db, caller.instance, account) : undefined;
        if (found) refused = refuseTouching(caller, found);
      }
      return refused;
    },
    bind: bindToKey,
  };
}

type Named = { readonly [Name in 'account' | 'main' | 'program' | 'merchant']?: string };

/** What a request is about by its own words; one that opens an account says by its silence that no merchant holds it. */
function askedFor({ program, merchant }: Named, opens: boolean): Touched {
  return {
    ...(program && { program }),
    ...(merchant ? { merchant } : opens && { merchant: null }),
  };
}
