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
    const parts = (archive: Buffer) => {
      const [directory, close] = [archive.readUInt32LE(archive.length - 6), archive.length - 22];
      return [archive.subarray(0, directory), archive.subarray(directory, close), archive.subarray(close)] as const;
    };
    // One entry's contents are another entry with its header: the way in which bombs name the same bytes again and again.
    const [inner, innerEntry] = parts(zip({ 'b.txt': strToU8('beta') }, 0));
    const [outer, outerEntry, close] = parts(zip({ 'a.bin': inner }, 0));
    const directory = Buffer.concat([outerEntry, changed(innerEntry, directoryEntry, 42, 30 + 'a.bin'.length)]);
    const closed = changed(changed(close, end, 8, 0x00020002), end, 12, directory.length);
    assert.match(refusal(Buffer.concat([outer, directory, closed])), /overlap/);
    const single = zip({ 'a.txt': strToU8('alpha') }, 0);
    assert.match(refusal(changed(single, directoryEntry, 20, 'alpha'.length + 1)), /overlap/);
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
