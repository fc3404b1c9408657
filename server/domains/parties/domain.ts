import { domain } from '../../kernel/domain.ts';
import { merchantStatus, userRiskScore, userUpdate as userUpdateEvent } from './events.ts';
import { nomenclatureList } from './operations/nomenclature-list.ts';
import { userCreate } from './operations/user-create.ts';
import { userDetails } from './operations/user-details.ts';
import { userUpdate } from './operations/user-update.ts';
import { usersList } from './operations/users-list.ts';

export const parties = domain({
  name: 'parties',
  operations: [userCreate, userUpdate, userDetails, usersList, nomenclatureList],
  events: [merchantStatus, userRiskScore, userUpdateEvent],
});
