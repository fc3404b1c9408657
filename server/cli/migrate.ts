import { citusPlan } from '../runtime/citus-plan.ts';
import { migrate, migrationFiles } from '../runtime/migrate.ts';
import { withBooks } from './books.ts';
import { type Command, print } from './command.ts';

export const migrateCommand: Command = {
  name: ['migrate'],
  takes: '',
  wordCount: [0, 0],
  summary: 'bring the database to the newest state of its tables',
  help: [
    'Runs the migrations that this database has not seen, each in one transaction. A server does the same when it',
    'starts; several at once wait for each other.',
  ].join('\n'),
  options: {
    'citus-plan': {
      type: 'boolean',
      about: 'run nothing, print the SQL that sets up an empty Citus cluster, each table spread as it is marked',
    },
  },
  async run(input) {
    if (input.flag('citus-plan')) {
      process.stdout.write(citusPlan(migrationFiles(), new Date()));
      return 0;
    }
    const applied = await withBooks(({ databaseUrl }) => migrate(databaseUrl));
    print(input, { applied }, applied.length === 0 ? 'nothing to do' : applied.map((name) => `ran ${name}`).join('\n'));
    return 0;
  },
};
