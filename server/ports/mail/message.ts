import type { Mail } from './port.ts';

/** A message as nodemailer takes it. Lines are not wrapped and nothing is fetched: contents are text, never a path. */
export function messageOf({ id, to, subject, text }: Mail, from: string) {
  return { from, to, subject, text, messageId: `<${id}@openemi>`, disableFileAccess: true, disableUrlAccess: true };
}
