import type { Database, Queryable } from '../../kernel/database.ts';
import type { Faults, OrderedFault } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import { deleteFaults, insertFault, readFaults, useFault } from './store.ts';

/** Faults ordered through another server are known here after this. */
const knownForMs = 1000;

interface Known {
  readonly until: number;
  readonly faults: readonly OrderedFault[];
}

/**
 * The faults of a sandbox. What is ordered here counts at once; what was ordered through another server, within a
 * second. Requests never wait for a look: they go by the last one while the next is under way.
 */
export function openFaults(database: Database): Faults {
  const known = new Map<string, Known>();

  async function look(instance: string, db: Queryable = database): Promise<readonly OrderedFault[]> {
    const faults = await readFaults(db, instance);
    known.set(instance, { until: performance.now() + knownForMs, faults });
    return faults;
  }

  function lastSeen(instance: string): readonly OrderedFault[] {
    const last = known.get(instance);
    if (last === undefined || last.until < performance.now()) {
      known.set(instance, { until: performance.now() + knownForMs, faults: last?.faults ?? [] });
      // A look that fails leaves the last one standing; the next is due in a second.
      look(instance).catch(() => {});
    }
    return last?.faults ?? [];
  }

  return {
    async order(tx, instance, { kind, target, delayMs, count }) {
      await insertFault(tx, instance, { id: newId(), kind, target, delayMs, remaining: count });
      return look(instance, tx);
    },
    async clear(tx, instance) {
      await deleteFaults(tx, instance);
      await look(instance, tx);
    },
    async take(instance, target, wanted) {
      const seen = lastSeen(instance);
      const fault = seen.find((each) => wanted(each.kind) && (each.target === '*' || each.target === target));
      if (fault === undefined) return undefined;
      // Who comes first has it, and whoever comes before the database has answered looks for another.
      const left = { ...fault, remaining: fault.remaining - 1 };
      const faults = seen.flatMap((each) => (each !== fault ? [each] : left.remaining > 0 ? [left] : []));
      known.set(instance, { until: performance.now() + knownForMs, faults });
      const used = await useFault(database, instance, fault.id);
      await look(instance);
      return used;
    },
  };
}
