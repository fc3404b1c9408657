import { domain } from '../../kernel/domain.ts';
import { transferRecall } from './events.ts';
import { follow, recallOverdue, receive, receiveDue, sendRecall, sendReturn } from './jobs.ts';

/** Wires: payments to and from other institutions, by the payment networks. */
export const wires = domain({
  name: 'wires',
  operations: [],
  events: [transferRecall],
  jobs: [follow, sendReturn, sendRecall, recallOverdue, receiveDue],
  chores: [receive],
});
