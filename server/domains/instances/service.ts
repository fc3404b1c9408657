import type { Queryable } from '../../kernel/database.ts';
import type { Instance } from './model.ts';
import { insertInstance, readActiveInstances, readInstance, retireInstance, updateSettings } from './store.ts';

/**
 * Creates an instance, active; false when one with this id is there already. Its books are opened in the same
 * transaction by whoever calls, since the ledger stands on a higher floor.
 */
export function createInstance(tx: Queryable, instance: Omit<Instance, 'status'>): Promise<boolean> {
  return insertInstance(tx, { ...instance, status: 'active' });
}

export function findInstance(db: Queryable, id: string): Promise<Instance | undefined> {
  return readInstance(db, id);
}

export function changeSettings(tx: Queryable, id: string, settings: Instance['settings']): Promise<void> {
  return updateSettings(tx, id, settings);
}

/** Retires an instance in favour of another; false when somebody else already has. */
export async function retireFor(tx: Queryable, { id, settings }: Instance, successor: string): Promise<boolean> {
  return retireInstance(tx, id, { ...settings, successor });
}

/** All active instances, in the order of their ids. */
export function allActiveInstances(db: Queryable): Promise<Instance[]> {
  return readActiveInstances(db);
}

/** The ids of all active instances, for jobs that go through them one by one. */
export async function activeInstances(db: Queryable): Promise<string[]> {
  return (await readActiveInstances(db)).map(({ id }) => id);
}
