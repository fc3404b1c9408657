import { domain } from '../../kernel/domain.ts';
import { keyExpiring } from './events.ts';
import { keyCreate } from './operations/key-create.ts';
import { keyDelete } from './operations/key-delete.ts';
import { keyDetails } from './operations/key-details.ts';
import { keyRotate } from './operations/key-rotate.ts';
import { keyUpdate } from './operations/key-update.ts';
import { keysList } from './operations/keys-list.ts';

export const keys = domain({
  name: 'keys',
  operations: [keyCreate, keysList, keyDetails, keyUpdate, keyRotate, keyDelete],
  events: [keyExpiring],
});
