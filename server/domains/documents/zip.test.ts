import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { readZip } from './zip.ts';

function zip(entries: Zippable, level: 0 | 9 = 9): Buffer {
  return Buffer.from(zipSync(entries, { level }));
}

/** Why an archive is refused; the empty string when it is not. */
function refusal(archive: Buffer): string {
  const read = readZip(archive);
  return typeof read === 'string' ? read : '';
}

/** An archive with one number changed, found by the signature of the record it stands in. */
function changed(archive: Buffer, signature: number, offset: number, value: number, bytes = 4): Buffer {
  const copy = Buffer.from(archive);
  const at = copy.indexOf(Buffer.from(Uint32Array.of(signature).buffer));
  copy.writeUIntLE(value, at + offset, bytes);
  return copy;
}

const directoryEntry = 0x02014b50;
const end = 0x06054b50;
const small = zip({ 'a.txt': strToU8('alpha, alpha, alpha, alpha, alpha'), 'b/c.txt': strToU8('beta') });

describe('an archive', () => {
  it('gives its entries whole, packed or not', () => {
    for (const level of [0, 9] as const) {
      const read = readZip(
        zip({ 'a.txt': strToU8('alpha'), 'b/c.txt': strToU8('beta'), 'empty.txt': strToU8('') }, level),
      );
      assert.ok(typeof read !== 'string');
      assert.deepEqual(
        read.map(({ name, bytes }) => [name, String(bytes)]),
        [
          ['a.txt', 'alpha'],
          ['b/c.txt', 'beta'],
          ['empty.txt', ''],
        ],
      );
    }
  });

  it('that is a bomb is refused before it is unpacked', () => {
    const zeros = new Uint8Array(32 * 1024 * 1024);
    assert.match(refusal(zip({ 'bomb.xml': zeros })), /too densely/);
    assert.match(refusal(zip({ 'huge.xml': new Uint8Array(65 * 1024 * 1024) })), /too large/);
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.xml`, strToU8('')]));
    assert.match(refusal(zip(many, 0)), /too many entries/);
    const mebibytes = Object.fromEntries(
      Array.from({ length: 130 }, (_, at) => [`${at}.xml`, zeros.subarray(0, 1024 * 1024)]),
    );
    assert.match(refusal(zip(mebibytes)), /contents are too large/);
  });

  it('that says less than it becomes is not unpacked further', () => {
    const liar = changed(zip({ 'bomb.xml': new Uint8Array(32 * 1024 * 1024) }), directoryEntry, 24, 100);
    assert.match(refusal(liar), /cannot be unpacked/);
    assert.match(refusal(changed(small, directoryEntry, 24, 1_000)), /another size/);
    assert.match(refusal(changed(small, directoryEntry, 16, 1)), /damaged/);
  });

  it('whose entries stand on the same bytes is refused', () => {
    const twice = zip({ 'a.txt': strToU8('same bytes'), 'a.tyt': strToU8('same bytes') }, 0);
    const second = twice.lastIndexOf(Buffer.from(Uint32Array.of(directoryEntry).buffer));
    twice.writeUInt32LE(0, second + 42);
    twice.write('a.txt', second + 46);
    assert.match(refusal(twice), /same name|overlap/);
    assert.match(refusal(changed(small, directoryEntry, 20, small.length)), /overlap/);
  });

  it('whose names lead elsewhere is refused', () => {
    for (const name of ['../evil', '/etc/passwd', 'a/../../b', 'C:\\evil', 'a\\b', './a', 'a//b', 'nul\0', 'x:y']) {
      assert.match(refusal(zip({ [name]: strToU8('x') })), /leads elsewhere/, name);
    }
  });

  it('that is encrypted, split, a link or has two names for one entry is refused', () => {
    assert.match(refusal(changed(small, directoryEntry, 8, 1, 2)), /encrypted/);
    assert.match(refusal(changed(small, end, 4, 1, 2)), /disks/);
    assert.match(refusal(changed(small, directoryEntry, 38, 0xa1ff0000)), /link/);
    assert.match(refusal(changed(small, directoryEntry, 46, 0x7a, 1)), /two names/);
    assert.match(refusal(zip({ 'a.txt': strToU8('x'), 'A.TXT': strToU8('y') })), /same name/);
  });

  it('that is cut off, padded or mangled anywhere is refused and never breaks the reader', () => {
    assert.match(refusal(small.subarray(0, -1)), /end is missing/);
    assert.match(refusal(Buffer.concat([small, Buffer.from('tail')])), /end is missing/);
    assert.match(refusal(Buffer.from('PK')), /end is missing/);
    for (let at = 0; at < small.length; at += 1) {
      const mangled = Buffer.from(small);
      mangled[at] = mangled[at]! ^ 0xff;
      readZip(mangled);
    }
  });
});
