import type { Queryable } from '../../kernel/database.ts';
import type { EventDefinition, EventRow } from '../../kernel/event.ts';
import { newId } from '../../kernel/ids.ts';
import type { PrepareContext, Vault } from '../../kernel/operation.ts';
import { eventNumber, eventsAfter, lastEventNumber } from '../ledger/service.ts';
import type { Destination } from './courier.ts';
import { readTargets, type Target } from './delivery-store.ts';
import { type Endpoint, envelopeVersion } from './model.ts';
import { maskedHeaders } from './rules.ts';
import { openSender } from './sender.ts';
import { newSecret, signatureHeaders } from './signature.ts';
import { type EndpointRow, insertSecret, type PositionedEndpoint, readSecret, replaceSecret } from './store.ts';

/** The webhook secret of an instance; makes it when there is none yet. Part of setting up an instance. */
export async function ensureWebhookSecret(
  tx: Queryable,
  instance: string,
  vault: Vault,
  at: Date = new Date(),
): Promise<string> {
  await insertSecret(tx, instance, vault.seal(newSecret(), secretPlace(instance)), at);
  const row = await readSecret(tx, instance);
  return openText(vault, row!.secret, secretPlace(instance));
}

/** Gives an instance a new secret; the one before signs as well until its time is up. */
export async function rotateSecret(
  tx: Queryable,
  instance: string,
  vault: Vault,
  previousUntil: Date,
  at: Date,
): Promise<string> {
  const secret = newSecret();
  await replaceSecret(tx, instance, vault.seal(secret, secretPlace(instance)), previousUntil, at);
  return secret;
}

function secretPlace(instance: string): string {
  return `webhooks.secrets/${instance}/secret`;
}

function openText(vault: Vault, sealed: Buffer, place: string): string {
  return vault.open(sealed, place).toString('utf8');
}

/** Static headers as the endpoint's row keeps them. */
export function sealHeaders(
  vault: Vault,
  instance: string,
  endpoint: string,
  headers: Readonly<Record<string, string>>,
): Buffer {
  return vault.seal(JSON.stringify(headers), headersPlace(instance, endpoint));
}

function headersPlace(instance: string, endpoint: string): string {
  return `webhooks.endpoints/${instance}/${endpoint}/headers`;
}

function openEndpoint(vault: Vault, instance: string, row: EndpointRow): Endpoint {
  return { ...row, headers: JSON.parse(openText(vault, row.headers, headersPlace(instance, row.id))) };
}

/** An endpoint ready to be delivered to, its secrets opened. */
export function openDestination(vault: Vault, instance: string, target: Target): Destination {
  const secret = (sealed: Buffer, until: Date | null) => ({
    text: openText(vault, sealed, secretPlace(instance)),
    until,
  });
  return {
    ...openEndpoint(vault, instance, target),
    secrets: [
      secret(target.secret, null),
      ...(target.previous === null ? [] : [secret(target.previous, target.previousUntil)]),
    ],
  };
}

/** What was sent to an endpoint at once, and what it answered. */
export interface SentExample {
  readonly webhook: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
}

/**
 * Sends the example of an event, signed like any other delivery, to one active endpoint of an instance or to all of them,
 * at once and once. It is no event of the bank: it has no number and is not kept.
 */
export async function sendExample(
  { db, vault, environment, realTime }: Pick<PrepareContext, 'db' | 'vault' | 'environment' | 'realTime'>,
  instance: string,
  { action, example }: EventDefinition,
  endpoint?: string,
): Promise<SentExample[]> {
  const targets = (await readTargets(db, realTime)).filter(
    (target) => target.instance === instance && (endpoint === undefined || target.id === endpoint),
  );
  const sender = openSender(environment);
  const send = async (target: Target): Promise<SentExample> => {
    const { id: webhook, url, apiKey, headers: own, secrets } = openDestination(vault, instance, target);
    const id = newId();
    const about = { id, created_at: realTime.toISOString(), environment, version: envelopeVersion, sequence: 0 };
    const body = JSON.stringify({ action, payload: example, ...about });
    const signable = { apiKey, action, id, attempt: 1, body, at: realTime };
    const headers = {
      ...own,
      ...signatureHeaders(
        signable,
        secrets.map(({ text }) => text),
      ),
    };
    const { status, error, milliseconds } = await sender.send(url, headers, body);
    return { webhook, url, headers, body, status, error, milliseconds };
  };
  const sent = await Promise.all(targets.map(send));
  await sender.close();
  return sent;
}

/** An endpoint as answers show it. */
export function webhookAnswer(vault: Vault, instance: string, row: PositionedEndpoint) {
  const endpoint = openEndpoint(vault, instance, row);
  return {
    token: endpoint.id,
    url: endpoint.url,
    actions: [...endpoint.actions],
    description: endpoint.description,
    headers: maskedHeaders(endpoint.headers),
    programs: [...endpoint.programs],
    active: endpoint.active,
    sequence: Number(row.position),
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** Events are kept for partners to read for so long. */
const readableDays = 90;
const dayMilliseconds = 86_400_000;

/** The numbers of the events that an instance can read: after `floor`, up to `last`. */
export async function readableEvents(
  db: Queryable,
  instance: string,
  now: Date,
): Promise<{ floor: bigint; last: bigint }> {
  const last = await lastEventNumber(db, instance);
  return { floor: (await firstEventAt(db, instance, readableSince(now), last)) - 1n, last };
}

/** The number of the first event at or after a moment; one more than `last` when there is none up to it. */
export async function firstEventAt(db: Queryable, instance: string, moment: Date, last: bigint): Promise<bigint> {
  const before = async (number: bigint): Promise<boolean> => {
    const [row] = await eventsAfter(db, instance, number - 1n, 1);
    return row !== undefined && row.at < moment;
  };
  if (last === 0n || !(await before(1n))) return 1n;
  let [low, high] = [1n, last + 1n];
  // Numbers are given in the order of time: low is before the moment, high is not.
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (await before(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** An event of the instance that it can read, by its id. */
export async function readableEvent(
  db: Queryable,
  instance: string,
  id: string,
  now: Date,
): Promise<EventRow | undefined> {
  const number = eventNumber(instance, id);
  if (number === undefined || number === 0n) return undefined;
  const [row] = await eventsAfter(db, instance, number - 1n, 1);
  return row !== undefined && row.number === number && row.at >= readableSince(now) ? row : undefined;
}

function readableSince(now: Date): Date {
  return new Date(now.getTime() - readableDays * dayMilliseconds);
}
