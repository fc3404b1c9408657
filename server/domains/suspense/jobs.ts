import type { JobDefinition, WorkContext } from '../../kernel/job.ts';
import { queueExpiring, recordEvent } from './events.ts';
import { nextMorning } from './rules.ts';
import { decided, returnExpired } from './service.ts';
import { lockRecord } from './store.ts';

/**
 * Watches over one record until it is decided: reminds when two business days are left, and lets it expire at its
 * deadline. What has expired an operator sends back; in the sandbox a simulated one does so on the next morning.
 */
export const watchRecord: JobDefinition = {
  name: 'suspense.watch',
  run: (context, { instance, subject }) =>
    context.transact((work) => watch(work, instance, subject, context.environment)),
};

async function watch(
  context: WorkContext,
  instance: string,
  id: string,
  environment: 'sandbox' | 'production',
): Promise<{ readonly againAt: Date } | undefined> {
  const { tx, now, emit } = context;
  if (environment === 'sandbox') await returnExpired(context, instance, id, 'the sandbox, as an operator would');
  const record = await lockRecord(tx, instance, id);
  if (record?.status !== 'in_queue') return undefined;
  if (now < record.deadline) {
    emit(recordEvent(queueExpiring, record));
    return { againAt: record.deadline };
  }
  await decided(context, instance, record, { status: 'expired' });
  return environment === 'sandbox' ? { againAt: nextMorning(now) } : undefined;
}
