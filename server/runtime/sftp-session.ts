import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';
import {
  maxSharedFileBytes,
  type SharedFile,
  type SharedFiles,
  type SharedFolderName,
  sharedFolders,
} from '../kernel/shared-folder.ts';
import { absolutePath, placeOf, type SftpPlace } from './sftp-path.ts';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** What a client has open: a file that it reads, one that it uploads, or a folder's list. */
type Open =
  | { readonly kind: 'reading'; readonly bytes: Buffer; readonly file: SharedFile }
  | { readonly kind: 'writing'; readonly name: string; bytes: Buffer; size: number; broken: boolean }
  | { readonly kind: 'listing'; entries: FileEntry[] };

/** A request is refused with one of the protocol's status codes. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
const noSuchFile = () => new Refusal(STATUS_CODE.NO_SUCH_FILE, 'No such file');
const denied = (message = 'Permission denied') => new Refusal(STATUS_CODE.PERMISSION_DENIED, message);
const failure = (message: string) => new Refusal(STATUS_CODE.FAILURE, message);

const maxOpen = 16;
const maxReadBytes = 64 * 1024;

/** The memory that uploads and downloads of all clients may take at once. */
export interface Budget {
  freeBytes: number;
}

export interface SftpSessionOptions {
  readonly budget: Budget;
  readonly files: SharedFiles;
  /** Told of what went wrong on our side; the client only hears that it failed. */
  readonly failed: (error: unknown) => void;
  /** Called with each request. */
  readonly active: () => void;
}

/**
 * Answers one client's requests, one after the other, with the files that it may see. An upload is kept here and becomes
 * a file when the client closes it: whoever is cut off has uploaded nothing. Answers what lets go of all that is open.
 */
export function serveSftp(sftp: SFTPWrapper, { files, budget, failed, active }: SftpSessionOptions): () => void {
  const handles = openHandles(budget);
  const handlers = { ...fileRequests(sftp, files, handles), ...pathRequests(sftp, files, handles) };
  let last: Promise<unknown> = Promise.resolve();
  const refuse = (id: number, error: unknown) => {
    if (!(error instanceof Refusal)) failed(error);
    const { status, message } = error instanceof Refusal ? error : failure('Failure');
    sftp.status(id, status, message);
  };
  for (const [event, handle] of Object.entries<Handler>(handlers)) {
    const listen = (id: number, ...given: never[]) => {
      active();
      last = last
        .then(() => handle(id, ...given))
        .catch((error: unknown) => refuse(id, error))
        .catch(failed);
    };
    // The names are the protocol's; what comes with each is what its handler takes.
    sftp.on(event as 'OPEN', listen as never);
  }
  // A client that has said its last word waits for ours.
  sftp.on('end', () => {
    void last.then(handles.clear).then(() => sftp.end());
  });
  return handles.clear;
}

type Handler = (id: number, ...given: never[]) => Promise<unknown> | unknown;

/** What a client has open, under the handles that it was given. */
function openHandles(budget: Budget) {
  const open = new Map<number, Open>();
  let last = 0;
  let isOver = false;
  const numberOf = (handle: Buffer) => (handle.length === 4 ? handle.readUInt32BE() : 0);
  return {
    add(opened: Open): Buffer {
      if (isOver || open.size >= maxOpen) throw failure('Too many open files');
      reserve(budget, bytesOf(opened));
      last += 1;
      open.set(last, opened);
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(last);
      return handle;
    },
    find(handle: Buffer): Open {
      const found = open.get(numberOf(handle));
      if (found === undefined) throw failure('Invalid handle');
      return found;
    },
    remove(handle: Buffer): void {
      budget.freeBytes += bytesOf(open.get(numberOf(handle)));
      open.delete(numberOf(handle));
    },
    clear(): void {
      isOver = true;
      for (const opened of open.values()) budget.freeBytes += bytesOf(opened);
      open.clear();
    },
    budget,
  };
}
type Handles = ReturnType<typeof openHandles>;

function bytesOf(opened: Open | undefined): number {
  return opened === undefined || opened.kind === 'listing' ? 0 : opened.bytes.length;
}

function reserve(budget: Budget, bytes: number): void {
  if (bytes > budget.freeBytes) throw failure('Too much at once: try again later');
  budget.freeBytes -= bytes;
}

/** The requests about what is open. */
function fileRequests(sftp: SFTPWrapper, files: SharedFiles, handles: Handles) {
  const ok = (id: number) => sftp.status(id, STATUS_CODE.OK);
  return {
    async OPEN(id: number, path: string, flags: number) {
      sftp.handle(id, handles.add(await openFile(files, placeOf(path), flags)));
    },
    READ(id: number, handle: Buffer, offset: number, length: number) {
      const found = handles.find(handle);
      if (found.kind !== 'reading') throw failure('Not open for reading');
      const bytes = found.bytes.subarray(offset, offset + Math.min(length, maxReadBytes));
      if (bytes.length === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, bytes);
    },
    WRITE(id: number, handle: Buffer, offset: number, data: Buffer) {
      const found = handles.find(handle);
      if (found.kind !== 'writing') throw failure('Not open for writing');
      write(found, offset, data, handles.budget);
      ok(id);
    },
    async CLOSE(id: number, handle: Buffer) {
      const found = handles.find(handle);
      handles.remove(handle);
      if (found.kind === 'writing') await finish(files, found);
      ok(id);
    },
    FSTAT(id: number, handle: Buffer) {
      const found = handles.find(handle);
      if (found.kind === 'listing') sftp.attrs(id, folderAttributes);
      else if (found.kind === 'reading') sftp.attrs(id, fileAttributes(found.bytes.length, found.file.at));
      else sftp.attrs(id, fileAttributes(found.size, new Date()));
    },
    READDIR(id: number, handle: Buffer) {
      const found = handles.find(handle);
      if (found.kind !== 'listing') throw failure('Not a folder');
      if (found.entries.length === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.name(id, found.entries.splice(0, 100));
    },
    // Times and permissions are ours: a client that sets them after an upload is not told off.
    FSETSTAT: ok,
    SETSTAT: ok,
  };
}

/** The requests about paths. */
function pathRequests(sftp: SFTPWrapper, files: SharedFiles, handles: Handles) {
  const ok = (id: number) => sftp.status(id, STATUS_CODE.OK);
  const stat = async (id: number, path: string) => sftp.attrs(id, await attributesOf(files, placeOf(path)));
  return {
    STAT: stat,
    LSTAT: stat,
    REALPATH(id: number, path: string) {
      const filename = absolutePath(path);
      sftp.name(id, [{ filename, longname: filename, attrs: folderAttributes }]);
    },
    async OPENDIR(id: number, path: string) {
      sftp.handle(id, handles.add({ kind: 'listing', entries: await entriesOf(files, placeOf(path)) }));
    },
    async REMOVE(id: number, path: string) {
      const place = placeOf(path);
      if (place.kind !== 'file' || !(await files.remove(place.folder, place.name))) throw noSuchFile();
      ok(id);
    },
    async RENAME(id: number, from: string, to: string) {
      const [old, next] = [placeOf(from), placeOf(to)];
      if (old.kind !== 'file') throw noSuchFile();
      if (next.kind !== 'file' || old.folder !== 'inbox' || next.folder !== 'inbox') throw denied();
      if (!(await files.rename(old.name, next.name))) throw noSuchFile();
      ok(id);
    },
    MKDIR() {
      throw denied('There are only inbox and outbox');
    },
    RMDIR() {
      throw denied();
    },
  };
}

async function openFile(files: SharedFiles, place: SftpPlace, flags: number): Promise<Open> {
  if ((flags & OPEN_MODE.WRITE) === 0) {
    const file = await fileAt(files, place);
    const bytes = place.kind === 'file' && file !== undefined ? await files.read(place.folder, place.name) : undefined;
    if (file === undefined || bytes === undefined) throw noSuchFile();
    return { kind: 'reading', bytes, file };
  }
  if (place.kind !== 'file' || place.folder !== 'inbox') throw denied('Files are uploaded into /inbox');
  if ((flags & (OPEN_MODE.READ | OPEN_MODE.APPEND)) !== 0) throw failure('Files are uploaded whole');
  if ((flags & OPEN_MODE.EXCL) !== 0 && (await fileAt(files, place)) !== undefined) throw failure('The file is there');
  return { kind: 'writing', name: place.name, bytes: Buffer.alloc(0), size: 0, broken: false };
}

type Upload = Extract<Open, { kind: 'writing' }>;

/** Takes a part of an upload wherever it belongs. The room for it grows by doubling, up to the largest file. */
function write(upload: Upload, offset: number, data: Buffer, budget: Budget): void {
  const end = offset + data.length;
  if (end > maxSharedFileBytes || upload.broken) {
    upload.broken = true;
    budget.freeBytes += upload.bytes.length;
    upload.bytes = Buffer.alloc(0);
    throw failure('The file is larger than 10 MiB');
  }
  if (end > upload.bytes.length) {
    const room = Math.min(maxSharedFileBytes, Math.max(end, upload.bytes.length * 2, maxReadBytes));
    reserve(budget, room - upload.bytes.length);
    const grown = Buffer.alloc(room);
    upload.bytes.copy(grown);
    upload.bytes = grown;
  }
  data.copy(upload.bytes, offset);
  upload.size = Math.max(upload.size, end);
}

async function finish(files: SharedFiles, upload: Upload): Promise<void> {
  if (upload.broken) throw failure('The file is larger than 10 MiB');
  const stored = await files.write(upload.name, upload.bytes.subarray(0, upload.size));
  if (!stored) throw failure('No room left: take files away first');
}

async function fileAt(files: SharedFiles, place: SftpPlace): Promise<SharedFile | undefined> {
  if (place.kind !== 'file') return undefined;
  return (await files.list(place.folder)).find(({ name }) => name === place.name);
}

const folderMode = 0o040700;
const fileMode = 0o100600;
const folderAttributes: Attributes = { mode: folderMode, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

function fileAttributes(size: number, at: Date): Attributes {
  const seconds = Math.floor(at.getTime() / 1000);
  return { mode: fileMode, uid: 0, gid: 0, size, atime: seconds, mtime: seconds };
}

async function attributesOf(files: SharedFiles, place: SftpPlace): Promise<Attributes> {
  if (place.kind === 'root' || place.kind === 'folder') return folderAttributes;
  const file = await fileAt(files, place);
  if (file === undefined) throw noSuchFile();
  return fileAttributes(file.sizeBytes, file.at);
}

async function entriesOf(files: SharedFiles, place: SftpPlace): Promise<FileEntry[]> {
  if (place.kind === 'root') return sharedFolders.map((name) => entry(name, folderAttributes));
  if (place.kind !== 'folder') throw noSuchFile();
  const list = await files.list(place.folder satisfies SharedFolderName);
  return list.map(({ name, sizeBytes, at }) => entry(name, fileAttributes(sizeBytes, at)));
}

/** An entry as `ls -l` writes it, because clients show that line. */
function entry(filename: string, attrs: Attributes): FileEntry {
  const mode = attrs.mode === folderMode ? 'drwx------' : '-rw-------';
  const time = new Date(attrs.mtime * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const longname = `${mode} 1 partner partner ${String(attrs.size).padStart(10)} ${time} ${filename}`;
  return { filename, longname, attrs };
}
