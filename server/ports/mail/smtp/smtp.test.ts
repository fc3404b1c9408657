import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { mailerConforms } from '../conformance.ts';
import { isSmtpUrl, smtpMailer } from './smtp.ts';

const arrived: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: ({ address }, _session, done) => done(address.startsWith('full') ? new Error('mailbox full') : null),
  onData(stream, _session, done) {
    void text(stream).then((message) => {
      arrived.push(message);
      done();
    });
  },
});
let url = '';
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
after(() => new Promise<void>((resolve) => server.close(resolve)));

const desks = { underwriting: 'underwriting@example.com' };
const mail = { id: randomUUID(), to: 'a@example.com', subject: 'a', text: 'b' };

describe('mail by SMTP', () => {
  mailerConforms(
    () => smtpMailer(url, desks),
    async (id) => arrived.filter((message) => message.includes(id)),
  );

  it('names the configured sender', async () => {
    const id = randomUUID();
    await smtpMailer(`${url}?from=bank@example.com`, desks).send({ ...mail, id });
    assert.match(arrived.find((message) => message.includes(id))!, /^From: bank@example\.com\r$/m);
  });

  it('rejects what the server does not take', async () => {
    await assert.rejects(smtpMailer(url, desks).send({ ...mail, to: 'full@example.com' }), /mailbox full/);
  });

  it('says no password without TLS', async () => {
    const withPassword = url.replace('smtp://', 'smtp://user:secret@');
    await assert.rejects(smtpMailer(withPassword, desks).send(mail), /STARTTLS|TLS/);
  });
});

it('the address of a mail server', () => {
  for (const good of ['smtp://localhost:25', 'smtps://u:p%40@mail.example.com?from=a@b.example'])
    assert.ok(isSmtpUrl(good));
  for (const bad of ['', 'mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://a b'])
    assert.ok(!isSmtpUrl(bad), bad);
});
