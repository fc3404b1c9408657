import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

/** What every mailer has to do. `received` answers the raw messages with this Message-ID that arrived. */
export function mailerConforms(open: () => Mailer, received: (id: string) => Promise<readonly string[]>): void {
  const mail = (change: object = {}) => ({
    id: randomUUID(),
    to: 'desk@example.com',
    subject: 'Заявление № 7',
    text: 'Първи ред\n.\nlast line',
    ...change,
  });

  it('delivers address, subject and text', async () => {
    const sent = mail();
    await open().send(sent);
    const [raw] = await received(sent.id);
    assert.match(raw!, /^To: desk@example\.com\r$/m);
    assert.match(raw!, new RegExp(`^Message-ID: <${sent.id}@openemi>\r$`, 'im'));
    const again = await createTransport({ streamTransport: true, buffer: true }).sendMail({ subject: sent.subject });
    const subject = /^Subject: .*$/m.exec(String(again.message))![0];
    assert.ok(raw!.includes(subject));
    const body = raw!.slice(raw!.indexOf('\r\n\r\n') + 4);
    const decoded = /^Content-Transfer-Encoding: base64/im.test(raw!)
      ? Buffer.from(body, 'base64').toString('utf8')
      : unquoted(body);
    assert.equal(decoded.replaceAll('\r\n', '\n').trim(), sent.text);
  });

  it('lets no text become a header', async () => {
    const sent = mail({ subject: 'Acme\r\nBcc: thief@example.com' });
    await open().send(sent);
    const [raw] = await received(sent.id);
    assert.doesNotMatch(raw!, /^Bcc:/im);
  });
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
