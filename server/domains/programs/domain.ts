import { domain } from '../../kernel/domain.ts';
import { programDetails } from './operations/program-details.ts';
import { programsList } from './operations/programs-list.ts';

export const programs = domain({ name: 'programs', operations: [programsList, programDetails], events: [] });
