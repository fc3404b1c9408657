import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { messageOf } from '../message.ts';
import type { Mailer } from '../port.ts';

/** Sends nothing: each message becomes a file in a folder, which mail programs open. */
export function outbox(folder: string, desks: Mailer['desks']): Mailer {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    desks,
    async send(mail) {
      const { message } = await writer.sendMail(messageOf(mail, 'OpenEMI <no-reply@openemi.invalid>'));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.id.replace(/[^\w-]/g, '_')}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
