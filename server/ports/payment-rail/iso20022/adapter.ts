import { addBusinessDays, endOfDay, localDate, nextBusinessDay } from '../../../kernel/calendar.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type {
  Cancellation,
  IncomingAnswer,
  IncomingPayment,
  Payment,
  PaymentRails,
  PaymentReturn,
  PaymentState,
  Rail,
  Recall,
  RecallRefusal,
  ReceiveContext,
  Submission,
  TakeIncoming,
} from '../port.ts';
import { answersOf, type MessageAnswers, messageKey, rejectionOf, reportOf, transactionStatus } from './answers.ts';
import { batchMax, type CreditTransfers, mergedTransfers } from './credit-transfer.ts';
import type { MessageFolder } from './folder.ts';
import { itemsOf, statesOf } from './incoming.ts';
import type { InstantClient } from './instant.ts';
import { type Message, readMessage, tryWriting, writeMessage } from './message.ts';
import {
  cancellationRequestOf,
  creditTransfersOf,
  type Identity,
  messageIdFor,
  paymentReturnsOf,
  resolutionOf,
  statusRequestOf,
} from './outgoing.ts';
import { isUnreadable } from './problem.ts';
import { isInstant, profiles } from './rails.ts';
import type { Schemas } from './schemas.ts';
import type { StatusReport } from './status-report.ts';

export interface IsoRailsOptions extends Identity {
  readonly folder: MessageFolder;
  readonly clock: Clock;
  /** Where the messages of instant rails go at once; without it they go through the folder, as all others do. */
  readonly instant?: InstantClient;
  /** No clearing system stands between the banks: the receiving one says itself that a payment has settled. */
  readonly isBilateral: boolean;
  /** Brings messages to and from another machine; without it somebody else empties and fills the folder. */
  readonly carry?: () => Promise<void>;
  /** The schemes' schemas, by which what comes in has to be valid as well. */
  readonly schemas?: Schemas;
}

const accepted: Submission = { status: 'accepted' };

/** The rails by the schemes' real messages, through a folder and, for instant payments, over HTTP. */
export class IsoRails implements PaymentRails {
  readonly #options: IsoRailsOptions;

  constructor(options: IsoRailsOptions) {
    this.#options = options;
  }

  async submit(_: unknown, payment: Payment): Promise<Submission> {
    const known = await this.#known(payment.id);
    if (known !== undefined) return asSubmission(known);
    const message = creditTransfersOf(payment, this.#options, this.#options.clock.now());
    const text = tryWriting(message);
    if (typeof text !== 'string') return { status: 'rejected', reasonCode: text.reasonCode };
    const client = this.#clientFor(payment.rail);
    if (client === undefined) {
      const name = fileName('pacs.008', payment.id);
      if (isInstant(payment.rail)) await this.#options.folder.handOver(name, text);
      else await this.#options.folder.spool(groupOf(payment), name, text);
      return accepted;
    }
    const state = await this.#ask(client, message, payment);
    return state === undefined || state.status === 'absent' ? { status: 'unknown' } : asSubmission(state);
  }

  async inquire(_: unknown, payment: Payment): Promise<PaymentState> {
    const known = await this.#known(payment.id);
    if (known !== undefined) return known;
    const { clock, folder } = this.#options;
    const now = clock.now();
    const client = this.#clientFor(payment.rail);
    // A return takes no answer: it is done when it is handed in.
    if (await folder.wasHandedOver(fileName('pacs.004', payment.id))) return { status: 'settled', at: now };
    if (client !== undefined) {
      const question = statusRequestOf(payment, messageIdFor('pacs.028', payment.id), this.#options, now);
      return (await this.#ask(client, question, payment)) ?? { status: 'unknown' };
    }
    if (!(await folder.wasHandedOver(fileName('pacs.008', payment.id)))) return { status: 'absent' };
    const newsBy = newsExpected(payment);
    if (now < newsBy) return { status: 'pending', lookAt: newsBy };
    // Asked for once a day, by whoever looks first.
    const { zone } = profiles[payment.rail];
    const day = localDate(zone, now);
    const question = statusRequestOf(payment, messageIdFor('pacs.028', payment.id, day), this.#options, now);
    await this.#handOver({ ...question, originalMessageId: await this.#messageOf(payment) });
    return { status: 'pending', lookAt: endOfDay(zone, day) };
  }

  async cancel(_: unknown, payment: Payment): Promise<Cancellation> {
    const { id, rail } = payment;
    if (this.#clientFor(rail) !== undefined) return { status: 'too_late' };
    const group = isInstant(rail) ? undefined : groupOf(payment);
    if (!(await this.#options.folder.takeBack(fileName('pacs.008', id), group))) return { status: 'too_late' };
    await this.#note(id, { status: 'rejected', reasonCode: 'CUST' });
    return { status: 'canceled' };
  }

  async returnPayment(_: unknown, payment: PaymentReturn): Promise<Submission> {
    await this.#handOver(paymentReturnsOf(payment.id, [payment], this.#options, this.#options.clock.now()));
    return accepted;
  }

  async recall(_: unknown, recall: Recall): Promise<Submission> {
    const message = cancellationRequestOf(recall, this.#options, this.#options.clock.now());
    const originalMessageId = await this.#messageOf(recall.payment);
    const transactions = message.transactions.map((transaction) => ({ ...transaction, originalMessageId }));
    await this.#handOver({ ...message, transactions });
    return accepted;
  }

  async refuseRecall(_: unknown, answer: RecallRefusal): Promise<Submission> {
    await this.#handOver(resolutionOf(answer, this.#options, this.#options.clock.now()));
    return accepted;
  }

  async receive(_: ReceiveContext, take: TakeIncoming): Promise<void> {
    await this.#takeIn(take);
    await this.#sendBatches();
    await this.#options.carry?.();
  }

  /** Makes messages of up to 10,000 payments of those that wait for it. Every step of it can be done again. */
  async #sendBatches(): Promise<void> {
    const { folder, clock } = this.#options;
    for await (const batch of folder.batches(batchMax)) {
      const messages = [...batch.payments.values()].map((bytes) => readMessage(bytes)).filter((read) => 'rail' in read);
      if (messages.length > 0) {
        await folder.noteBatch(batch);
        await this.#handOver(mergedTransfers(batch.message, messages, clock.now()));
      }
      await folder.dissolve(batch);
    }
  }

  /** Takes one file after the other. One that fails is offered again, and keeps no other from being taken. */
  async #takeIn(take: TakeIncoming): Promise<void> {
    const { folder, schemas } = this.#options;
    const failures: unknown[] = [];
    for await (const { name, takenAs, bytes } of folder.incoming()) {
      const message = readMessage(bytes, schemas);
      if (isUnreadable(message)) {
        const rejection = rejectionOf(bytes, message.unreadable.reasonCode, this.#options);
        if (rejection !== undefined) await this.#handOver(rejection);
        await folder.refuse(takenAs, message.unreadable);
        continue;
      }
      try {
        const refused = await this.#process(name, message, take);
        if (refused.length === 0) await folder.finish(takenAs);
        else await folder.refuse(takenAs, { rule: 'not_taken', refused });
      } catch (error) {
        await folder.release(takenAs);
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Hands a message's items over, sends what is owed for them, and answers those of other kinds that were not taken. */
  async #process(name: string, read: Message, take: TakeIncoming): Promise<readonly object[]> {
    const message = read.kind === 'pacs.002' ? await this.#spelledOut(read) : read;
    const items = itemsOf(message);
    const answers: IncomingAnswer[] = [];
    for (let at = 0; at < items.length; at += batchSize) {
      answers.push(...(await take(items.slice(at, at + batchSize))));
    }
    switch (message.kind) {
      case 'pacs.008':
        await this.#answerPayments(name, message, items as IncomingPayment[], answers);
        return [];
      case 'pacs.002':
        await this.#noteStates(message);
        break;
      case 'pacs.028': {
        const report = await reportOf(message, this.#options);
        if (report !== undefined) await this.#handOver(report);
        break;
      }
    }
    return items.flatMap((item, index) => {
      const answer = answers[index]!;
      return answer.accepted ? [] : [{ kind: item.kind, id: 'id' in item ? item.id : item.payment, ...answer }];
    });
  }

  /** A report on a whole batch, as one on each of its payments. */
  async #spelledOut(report: StatusReport): Promise<StatusReport> {
    const { group, originalMessageId, transactions } = report;
    if (transactions.length > 0 || originalMessageId === null || group.status === null) return report;
    const members = await this.#options.folder.membersOf(originalMessageId);
    const { status, reasonCode } = group;
    const { bic } = this.#options;
    return members === undefined
      ? report
      : {
          ...report,
          transactions: members.map((name) => transactionStatus(idIn(name), null, status, reasonCode, bic)),
        };
  }

  async #answerPayments(
    name: string,
    message: CreditTransfers,
    payments: readonly IncomingPayment[],
    answers: readonly IncomingAnswer[],
  ): Promise<void> {
    const { folder, clock, isBilateral } = this.#options;
    const now = clock.now();
    const key = messageKey(message);
    const record = answersOf(message, answers, now);
    await folder.note('answers', key, JSON.stringify(record));
    // What came over HTTP is answered there, by the record.
    if ((isInstant(message.rail) || isBilateral) && name !== `${key}.xml`) {
      await this.#handOver((await reportOf(message, this.#options))!);
    }
    if (!isInstant(message.rail)) await this.#returnRefused(key, payments, record);
  }

  async #returnRefused(key: string, payments: readonly IncomingPayment[], record: MessageAnswers): Promise<void> {
    const { clock } = this.#options;
    const { calendar, zone } = profiles[record.rail];
    const settlementDate = nextBusinessDay(calendar, localDate(zone, clock.now()));
    const returns = payments.flatMap((original) => {
      const reasonCode = record.refused[original.id];
      const id = messageIdFor('return', original.senderBic, original.id);
      return reasonCode === undefined ? [] : [{ id, original, reasonCode, settlementDate }];
    });
    if (returns.length === 0) return;
    await this.#handOver(paymentReturnsOf(messageIdFor('pacs.004', key), returns, this.#options, clock.now()));
  }

  async #noteStates(report: StatusReport): Promise<void> {
    for (const { payment, state } of statesOf(report)) {
      if (state.status === 'absent') await this.#options.folder.forget(fileName('pacs.008', payment));
      else if (state.status !== 'pending' && (await this.#known(payment)) === undefined)
        await this.#note(payment, state);
    }
  }

  #clientFor(rail: Rail): InstantClient | undefined {
    return isInstant(rail) ? this.#options.instant : undefined;
  }

  /** Sends a message about one payment and waits for the report; nothing when none came. */
  async #ask(client: InstantClient, message: Message, { id }: Payment): Promise<PaymentState | undefined> {
    const report = await client.send(message);
    if (report === undefined) return undefined;
    await this.#noteStates(report);
    return statesOf(report).find(({ payment }) => payment === id)?.state;
  }

  async #handOver(message: Message): Promise<void> {
    await this.#options.folder.handOver(fileName(message.kind, message.messageId), writeMessage(message));
  }

  /** The message in which a payment went out: one of its own, or a batch. */
  async #messageOf({ id }: Payment): Promise<string> {
    return (await this.#options.folder.messageOf(fileName('pacs.008', id))) ?? id;
  }

  async #known(payment: string): Promise<PaymentState | undefined> {
    const text = await this.#options.folder.noted('known', encodeURIComponent(payment));
    if (text === undefined) return undefined;
    const state = JSON.parse(text);
    return state.status === 'settled' ? { status: 'settled', at: new Date(state.at) } : state;
  }

  async #note(payment: string, state: PaymentState): Promise<void> {
    await this.#options.folder.note('known', encodeURIComponent(payment), JSON.stringify(state));
  }
}

const batchSize = 2500;

/** Payments that can go out in one message. */
function groupOf({ rail, settlementDate }: Payment): string {
  return `${rail}-${settlementDate}`;
}

/** The payment of a file as `fileName` makes it. */
function idIn(name: string): string {
  return decodeURIComponent(name.replace(/^pacs\.008-|\.xml$/g, ''));
}

function fileName(kind: Message['kind'], id: string): string {
  return `${kind}-${encodeURIComponent(id)}`;
}

function asSubmission(state: PaymentState): Submission {
  return state.status === 'rejected' ? state : accepted;
}

/** Until when no word of a payment is no news: seconds for an instant one, the day after its settlement for others. */
function newsExpected({ rail, acceptedAt, settlementDate }: Payment): Date {
  if (isInstant(rail)) return new Date(acceptedAt.getTime() + 10_000);
  const { calendar, zone } = profiles[rail];
  return endOfDay(zone, addBusinessDays(calendar, settlementDate, 1));
}
