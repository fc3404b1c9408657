import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { FileType } from './model.ts';
import { checkFile } from './rules.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const pdf = base64('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const jpeg = base64('\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01');
const mp4 = base64('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42');
const mov = base64('\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00qt  ');
const docxMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const xlsxMain = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const docx = office(docxMain, { 'word/document.xml': strToU8('<w:document/>') });
const xlsx = office(xlsxMain, { 'xl/workbook.xml': strToU8('<workbook/>') });

function base64(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64');
}

function office(main: string, parts: Zippable): string {
  const types = `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${main}"/></Types>`;
  return Buffer.from(zipSync({ '[Content_Types].xml': strToU8(types), ...parts })).toString('base64');
}

/** The rule that a file breaks; undefined when it is taken. */
async function rule(file: string, fileType: FileType): Promise<string | undefined> {
  const checked = await checkFile({ file, fileType });
  if (!('rule' in checked)) return undefined;
  assert.equal(checked.field, 'file');
  return checked.rule;
}

describe('a file of a request', () => {
  it('is taken when it is what it says, for every type of the specification', async () => {
    const files: Readonly<Record<FileType, string>> = { pdf, docx, xlxs: xlsx, xlsx, jpg: jpeg, jpeg, png, mov, mp4 };
    for (const [type, file] of Object.entries(files) as [FileType, string][]) {
      const checked = await checkFile({ file, fileType: type });
      assert.ok('sha256' in checked, type);
      assert.equal(checked.bytes.toString('base64'), file);
    }
  });

  it('is refused when it is something else', async () => {
    const wrong: [FileType, string][] = [
      ['pdf', png],
      ['png', pdf],
      ['jpg', png],
      ['docx', xlsx],
      ['xlxs', docx],
      ['docx', pdf],
      ['mp4', mov],
      ['mov', mp4],
      ['pdf', docx],
      ['docx', office('text/plain', {})],
      ['pdf', base64('<html>not a pdf</html>')],
      ['jpg', base64('MZ\x90\x00')],
    ];
    for (const [type, file] of wrong) assert.equal(await rule(file, type), 'file_type', type);
  });

  it('is refused when its base64 is cut off, padded wrongly or holds anything else', async () => {
    const cut = pdf.replace(/=+$/, '').slice(0, -1);
    const bad = [cut, `${pdf}=`, `${pdf.slice(0, 8)}\n${pdf.slice(8)}`, `data:application/pdf;base64,${pdf}`];
    for (const file of [...bad, `${pdf} `, `*${pdf}`, pdf.replaceAll('J', '-'), '====']) {
      assert.equal(await rule(file, 'pdf'), 'base64', file.slice(0, 40));
    }
  });

  it('holds at least one byte and at most 10 MiB', async () => {
    const sized = (bytes: number) =>
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9)]).toString('base64');
    const most = 10 * 1024 * 1024;
    assert.equal(await rule(sized(most), 'pdf'), undefined);
    assert.equal(await rule(sized(most + 1), 'pdf'), 'size');
    assert.equal(await rule(sized(most + 3000), 'pdf'), 'size');
    assert.equal(await rule('', 'pdf'), 'empty');
  });

  it('is no office file with macros, programs or embedded files', async () => {
    const content = strToU8('anything');
    for (const name of [
      'word/vbaProject.bin',
      'word/embeddings/oleObject1.bin',
      'xl/macrosheets/sheet1.xml',
      'a/run.EXE',
    ]) {
      assert.equal(await rule(office(docxMain, { [name]: content }), 'docx'), 'active_content', name);
    }
    const disguised = office(docxMain, { 'word/media/image1.png': strToU8('MZ a program') });
    assert.equal(await rule(disguised, 'docx'), 'active_content');
    const macroEnabled = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
    assert.equal(await rule(office(macroEnabled, { 'xl/workbook.xml': content }), 'xlsx'), 'active_content');
  });
});
