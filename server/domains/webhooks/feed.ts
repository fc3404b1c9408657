import type { Database, Queryable } from '../../kernel/database.ts';
import type { EventDefinition, EventRow } from '../../kernel/event.ts';
import type { Context } from '../../kernel/operation.ts';
import { eventId, eventsAfter, lastEventNumber, programsOfBalances } from '../ledger/service.ts';
import { envelopeVersion } from './model.ts';

export type EventDefinitions = ReadonlyMap<string, EventDefinition>;

/** What a partner gets to see of an event. */
export interface Envelope {
  readonly action: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly created_at: string;
  readonly environment: Context['environment'];
  readonly version: string;
  readonly sequence: number;
}

/** Renders rows of one instance, in their order. The same rows give the same envelopes each time. */
export async function envelopes(
  db: Queryable,
  definitions: EventDefinitions,
  environment: Context['environment'],
  rows: readonly EventRow[],
): Promise<Envelope[]> {
  const payloads = new Map<EventRow, Readonly<Record<string, unknown>>>();
  for (const [action, group] of Map.groupBy(rows, (row) => row.action)) {
    const definition = definitions.get(action);
    // A newer server wrote it. This one must neither skip nor guess it: it leaves the endpoint to the newer one.
    if (definition === undefined) throw new Error(`no definition of the event ${action}`);
    const rendered = await definition.render(db, group);
    group.forEach((row, index) => {
      payloads.set(row, rendered[index]!);
    });
  }
  return rows.map((row) => ({
    action: row.action,
    payload: payloads.get(row)!,
    id: eventId(row.instance, row.number),
    created_at: row.at.toISOString(),
    environment,
    version: envelopeVersion,
    sequence: Number(row.number),
  }));
}

/** The programs of some events, in their order: by their balance or their own words, null for what belongs to none. */
export async function programsOf(
  db: Queryable,
  instance: string,
  rows: readonly EventRow[],
): Promise<(string | null)[]> {
  const balances = new Set(rows.flatMap((row) => row.balance ?? []));
  const known = balances.size > 0 ? await programsOfBalances(db, instance, [...balances]) : new Map<string, string>();
  return rows.map((row) => {
    const program = row.balance === null ? row.data?.program : known.get(row.balance);
    return typeof program === 'string' ? program : null;
  });
}

/** An event ready to be sent to any endpoint of its instance. */
export interface Item {
  readonly number: bigint;
  readonly id: string;
  readonly action: string;
  readonly subject: string;
  readonly program: string | null;
  /** The envelope as compact JSON. */
  readonly body: string;
}

interface Block {
  readonly items: Item[];
  loading: Promise<void> | undefined;
}

const blockSize = 256;
const keptBlocks = 64;

/**
 * Reads and renders events in blocks that all endpoints of a process share: twenty endpoints of an instance, and the
 * retries of each, cost one reading of an event and not twenty.
 */
export class Feed {
  readonly #database: Database;
  readonly #definitions: EventDefinitions;
  readonly #environment: Context['environment'];
  readonly #blocks = new Map<string, Block>();

  constructor(database: Database, definitions: EventDefinitions, environment: Context['environment']) {
    this.#database = database;
    this.#definitions = definitions;
    this.#environment = environment;
  }

  last(instance: string): Promise<bigint> {
    return lastEventNumber(this.#database, instance);
  }

  /** When the event after a number happened; undefined when there is none. */
  async momentAfter(instance: string, number: bigint): Promise<Date | undefined> {
    const [row] = await eventsAfter(this.#database, instance, number, 1);
    return row?.at;
  }

  /** Some events after a number, in their order, at most one block; none when there are none yet. */
  async after(instance: string, number: bigint): Promise<readonly Item[]> {
    const first = number - (number % BigInt(blockSize));
    const skip = Number(number - first);
    const block = this.#block(instance, first);
    // A reading that began before this call may have missed what this caller was woken for.
    if (block.items.length <= skip) await block.loading;
    if (block.items.length <= skip) {
      block.loading ??= this.#load(instance, first, block).finally(() => {
        block.loading = undefined;
      });
      await block.loading;
    }
    return block.items.slice(skip);
  }

  /** One event by its number. */
  async get(instance: string, number: bigint): Promise<Item | undefined> {
    return (await this.after(instance, number - 1n))[0];
  }

  #block(instance: string, first: bigint): Block {
    const key = `${instance}|${first}`;
    const block = this.#blocks.get(key) ?? { items: [], loading: undefined };
    // Re-inserting keeps the map in the order of use.
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    if (this.#blocks.size > keptBlocks) this.#blocks.delete(this.#blocks.keys().next().value!);
    return block;
  }

  async #load(instance: string, first: bigint, block: Block): Promise<void> {
    const have = block.items.length;
    const rows = await eventsAfter(this.#database, instance, first + BigInt(have), blockSize - have);
    if (rows.length === 0) return;
    const programs = await programsOf(this.#database, instance, rows);
    const rendered = await envelopes(this.#database, this.#definitions, this.#environment, rows);
    rows.forEach((row, index) => {
      const envelope = rendered[index]!;
      block.items.push({
        number: row.number,
        id: envelope.id,
        action: row.action,
        subject: row.subject,
        program: programs[index]!,
        body: JSON.stringify(envelope),
      });
    });
  }
}
