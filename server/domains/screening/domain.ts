import { domain } from '../../kernel/domain.ts';
import { amlCleared, amlMatch } from './events.ts';
import { followLists, screenUser } from './jobs.ts';
import { amlCheck } from './operations/aml-check.ts';

/** Sanctions lists, and who was held against them with what result. */
export const screening = domain({
  name: 'screening',
  operations: [amlCheck],
  events: [amlMatch, amlCleared],
  jobs: [screenUser],
  chores: [followLists],
});
