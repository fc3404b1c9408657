import { Type } from 'typebox';
import { newId } from '../../../kernel/ids.ts';
import { toMajor, toMinor } from '../../../kernel/money.ts';
import { operation, type PrepareContext } from '../../../kernel/operation.ts';
import { invalid, validationError } from '../../../kernel/refusal.ts';
import { nullable } from '../../../kernel/schema.ts';
import { type IncomingPayment, simulatedScheme } from '../../../ports/payment-rail/port.ts';
import { findRecordOf } from '../../suspense/service.ts';
import { arrivalPlan, decideArrival, resolveArrivals, schemeAnswer } from '../../wires/service.ts';
import { incomingErrors, incomingPayment, incomingRequest } from '../incoming.ts';
import { answerOf, exampleWireAnswer, wireAnswer, withEvents } from '../wires.ts';

/** Plays a credit transfer from another bank. In: the account credited, amount in major units, network, sender. */
export const simWireIncoming = operation({
  name: 'sim_wire_incoming',
  routes: [{ method: 'POST', path: '/v2/simulations/wires/incoming' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Receive a wire',
  description:
    'Another bank sends a credit transfer. It is credited, or queued where the instance queues incoming transfers or the ' +
    "sender's name begins with HOLD (`queue_record`; never BGN), or goes back by itself: unknown account AC01, closed " +
    'AC04, blocked AC06.',
  body: incomingRequest,
  response: Type.Object({
    ...wireAnswer.properties,
    queue_record: nullable(Type.String({ description: 'The record of the suspense queue' })),
  }),
  refusals: [validationError],
  example: {
    body: {
      iban: 'BG80BNBG96611020345678',
      amount: 12.34,
      currency: 'EUR',
      rail: 'sct_inst',
      sender: { name: 'Erika Mustermann', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', country: 'DE' },
      reference: 'Invoice 7',
      end_to_end_id: 'INV-7',
    },
    response: {
      ...exampleWireAnswer,
      channel: 'sct_inst',
      queue_record: null,
      events: [{ action: 'TRANSACTION.NEW', subject: exampleWireAnswer.transaction }],
    },
  },
  async ask({ db, now, port, realTime, environment, caller }, { body }) {
    const amountMinor = toMinor(body.amount, body.currency);
    const errors = incomingErrors(body);
    if (amountMinor === undefined) {
      errors.unshift({ field: 'amount', rule: 'decimals', message: `is no amount of ${body.currency}` });
    }
    if (errors.length > 0) return invalid(validationError, ...errors);
    const payment = incomingPayment(body, amountMinor!, now);
    const resolved = (await resolveArrivals({ clock: { now: () => realTime }, environment }, db, [payment])).get(
      payment,
    )!;
    // An account of another partner is as unknown here as one of nobody.
    const mine = 'what' in resolved && resolved.what.instance === caller.instance ? resolved.what : undefined;
    if (mine !== undefined) await deliverAgain({ port, db, now }, caller.instance, payment, (body.times ?? 1) - 1);
    return { payment, arrival: mine };
  },
  async handle(context, { body }, { payment, arrival }) {
    if (arrival === undefined) {
      const { rail, amountMinor, currency } = payment;
      const status = rail === 'sct' || rail === 'bisera' ? 'returned' : 'rejected';
      const amount = toMajor(amountMinor, currency);
      const nothing = { token: null, transaction: null, account: null, balance: null, queue_record: null, events: [] };
      return { ...nothing, code: 'wire-transfer', channel: rail, status, reason_code: 'AC01', amount, currency };
    }
    const { result, events } = await withEvents(context, async ({ post }) =>
      schemeAnswer(await post(arrivalPlan(arrival), (facts) => decideArrival(arrival, facts))),
    );
    if ((body.times ?? 1) > 1) context.schedule({ name: 'wires.receive', subject: arrival.id });
    const answer = await answerOf(context, arrival.id, events);
    const record = await findRecordOf(context.tx, context.caller.instance, arrival.id);
    return {
      ...answer,
      reason_code: result.accepted ? answer.reason_code : result.reasonCode,
      queue_record: record ?? null,
    };
  },
});

/** The other bank sends the same payment again: the simulated scheme offers it until it is taken. */
async function deliverAgain(
  { port, db, now }: Pick<PrepareContext, 'port' | 'db' | 'now'>,
  instance: string,
  payment: IncomingPayment,
  times: number,
): Promise<void> {
  const context = { db, nowOf: async () => now };
  for (let time = 0; time < times; time += 1) {
    await port(simulatedScheme).deliver(context, instance, newId(), now, payment);
  }
}
