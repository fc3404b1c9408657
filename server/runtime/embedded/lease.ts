import { spawnSync } from 'node:child_process';
import { chownSync, closeSync, constants, lstatSync, openSync, readSync, rmSync } from 'node:fs';

/**
 * Who uses the server, kept by the kernel: each server process holds a named pipe open for writing, and the guard of
 * PostgreSQL reads from it. When the last of them is gone, however it died, the guard sees the end of the pipe and
 * shuts PostgreSQL down. So there is no orphan, no counter to go wrong, and the process that started PostgreSQL may
 * leave while others go on.
 */
export interface Lease {
  /** Nobody else held one when it was taken: a server that runs all the same is ending, or has lost its guard. */
  readonly isFirst: boolean;
  /** Gives the lease back; true when nobody else holds one. */
  release(): boolean;
}

/** Takes a lease, making the pipe for the owner of the data folder when it is not there. */
export function takeLease(path: string, owner: { uid: number; gid: number }): Lease {
  makePipe(path, owner);
  const isFirst = !isHeld(path);
  // For reading and writing, since opening for writing alone fails until the guard reads.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  return {
    isFirst,
    release() {
      closeSync(fd);
      return !isHeld(path);
    },
  };
}

/** An empty pipe that somebody could still write to answers "try again"; one without writers answers its end. */
function isHeld(path: string): boolean {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return readSync(fd, Buffer.alloc(1)) > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function makePipe(path: string, owner: { uid: number; gid: number }): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFIFO()) return;
  rmSync(path, { force: true });
  const made = spawnSync('mkfifo', ['-m', '600', path], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`cannot make the pipe ${path}: ${made.error?.message ?? made.stderr.trim()}`);
  chownSync(path, owner.uid, owner.gid);
}
