import { definePort } from '../../kernel/port.ts';

/** One message, in plain text. */
export interface Mail {
  /** The same for every attempt to send it: it becomes the Message-ID, by which receivers drop repetitions. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends e-mail. Secrets and personal documents never travel this way. */
export interface Mailer {
  /** The addresses of the bank's own desks, as configured; null where there is none, and nobody is told. */
  readonly desks: { readonly underwriting: string | null };
  /** Hands a message over; rejects when it was not taken, and may then be called again. */
  send(mail: Mail): Promise<void>;
}

export const mailer = definePort<Mailer>('mail');
