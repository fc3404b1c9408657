import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import { schedule } from '../../runtime/schedule.ts';
import { ensureSshKey, type SshKey } from '../../runtime/ssh-key.ts';
import { connectSftp, type SftpClient } from '../../test/sftp-client.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { allowKey } from './service.ts';
import { readSheet, writeSheet } from './workbook.ts';

let bank: TestBank;
let partner: SftpClient;
let port = 0;

/** Both partners of the sandbox may come, each with a key of its own. */
before(async () => {
  bank = await openTestBank();
  port = await bank.bank.listenSftp(0, '127.0.0.1', key('host').privateKey);
  for (const each of [bank.sandbox.first, bank.sandbox.second]) {
    await allowKey(bank.bank.database, each.instance, key(each.instance).publicKey, bank.clock.now());
  }
  partner = await connect(bank.sandbox.first.instance);
});
after(async () => {
  await partner?.end();
  await bank?.close();
});

function key(name: string): SshKey {
  return ensureSshKey(join(bank.data, `${name}.key`), name);
}

const connect = (username: string) => connectSftp(port, username, key(username));

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
const company = {
  legal_name: 'Rila Trade EOOD',
  country: 'BG',
  city: 'Sofia',
  zip: '1000',
  address1: 'ul. Shipka 6',
  contact_email: 'office@rila.example',
  business_activity: '47',
};
const member = {
  type: ['ubo'],
  first_name: 'Maria',
  last_name: 'Petrova',
  birthday: '1990-05-17',
  nationality: 'BG',
  country_of_residence: 'BG',
};
const whole = {
  products: ['e-commerce'],
  company,
  members: [member],
  payout_details: [{ currency: 'EUR', iban: 'DE89370400440532013000' }],
};

const put = (name: string, contents: object | Buffer) =>
  partner.put(Buffer.isBuffer(contents) ? contents : Buffer.from(JSON.stringify(contents)), `/inbox/${name}`);
const inbox = async () => (await partner.list('/inbox')).map(({ name }) => name);
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON stands in the file
const answer = async (name: string): Promise<any> => JSON.parse(String(await partner.get(`/outbox/${name}`)));
const application = async (token: string) =>
  (await bank.call('application_details', { params: { application: token } })).data;
const mails = () =>
  readdirSync(join(bank.data, 'mail')).map((file) => readFileSync(join(bank.data, 'mail', file), 'utf8'));

async function pass(seconds: number): Promise<void> {
  bank.clock.advance(seconds);
  await bank.settle();
}

describe('a form with its documents', () => {
  it('becomes an application, is told to underwriting, and ends with a merchant and a funding account', async () => {
    await put('extract.pdf', pdf('extract'));
    await put('passport.pdf', pdf('passport'));
    const documents = [
      { file: 'extract.pdf', owner: 'company' },
      { file: 'passport.pdf', owner: 'member 1', document_type: 'Passport' },
    ];
    await put('rila.json', { ...whole, documents });
    await bank.settle();
    const first = await answer('rila.json.result.json');
    assert.equal(first.status, 'checking');
    assert.deepEqual(first.requirements, []);
    assert.deepEqual(await inbox(), []);
    const shown = await application(first.application);
    assert.equal(shown.company.legal_name, 'Rila Trade EOOD');
    assert.equal(shown.company.documents.length, 1);
    assert.equal(shown.members[0].documents[0].document_type, 'Passport');
    const mail = mails().find((text) => text.includes(first.application))!;
    assert.match(mail, /^To: underwriting@example\.com\r$/m);
    assert.match(mail, /^Subject: New merchant application: Rila Trade EOOD\r$/m);
    assert.match(mail, /this month: 1 of 15/);
    assert.doesNotMatch(mail, /Petrova|1990-05-17/);
    await pass(2);
    await pass(2);
    const last = await answer('rila.json.result.json');
    assert.equal(last.status, 'approved');
    assert.equal(last.stores.length, 1);
    const [funding] = last.funding_accounts;
    const { data: account } = await bank.call('account_details', { params: { account: funding.account } });
    assert.equal(account.type, 'funding');
    assert.equal(account.merchant, last.merchant);
    assert.equal(mails().filter((text) => text.includes(first.application)).length, 1);
  });

  it('may be the workbook that lies in the outbox', async () => {
    const template = readSheet(await partner.get('/outbox/merchant-application.xlsx'))!;
    const values: Readonly<Record<string, string>> = {
      products: 'account-opening',
      ...Object.fromEntries(Object.entries(company).map(([name, value]) => [`company.${name}`, value])),
      ...Object.fromEntries(Object.entries(member).map(([name, value]) => [`members[0].${name}`, String(value)])),
      'documents[0].file': 'licence.pdf',
    };
    const rows = template.map(([label, value, field, allowed]) => [label!, values[field!] ?? value!, field!, allowed!]);
    await put('licence.pdf', pdf('licence'));
    await put('Бланка.xlsx.filepart', writeSheet('Application', rows, [10, 10, 10, 10]));
    await bank.settle();
    assert.deepEqual((await inbox()).sort(), ['licence.pdf', 'Бланка.xlsx.filepart'].sort());
    await partner.rename('/inbox/Бланка.xlsx.filepart', '/inbox/Бланка.xlsx');
    await bank.settle();
    assert.equal((await answer('Бланка.xlsx.result.json')).status, 'checking');
  });

  it('waits for documents that come later, ten minutes long', async () => {
    await put('late.json', { ...whole, documents: [{ file: 'late.pdf' }] });
    await pass(300);
    assert.deepEqual(await inbox(), ['late.json']);
    await put('late.pdf', pdf('late'));
    await bank.settle();
    assert.equal((await answer('late.json.result.json')).status, 'checking');
    await put('never.json', { ...whole, documents: [{ file: 'never.pdf' }] });
    await bank.settle();
    await pass(601);
    assert.deepEqual((await answer('never.json.problems.json')).problems, [
      { field: 'documents[0].file', rule: 'not_found', message: 'never.pdf is not in the inbox' },
    ]);
    assert.deepEqual(await inbox(), []);
  });

  it('tells what is missing, as the API does', async () => {
    await put('bare.json', { products: ['e-commerce'], company: { legal_name: 'Bare EOOD' } });
    await bank.settle();
    const { status, requirements } = await answer('bare.json.result.json');
    assert.equal(status, 'draft');
    assert.ok(requirements.some(({ field }: { field: string }) => field === 'company.address1'));
  });
});

describe('a form that is wrong', () => {
  const refused = async (name: string, contents: object | Buffer): Promise<string[]> => {
    await put(name, contents);
    await bank.settle();
    const { problems } = await answer(`${name}.problems.json`);
    assert.ok(!(await inbox()).includes(name), 'it is taken out, so that it can come again');
    return problems.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`);
  };
  const applications = async () =>
    (await bank.call('applications_list', { query: { page: 1, limit: 100 } })).data.pagination.total;

  it('is answered with all that is wrong, and leaves no application behind', async () => {
    const before = await applications();
    assert.deepEqual(await refused('garbage.json', Buffer.from('{')), ['form unreadable']);
    assert.deepEqual(await refused('loans.json', { ...whole, products: ['loans'] }), ['products[0] enum']);
    const iban = [{ currency: 'EUR', iban: 'DE00370400440532013000' }];
    assert.deepEqual(await refused('iban.json', { ...whole, payout_details: iban }), ['payout_details[0].iban format']);
    const twins = [member, member].map((each) => ({ ...each, email: 'maria@rila.example' }));
    assert.deepEqual(await refused('twins.json', { ...whole, members: twins }), ['email duplicate_user']);
    assert.equal(await applications(), before);
  });

  it('is answered so for its documents, which stay for the next one', async () => {
    const before = await applications();
    await put('page.pdf', Buffer.from('<html>'));
    await put('run.exe', Buffer.from('MZ'));
    await put('good.pdf', pdf('good'));
    const documents = [
      { file: 'page.pdf' },
      { file: 'run.exe' },
      { file: 'good.pdf' },
      { file: 'good.pdf' },
      { file: '../../etc/passwd' },
      { file: 'good.pdf', owner: 'member 2' },
    ];
    assert.deepEqual(await refused('documents.json', { ...whole, documents }), [
      'documents[0].file file_type',
      'documents[1].file file_type',
      'documents[3].file unique',
      'documents[5].owner unknown_member',
      'documents[4].file not_found',
    ]);
    assert.deepEqual(await inbox(), ['good.pdf', 'page.pdf', 'run.exe']);
    assert.equal(await applications(), before);
    for (const name of await inbox()) await partner.delete(`/inbox/${name}`);
  });
});

it('more than 15 forms a month are taken, with a warning', async () => {
  const { data } = await bank.call('applications_list', { query: { page: 1, limit: 100 } });
  for (let at = data.items.length; at < 15; at += 1) await put(`many-${at}.json`, { products: ['pos'], company: {} });
  await bank.settle();
  await put('sixteenth.json', { products: ['pos'], company: {} });
  await bank.settle();
  const { status, capacity } = await answer('sixteenth.json.result.json');
  assert.equal(status, 'draft');
  assert.equal(capacity.used, 16);
  assert.match(capacity.warning, /longer/);
  assert.ok(mails().some((text) => text.includes('16 of 15 (over capacity)')));
  assert.ok(bank.logged.some(({ level, fields }) => level === 'warn' && fields.count === 16));
});

it('one partner sees nothing of another', async () => {
  const other = await connect(bank.sandbox.second.instance);
  try {
    assert.deepEqual(await other.list('/inbox'), []);
    assert.deepEqual(
      (await other.list('/outbox')).map(({ name }) => name),
      ['merchant-application.xlsx'],
    );
    await assert.rejects(other.get('/outbox/rila.json.result.json'), /No such file/);
  } finally {
    await other.end();
  }
});

it('a partner whose folders are full has to take something away first', async () => {
  const full = { instance: bank.sandbox.second.instance, bytes: 1024 * 1024 * 1024 };
  await bank.bank.database.query(
    `insert into intake.files (instance_id, folder, name, file_id, is_form, size_bytes, at)
     values ($1, 'outbox', 'large.csv', $2, false, $3, $4)`,
    [full.instance, newId(), full.bytes, bank.clock.now()],
  );
  const other = await connect(full.instance);
  try {
    await assert.rejects(other.put(pdf('one more'), '/inbox/one-more.pdf'), /No room/);
    await other.delete('/outbox/large.csv');
    await other.put(pdf('one more'), '/inbox/one-more.pdf');
  } finally {
    await other.end();
  }
});

it('a form that is read by several servers at once becomes one application', async () => {
  const total = async () =>
    (await bank.call('applications_list', { query: { page: 1, limit: 1 } })).data.pagination.total;
  const before = await total();
  await put('once.pdf', pdf('once'));
  await put('once.json', { ...whole, documents: [{ file: 'once.pdf' }] });
  const [form] = await bank.bank.database.query<{ file_id: string }>(
    `select file_id from intake.files where name = 'once.json'`,
  );
  const [instance, now] = [bank.sandbox.first.instance, bank.clock.now()];
  const again = { instance, name: 'intake.read', subject: form!.file_id };
  await bank.bank.database.transaction((tx) =>
    schedule.add(
      tx,
      Array.from({ length: 5 }, () => again),
      now,
    ),
  );
  await bank.settle();
  assert.equal(await total(), before + 1);
  assert.deepEqual(await inbox(), []);
});
