import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { blankForm, isForm, readForm } from './form.ts';
import { readSheet, writeSheet } from './workbook.ts';

const filled = {
  products: ['pos', 'e-commerce'],
  due_diligence: 'CDD',
  company: { legal_name: 'Rila Trade EOOD & Co <Sofia>', country: 'BG', zip: '0100', is_sie: false },
  payout_details: [{ amount: 100.5, currency: 'EUR', iban: 'DE89370400440532013000' }],
  members: [
    { type: ['ubo', 'ceo'], first_name: 'Мария', birthday: '1990-05-17', ownership_percentage: 60 },
    { type: ['officer'], first_name: 'Ivan' },
  ],
  documents: [
    { file: 'extract.pdf', owner: 'company' },
    { file: 'passport.png', owner: 'member 1', document_type: 'Passport' },
  ],
};

/** What somebody writes into the form, by its fields. */
const written: Readonly<Record<string, string>> = {
  products: 'pos, e-commerce',
  due_diligence: 'CDD',
  'company.legal_name': 'Rila Trade EOOD & Co <Sofia>',
  'company.country': ' BG ',
  'company.zip': '0100',
  'company.is_sie': 'No',
  'payout_details[0].amount': '100.5',
  'payout_details[0].currency': 'EUR',
  'payout_details[0].iban': 'DE89370400440532013000',
  'members[0].type': 'ubo;ceo',
  'members[0].first_name': 'Мария',
  'members[0].birthday': '1990-05-17',
  'members[0].ownership_percentage': '60',
  'members[1].type': 'officer',
  'members[1].first_name': 'Ivan',
  'documents[0].file': 'extract.pdf',
  'documents[0].owner': 'company',
  'documents[1].file': 'passport.png',
  'documents[1].owner': 'member 1',
  'documents[1].document_type': 'Passport',
};

/** The template with values in it. */
function workbook(values: Readonly<Record<string, string>> = written): Buffer {
  const rows = readSheet(blankForm())!.map(([label, value, field, allowed]) => [
    label!,
    values[field!] ?? value!,
    field!,
    allowed!,
  ]);
  return writeSheet('Application', rows, [10, 10, 10, 10]);
}

function csv(values: Readonly<Record<string, string>>, delimiter = ','): Buffer {
  const lines = Object.entries(values).map(([field, value]) => ['x', `"${value}"`, field].join(delimiter));
  return Buffer.from(
    `\ufeff${['What to fill in', 'Value', 'Field (leave as it is)'].join(delimiter)}\n${lines.join('\n')}\n`,
  );
}

function problems(name: string, bytes: Buffer): string[] {
  const read = readForm(name, bytes);
  assert.ok('problems' in read, 'the form was taken');
  return read.problems.map(({ field, rule }) => `${field} ${rule}`);
}

describe('a form', () => {
  it('says the same as workbook, CSV and JSON', () => {
    assert.deepEqual(readForm('form.xlsx', workbook()), { form: filled });
    assert.deepEqual(readForm('form.csv', csv(written)), { form: filled });
    assert.deepEqual(readForm('form.CSV', csv({ ...written, 'members[0].type': 'ubo,ceo' }, ';')), { form: filled });
    assert.deepEqual(readForm('form.json', Buffer.from(JSON.stringify(filled))), { form: filled });
  });

  it('has a line for every field of the API', () => {
    const fields = readSheet(blankForm())!.map((row) => row[2]);
    for (const field of [
      'products',
      'company.business_activity',
      'payout_details[0].delay',
      'members[4].pep_declaration',
    ]) {
      assert.ok(fields.includes(field), field);
    }
    assert.ok(fields.includes('documents[9].document_type'));
  });

  it('is known from a document', () => {
    assert.ok(isForm('anything.xlsx', blankForm()));
    assert.ok(isForm('form.json', Buffer.from('')));
    assert.ok(!isForm('accounts.xlsx', writeSheet('Accounts', [['Balance sheet', '', '']], [10])));
    assert.ok(!isForm('scan.pdf', Buffer.from('%PDF-1.7')));
    assert.ok(!isForm('broken.xlsx', Buffer.from('PK')));
  });

  it('that is wrong is told field by field, all at once', () => {
    const wrong = {
      ...written,
      products: 'pos, loans',
      'company.country': 'Bulgaria',
      'members[0].birthday': '17.5.1990',
      'documents[1].owner': 'the boss',
      'company.is_sie': 'perhaps',
    };
    assert.deepEqual(problems('form.xlsx', workbook(wrong)).sort(), [
      'company.country format',
      'company.is_sie type',
      'documents[1].owner pattern',
      'members[0].birthday format',
      'products[1] enum',
    ]);
    assert.deepEqual(problems('form.csv', csv({ 'company.legal_name': 'x' })), ['products required']);
  });

  it('with fields that nobody knows, or with gaps, is refused', () => {
    assert.deepEqual(problems('form.csv', csv({ ...written, 'company.__proto__': 'x', 'boss.name': 'y' })), [
      'company.__proto__ unknown_field',
      'boss.name unknown_field',
    ]);
    assert.deepEqual(problems('form.csv', csv({ products: 'pos', 'members[2].first_name': 'x' })), [
      'members[0] gap',
      'members[1] gap',
    ]);
    assert.deepEqual(problems('form.json', Buffer.from('{"products":["pos"],"company":{},"boss":1}')), [
      'boss unknown_field',
    ]);
  });

  it('that cannot be read is said to be so', () => {
    const garbage: [string, Buffer][] = [
      ['form.json', Buffer.from('{')],
      ['form.csv', Buffer.from('a,b\n"c')],
      ['form.xlsx', Buffer.from('not a workbook')],
      ['form.xlsx', writeSheet('x', [['Merchant application form', '', '']], [1])],
    ];
    for (const [name, bytes] of garbage) assert.deepEqual(problems(name, bytes), ['form unreadable'], name);
    assert.ok(problems('form.json', Buffer.from('[]')).length > 0);
  });
});

describe('a sheet', () => {
  /** The template with another sheet, and with other parts. */
  function edited(sheet: string, parts: Readonly<Record<string, string>> = {}): Buffer {
    const files = { ...unzipSync(blankForm()), 'xl/worksheets/sheet1.xml': strToU8(sheet) };
    for (const [name, xml] of Object.entries(parts)) files[name as keyof typeof files] = strToU8(xml);
    return Buffer.from(zipSync(files));
  }
  const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const rows = (cells: string) => `<worksheet ${ns}><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;

  it('is read as spreadsheet programs write it', () => {
    const shared = `<sst ${ns}><si><t>one</t></si><si><r><t>t</t></r><r><t xml:space="preserve">wo </t></r><rPh><t>ni</t></rPh></si></sst>`;
    const cells =
      '<c r="A1" t="s"><v>1</v></c><c r="C1"><v>33010</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" t="e"><v>#REF!</v></c><c r="F1" t="str"><f>A1</f><v>made</v></c>';
    assert.deepEqual(readSheet(edited(rows(cells), { 'xl/sharedStrings.xml': shared })), [
      ['two ', '', '33010', 'yes', '', 'made'],
    ]);
  });

  it('makes a date of a day number', () => {
    const read = readForm('form.xlsx', workbook({ ...written, 'members[0].birthday': '33010' }));
    assert.ok('form' in read);
    assert.equal(read.form.members?.[0]?.birthday, '1990-05-17');
  });

  it('with a document type, or that is no XML, is not read', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>';
    assert.equal(readSheet(edited(bomb + rows('<c r="A1" t="inlineStr"><is><t>&c;</t></is></c>'))), undefined);
    assert.equal(readSheet(edited('<worksheet')), undefined);
    assert.equal(readSheet(edited(rows(' '.repeat(4 * 1024 * 1024)))), undefined);
    assert.equal(readSheet(Buffer.from('PK\x03\x04')), undefined);
  });
});
