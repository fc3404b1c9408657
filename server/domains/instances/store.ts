import type { Queryable } from '../../kernel/database.ts';
import type { Instance } from './model.ts';

const columns = 'instance_id as id, name, environment, status, created_at as "createdAt", settings';

/** Writes a new instance; false when it is there already. */
export async function insertInstance(tx: Queryable, instance: Instance): Promise<boolean> {
  const { id, name, environment, status, createdAt, settings } = instance;
  const rows = await tx.query(
    `insert into instances.instances (instance_id, name, environment, status, created_at, settings)
     values ($1, $2, $3, $4, $5, $6) on conflict (instance_id) do nothing returning 1`,
    [id, name, environment, status, createdAt, JSON.stringify(settings)],
  );
  return rows.length === 1;
}

export async function readInstance(db: Queryable, id: string): Promise<Instance | undefined> {
  const rows = await db.query<Instance>(`select ${columns} from instances.instances where instance_id = $1`, [id]);
  return rows[0];
}

export async function updateSettings(tx: Queryable, id: string, settings: Instance['settings']): Promise<void> {
  await tx.query('update instances.instances set settings = $2 where instance_id = $1', [id, JSON.stringify(settings)]);
}

/** From now on it is only read; its settings name what took its place. */
export async function retireInstance(tx: Queryable, id: string, settings: Instance['settings']): Promise<boolean> {
  const rows = await tx.query(
    `update instances.instances set status = 'retired', settings = $2
      where instance_id = $1 and status = 'active' returning 1`,
    [id, JSON.stringify(settings)],
  );
  return rows.length === 1;
}

/** The active instances of a server, in the order of their ids. */
export async function readActiveInstances(db: Queryable): Promise<Instance[]> {
  return db.query<Instance>(`select ${columns} from instances.instances where status = 'active' order by instance_id`);
}
