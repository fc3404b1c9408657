import { domain } from '../../kernel/domain.ts';
import { transferCancel } from './operations/transfer-cancel.ts';
import { transferCreate } from './operations/transfer-create.ts';
import { transferRecall } from './operations/transfer-recall.ts';
import { transferRecallAnswer } from './operations/transfer-recall-answer.ts';

/** Transfers: a customer's instruction to move money. */
export const transfers = domain({
  name: 'transfers',
  operations: [transferCreate, transferCancel, transferRecall, transferRecallAnswer],
  events: [],
});
