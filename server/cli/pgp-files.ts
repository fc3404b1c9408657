import { writeFileSync } from 'node:fs';
import { type Recipient, readRecipient } from '../kernel/pgp.ts';
import { readText } from './books.ts';
import { CliError, type Input } from './command.ts';

/** The public key in a file; one line says why it cannot be taken. */
export async function readRecipientFile(path: string, now: Date): Promise<Recipient> {
  const recipient = await readRecipient(readText(path), now);
  if (typeof recipient === 'string') throw new CliError(`the PGP key in ${path} ${recipient}`);
  return recipient;
}

/** Writes a PGP message where `--out` says. */
export function writeMessage(input: Input, armored: string): void {
  const out = input.text('out');
  if (out === undefined) return;
  const path = input.path(out);
  try {
    writeFileSync(path, armored);
  } catch (error) {
    throw new CliError(`cannot write ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
