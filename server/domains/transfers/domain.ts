import { domain } from '../../kernel/domain.ts';
import { transferCreate } from './operations/transfer-create.ts';

/** Transfers: a customer's instruction to move money. */
export const transfers = domain({ name: 'transfers', operations: [transferCreate], events: [] });
