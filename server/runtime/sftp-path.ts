import { posix } from 'node:path';
import { type SharedFolderName, sharedFolders } from '../kernel/shared-folder.ts';

/** What a path of a client means: the root, a folder, a file in a folder, or nothing that there could be. */
export type SftpPlace =
  | { readonly kind: 'root' }
  | { readonly kind: 'folder'; readonly folder: SharedFolderName }
  | { readonly kind: 'file'; readonly folder: SharedFolderName; readonly name: string }
  | { readonly kind: 'nowhere' };

const maxNameBytes = 200;
/** What a name may not hold: control and format characters, and what means something to a file system or a shell. */
const refusedCharacters = /[\p{C}/\\:*?"<>|]/u;

/** Makes a path absolute, as REALPATH does. It cannot leave the root, since above the root is the root. */
export function absolutePath(path: string): string {
  return posix.resolve('/', path);
}

/**
 * Reads a path. There are two folders and files in them, so nothing else can be named: a path with a step up is worked
 * out as text and never reaches a file system. Names are compared in one Unicode form, whatever the client's system uses.
 */
export function placeOf(path: string): SftpPlace {
  const [top, name, ...rest] = absolutePath(path).split('/').slice(1);
  if (top === '') return { kind: 'root' };
  const folder = sharedFolders.find((each) => each === top);
  if (folder === undefined || rest.length > 0) return { kind: 'nowhere' };
  if (name === undefined) return { kind: 'folder', folder };
  const normal = name.normalize('NFC');
  return isFileName(normal) ? { kind: 'file', folder, name: normal } : { kind: 'nowhere' };
}

/** Whether a file may be called so: no hidden file, nothing that ends in a blank or a dot, nothing that is not text. */
function isFileName(name: string): boolean {
  return (
    Buffer.byteLength(name) <= maxNameBytes &&
    name.isWellFormed() &&
    !name.includes('\ufffd') &&
    !refusedCharacters.test(name) &&
    !/^[. ]|[. ]$/.test(name)
  );
}
