import { domain } from '../../kernel/domain.ts';
import { documentUpdate } from './events.ts';
import { forgetFile, sweepUploads } from './jobs.ts';

/** Files that prove something of companies, members and users. Other domains' operations bring them. */
export const documents = domain({
  name: 'documents',
  operations: [],
  events: [documentUpdate],
  jobs: [forgetFile],
  chores: [sweepUploads],
});
