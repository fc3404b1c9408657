import { verifyLedger } from '../domains/ledger/verify.ts';
import type { Story } from './story.ts';

export const soundLedger: Story = {
  name: 'ledger',
  title: 'The books are sound',
  tried:
    'The whole ledger of this database, read in one snapshot after all of this: every movement and event against its ' +
    'seal, every balance, version and hold derived again from the rows, every currency added up.',
  means:
    'What stands in the books follows from their history, nothing in the history was changed, and nothing is missing.',
  async play({ database, vault, instances }) {
    const { instances: reports } = await verifyLedger(database, vault);
    const own = new Set(instances.map(({ id }) => id));
    const problems = reports.flatMap(({ instance, problems: found }) =>
      found.map(({ rule, table, row, message }) => {
        const whose = own.has(instance) ? 'an instance of this proof' : `instance ${instance}, which was there before`;
        return `${whose}: ${rule}: ${table} ${row} ${message}`;
      }),
    );
    const total = (of: 'movements' | 'events' | 'seals') =>
      reports.reduce((sum, report) => sum + Number(report[of]), 0);
    const facts = {
      instances: reports.length,
      movements: total('movements'),
      events: total('events'),
      seals: total('seals'),
      balances: reports.reduce((sum, { balances }) => sum + balances, 0),
    };
    const words =
      `${facts.movements} movements, ${facts.events} events, ${facts.seals} seals and ${facts.balances} balances of ` +
      `${facts.instances} instances, those of this proof among them: ${problems.length === 0 ? 'all in order' : `${problems.length} things are wrong`}.`;
    return { words, problems, facts };
  },
};
