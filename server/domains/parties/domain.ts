import { domain } from '../../kernel/domain.ts';
import { userRiskScore } from './events.ts';
import { userCreate } from './operations/user-create.ts';
import { userDetails } from './operations/user-details.ts';

export const parties = domain({ name: 'parties', operations: [userCreate, userDetails], events: [userRiskScore] });
