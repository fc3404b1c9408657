import type { JobDefinition, WorkContext } from '../../kernel/job.ts';
import { queueExpiring, recordEvent } from './events.ts';
import type { Rule } from './model.ts';
import { nextMorning } from './rules.ts';
import { decided, defaultReturnReason, release, returnExpired, sendBack } from './service.ts';
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

/** Decides a record by the partner's rule that fitted it when it came. */
export const decideByRule: JobDefinition = {
  name: 'suspense.decide',
  async run(context, { instance, subject, data }) {
    const { name, action, reason_code: reasonCode = defaultReturnReason } = data.rule as Rule;
    const verdict = { by: `rule: ${name}`, comment: null, external_case: null };
    await context.transact(async (work) => {
      const record = await lockRecord(work.tx, instance, subject);
      if (record?.status !== 'in_queue') return;
      if (action === 'return') await sendBack(work, instance, record, { ...verdict, reasonCode });
      else await release(work, instance, record, { ...verdict, reasonCode: null });
    });
  },
};
