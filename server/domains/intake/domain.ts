import { domain } from '../../kernel/domain.ts';
import { followApplication, notifyUnderwriting, readFormJob } from './jobs.ts';

/** Applications that come as a form with documents into a partner's own folder, instead of by API. */
export const intake = domain({
  name: 'intake',
  operations: [],
  events: [],
  jobs: [readFormJob, notifyUnderwriting, followApplication],
});
