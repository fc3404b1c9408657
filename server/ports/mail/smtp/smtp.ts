import { createTransport } from 'nodemailer';
import { messageOf } from '../message.ts';
import type { Mailer } from '../port.ts';

const patienceMs = 15_000;

/** Whether a text is the address of a mail server as `smtpMailer` takes it. */
export function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/?#\s]+\/?(\?[^#\s]*)?$/.test(text) && URL.canParse(text);
}

/**
 * Sends by a mail server: `smtps://user:password@host:465`, or `smtp://` with STARTTLS where the server offers it;
 * `?from=` sets the sender, which is otherwise `no-reply` at the server's host.
 */
export function smtpMailer(address: string, desks: Mailer['desks']): Mailer {
  const url = new URL(address);
  const from = url.searchParams.get('from') ?? `no-reply@${url.hostname}`;
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      // A password is never said in the clear.
      requireTLS: true,
    }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  return { desks, send: async (mail) => void (await transport.sendMail(messageOf(mail, from))) };
}
