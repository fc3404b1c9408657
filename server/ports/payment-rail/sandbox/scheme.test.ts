import { after, before } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import { type OpenDatabase, openDatabase } from '../../../runtime/postgres.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { paymentRailsConform, samplePayment } from '../conformance.ts';
import type { Steering } from '../port.ts';
import { sandboxRails, sandboxScheme } from './scheme.ts';

let database: TestDatabase;
let db: OpenDatabase;
before(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, { max: 2 });
});
after(async () => {
  await db?.close();
  await database?.drop();
});

paymentRailsConform(async () => {
  const { instance } = samplePayment;
  await db.query('truncate ports.scheme_payments, ports.scheme_items');
  // Before the networks settle the payments of the day.
  const now = new Date(`${samplePayment.settlementDate}T00:00:00Z`);
  const context = { db, nowOf: async () => now, instances: [instance] };
  const steer = async (payment: string, steering: Steering) => {
    await sandboxScheme.steer(context, instance, payment, steering);
  };
  return {
    rails: sandboxRails,
    successor: sandboxRails,
    context,
    settle: (payment) => steer(payment, { to: 'settle' }),
    reject: (payment, reasonCode) => steer(payment, { to: 'reject', reasonCode }),
    deliver: (item) => sandboxScheme.deliver(context, instance, newId(), now, item),
    losing: (what) => ({
      ...samplePayment,
      rail: 'sct_inst',
      reference: what === 'message' ? 'LOSE REQUEST' : 'LOSE ANSWER',
    }),
    async sent() {
      const rows = await db.query<{ id: string }>('select payment_id as id from ports.scheme_payments');
      return rows.map(({ id }) => id);
    },
    async sentBack({ id }) {
      const rows = await db.query<{ reason: string }>(
        `select answer->>'reasonCode' as reason from ports.scheme_items
          where item->>'id' = $1 and answer->>'accepted' = 'false'`,
        [id],
      );
      return rows.map(({ reason }) => reason);
    },
  };
});
