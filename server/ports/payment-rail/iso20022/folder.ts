import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The folder through which messages go, shared by every process of the bank. `outbox` is emptied and `inbox` filled by
 * whoever carries the messages; both sides put a file there by renaming it, so nobody ever sees half of one.
 */
const folders = [
  'spool',
  'batches',
  'members',
  'outbox',
  'leaving',
  'inbox',
  'taking',
  'done',
  'refused',
  'sent',
  'canceled',
  'answers',
  'known',
] as const;

type Records = 'known' | 'answers' | 'members';

const offered = '.offered';

/** A file of the inbox that this process has taken for itself. */
export interface TakenFile {
  /** As the other side named it. */
  readonly name: string;
  /** As it is called while it is taken, and afterwards: no second file has this name. */
  readonly takenAs: string;
  readonly bytes: Buffer;
}

/** Payments that go out together. */
export interface Batch {
  readonly batch: string;
  readonly message: string;
  readonly payments: ReadonlyMap<string, Buffer>;
}

export class MessageFolder {
  readonly #root: string;
  readonly #abandonedAfterMs: number;
  #isMade = false;

  /** A process that is killed leaves a file in `taking`; after that time another one takes it. */
  constructor(root: string, abandonedAfterMs = 60_000) {
    this.#root = root;
    this.#abandonedAfterMs = abandonedAfterMs;
  }

  #path(folder: (typeof folders)[number], name: string): string {
    return join(this.#root, folder, name);
  }

  async #make(): Promise<void> {
    if (this.#isMade) return;
    for (const folder of folders) await mkdir(join(this.#root, folder), { recursive: true });
    this.#isMade = true;
  }

  /**
   * Puts a message into the outbox, once for its name: a name that was handed over before is not handed over again, also
   * when the process was killed at any moment of it, and when several do it at once.
   */
  async handOver(name: string, text: string): Promise<void> {
    await this.#once(name, text, 'outbox');
  }

  /** The same for a payment that goes out with others of its group; it waits in the spool until the group is cut. */
  async spool(group: string, name: string, text: string): Promise<void> {
    await this.#once(name, text, join('spool', group));
  }

  /**
   * A folder that is renamed into place says that the message exists, and holds the file that still has to go: whoever
   * renames that file hands it over.
   */
  async #once(name: string, text: string, target: string): Promise<void> {
    await this.#make();
    const sent = this.#path('sent', name);
    if (!(await exists(sent))) {
      const draft = this.#path('sent', `.${randomUUID()}`);
      await mkdir(draft);
      await writeFile(join(draft, 'message.xml'), text, { flush: true });
      await link(join(draft, 'message.xml'), join(draft, 'waiting.xml'));
      if (!(await renamed(draft, sent))) await rm(draft, { recursive: true, force: true });
    }
    const waiting = join(sent, 'waiting.xml');
    // The folder of a group is renamed when the group is cut: then there is a new one.
    do await mkdir(join(this.#root, target), { recursive: true });
    while (!(await renamed(waiting, join(this.#root, target, `${name}.xml`))) && (await exists(waiting)));
  }

  /**
   * Cuts the groups of the spool and answers each, for this process alone: the message that it becomes, and its payments
   * by their file names, as many as `max`. A batch that a killed process has left comes again, as it was noted.
   */
  async *batches(max: number): AsyncGenerator<Batch> {
    await this.#make();
    for (const group of await readdir(join(this.#root, 'spool'))) {
      const batch = `${group}~${randomUUID()}`;
      if (await renamed(this.#path('spool', group), this.#path('batches', batch))) yield this.#batchOf(batch, max);
    }
    for (const { name, state } of await this.#list('batches')) {
      if (Date.now() - state.ctimeMs <= this.#abandonedAfterMs) continue;
      const claimed = `${name}+`;
      if (await renamed(this.#path('batches', name), this.#path('batches', claimed))) yield this.#batchOf(claimed, max);
    }
  }

  async #batchOf(batch: string, max: number): Promise<Batch> {
    const message = batch.replace(/^.*~/, '').replaceAll(/[+-]/g, '');
    const listed = async () => (await readdir(this.#path('batches', batch))).sort().slice(0, max);
    const names = (await this.membersOf(message)) ?? (await listed());
    const payments = new Map<string, Buffer>();
    for (const name of names) {
      // A payment whose file is gone already has its copy where it was noted as sent.
      payments.set(name, await readFile(join(this.#path('sent', name.slice(0, -'.xml'.length)), 'message.xml')));
    }
    return { batch, message, payments };
  }

  /** Notes what a batch becomes: from here on it is these payments, whoever sends it. */
  async noteBatch({ message, payments }: Batch): Promise<void> {
    await this.note('members', message, JSON.stringify([...payments.keys()]));
    for (const name of payments.keys()) {
      await writeFile(join(this.#path('sent', name.slice(0, -'.xml'.length)), 'message-id'), message);
    }
  }

  /** Does away with a batch that has been sent; what came into it late, or was too much, waits for the next one. */
  async dissolve({ batch, payments }: Batch): Promise<void> {
    for (const name of payments.keys()) await rm(join(this.#path('batches', batch), name), { force: true });
    const group = batch.replace(/~.*$/, '');
    for (const name of await readdir(this.#path('batches', batch))) {
      await mkdir(this.#path('spool', group), { recursive: true });
      await renamed(join(this.#path('batches', batch), name), join(this.#path('spool', group), name));
    }
    await rmdir(this.#path('batches', batch));
  }

  /** The file names of the payments of a message that was a batch. */
  async membersOf(message: string): Promise<readonly string[] | undefined> {
    const text = await this.noted('members', message);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** The id of the message with which a payment went out as one of many. */
  async messageOf(name: string): Promise<string | undefined> {
    return (await readIfThere(join(this.#path('sent', name), 'message-id')))?.toString();
  }

  async wasHandedOver(name: string): Promise<boolean> {
    return exists(this.#path('sent', name));
  }

  /** Makes the name as new: the other side is sure that the message never came. */
  async forget(name: string): Promise<void> {
    await renamed(this.#path('sent', name), this.#path('sent', `.lost-${randomUUID()}`));
  }

  /** Takes a message out of the outbox again, or out of its group's spool; false when it is there no longer. */
  async takeBack(name: string, group?: string): Promise<boolean> {
    await this.#make();
    const from = group === undefined ? 'outbox' : join('spool', group);
    return renamed(join(this.#root, from, `${name}.xml`), this.#path('canceled', `${name}.xml`));
  }

  /** The files of the inbox, the oldest first. Names that begin with a dot are still being written. */
  async *incoming(): AsyncGenerator<TakenFile> {
    await this.#make();
    for (const { name, state } of await this.#list('taking')) {
      if (Date.now() - state.ctimeMs > this.#abandonedAfterMs) await this.release(name);
    }
    for (const { name: waiting } of await this.#list('inbox')) {
      const name = waiting.replace(/^[0-9a-f-]{36}~/, '');
      const takenAs = `${randomUUID()}~${name}`;
      if (!(await renamed(this.#path('inbox', waiting), this.#path('taking', takenAs)))) continue;
      const bytes = await readIfThere(this.#path('taking', takenAs));
      if (bytes !== undefined) yield { name, takenAs, bytes };
    }
  }

  /**
   * The files of the outbox, for a carrier that takes them to another machine: each to one carrier alone, and again if
   * that one was killed. Once it is offered, the other side may have it.
   */
  async *leaving(): AsyncGenerator<{ readonly name: string; readonly isOffered: boolean; readonly bytes: Buffer }> {
    await this.#make();
    for (const { name, state } of await this.#list('leaving')) {
      if (Date.now() - state.ctimeMs <= this.#abandonedAfterMs) continue;
      const bytes = await readIfThere(this.#path('leaving', name));
      const isOffered = name.endsWith(offered);
      if (bytes !== undefined) yield { name: isOffered ? name.slice(0, -offered.length) : name, isOffered, bytes };
    }
    for (const { name } of await this.#list('outbox')) {
      if (!(await renamed(this.#path('outbox', name), this.#path('leaving', name)))) continue;
      const bytes = await readIfThere(this.#path('leaving', name));
      if (bytes !== undefined) yield { name, isOffered: false, bytes };
    }
  }

  async offered(name: string): Promise<void> {
    await rename(this.#path('leaving', name), this.#path('leaving', name + offered));
  }

  async left(name: string): Promise<void> {
    await rm(this.#path('leaving', name + offered), { force: true });
  }

  async #list(folder: 'inbox' | 'taking' | 'outbox' | 'leaving' | 'batches') {
    const names = (await readdir(join(this.#root, folder))).filter((name) => !name.startsWith('.'));
    const files = await Promise.all(
      names.map(async (name) => ({ name, state: await stat(this.#path(folder, name)).catch(() => undefined) })),
    );
    return files
      .flatMap(({ name, state }) => (state === undefined ? [] : [{ name, state }]))
      .sort((a, b) => a.state.mtimeMs - b.state.mtimeMs || (a.name < b.name ? -1 : 1));
  }

  /** Puts a file of a peer into the inbox. */
  async deliver(name: string, bytes: Buffer): Promise<void> {
    await this.#make();
    await writeFile(this.#path('inbox', `.${name}`), bytes, { flush: true });
    await rename(this.#path('inbox', `.${name}`), this.#path('inbox', name));
  }

  /** Whether a file of the inbox has not been dealt with. */
  async waits(name: string): Promise<boolean> {
    await this.#make();
    const waiting = [...(await this.#list('inbox')), ...(await this.#list('taking'))];
    return waiting.some((file) => file.name === name || file.name.endsWith(`~${name}`));
  }

  /** Gives back a file that could not be taken: it is offered again. */
  async release(takenAs: string): Promise<void> {
    await renamed(this.#path('taking', takenAs), this.#path('inbox', takenAs));
  }

  async finish(takenAs: string): Promise<void> {
    await renamed(this.#path('taking', takenAs), this.#path('done', takenAs));
  }

  /** Lays a file aside, with the reasons beside it. */
  async refuse(takenAs: string, reasons: object): Promise<void> {
    await writeFile(this.#path('refused', `${takenAs}.reason.json`), `${JSON.stringify(reasons, null, 2)}\n`);
    await renamed(this.#path('taking', takenAs), this.#path('refused', takenAs));
  }

  /** Writes a small record over an older one: what is known of a payment, or the answer to a message. */
  async note(folder: Records, name: string, text: string): Promise<void> {
    await this.#make();
    const draft = this.#path(folder, `.${randomUUID()}`);
    await writeFile(draft, text, { flush: true });
    await rename(draft, this.#path(folder, name));
  }

  async noted(folder: Records, name: string): Promise<string | undefined> {
    return (await readIfThere(this.#path(folder, name)))?.toString();
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Renames; false when the source is gone, or a folder is at the target already. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
