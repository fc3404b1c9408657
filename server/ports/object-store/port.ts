import { definePort } from '../../kernel/port.ts';

/**
 * Where files are kept that do not belong into the database: names to bytes. What is kept is sealed by whoever keeps it,
 * so a store sees nothing of the contents.
 */
export interface ObjectStore {
  /** Keeps bytes under a name, whole or not at all; what was there under this name is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes under a name; undefined when there are none. */
  get(name: string): Promise<Buffer | undefined>;
  /** Forgets what is kept under a name; nothing happens when there is none. */
  remove(name: string): Promise<void>;
}

export const objectStore = definePort<ObjectStore>('object-store');

const objectName = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/;

/**
 * The names that every store takes: lower-case letters, digits and hyphens, in parts between slashes. So a name means the
 * same in a folder and in an address, and can lead nowhere else. Throws for any other, which is a mistake of ours.
 */
export function checkedName(name: string): string {
  if (name.length <= 200 && objectName.test(name)) return name;
  throw new Error(`not a name of an object: ${JSON.stringify(name)}`);
}
