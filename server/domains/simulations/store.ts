import type { Queryable } from '../../kernel/database.ts';
import type { Fault, OrderedFault } from '../../kernel/faults.ts';

const columns = 'fault_id as id, kind, target, delay_ms as "delayMs", remaining';

export async function insertFault(db: Queryable, instance: string, fault: OrderedFault): Promise<void> {
  const { id, kind, target, delayMs, remaining } = fault;
  await db.query(
    `insert into simulations.faults (instance_id, fault_id, kind, target, delay_ms, remaining)
     values ($1, $2, $3, $4, $5, $6)`,
    [instance, id, kind, target, delayMs, remaining],
  );
}

/** Those that are left, in the order in which they were ordered. */
export async function readFaults(db: Queryable, instance: string): Promise<OrderedFault[]> {
  return db.query<OrderedFault>(
    `select ${columns} from simulations.faults where instance_id = $1 and remaining > 0 order by fault_id`,
    [instance],
  );
}

/** Uses one up; undefined when somebody else had the last one. */
export async function useFault(db: Queryable, instance: string, id: string): Promise<Fault | undefined> {
  const rows = await db.query<OrderedFault>(
    `update simulations.faults set remaining = remaining - 1
      where instance_id = $1 and fault_id = $2 and remaining > 0
  returning ${columns}`,
    [instance, id],
  );
  return rows[0];
}

export async function deleteFaults(db: Queryable, instance: string): Promise<void> {
  await db.query('delete from simulations.faults where instance_id = $1', [instance]);
}
