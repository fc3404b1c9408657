import { crc32, inflateRawSync } from 'node:zlib';

/**
 * Reads the entries of a ZIP archive whole, or says why it is not to be trusted. It believes only the directory at the
 * end and checks everything that the directory says: a Word or Excel file needs no encryption, no ZIP64, no second disk,
 * no two entries on the same bytes.
 */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const maxEntries = 2_000;
const maxEntryBytes = 64 * 1024 * 1024;
const maxTotalBytes = 128 * 1024 * 1024;
/** How many times its size an entry may become, beyond the first MiB: XML rarely shrinks to less than a hundredth. */
const maxRatio = 200;
const ratioFreeBytes = 1024 * 1024;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

/** Why an archive is refused; thrown inside, answered outside. */
class ZipRefused extends Error {}

/** The entries of an archive, or a sentence on what is wrong with it. */
export function readZip(archive: Buffer): readonly ZipEntry[] | string {
  try {
    return entriesOf(archive);
  } catch (error) {
    // Reading beyond the end is what a mangled archive makes us do.
    if (error instanceof ZipRefused || error instanceof RangeError) return error.message;
    throw error;
  }
}

function refuseIf(condition: boolean, message: string): void {
  if (condition) throw new ZipRefused(message);
}

interface Header {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

function entriesOf(archive: Buffer): ZipEntry[] {
  const { count, directory } = endOf(archive);
  const headers = headersOf(archive, directory, count);
  refuseIf(new Set(headers.map(({ name }) => name.toLowerCase())).size !== count, 'two entries have the same name');
  let total = 0;
  for (const { size, packed } of headers) {
    refuseIf(size > maxEntryBytes, 'an entry is too large');
    refuseIf(size > Math.max(ratioFreeBytes, packed * maxRatio), 'an entry is packed too densely');
    total += size;
  }
  refuseIf(total > maxTotalBytes, 'the contents are too large');
  let end = 0;
  return [...headers]
    .sort((a, b) => a.offset - b.offset)
    .map((header) => {
      refuseIf(header.offset < end, 'entries overlap');
      const start = dataStart(archive, header);
      end = start + header.packed;
      refuseIf(end > directory, 'entries overlap');
      return { name: header.name, bytes: inflate(archive.subarray(start, end), header) };
    });
}

/** The record at the end. A comment may follow it, but nothing else. */
function endOf(archive: Buffer): { count: number; directory: number } {
  const earliest = Math.max(0, archive.length - 22 - 0xffff);
  for (let at = archive.length - 22; at >= earliest; at -= 1) {
    if (archive.readUInt32LE(at) !== endSignature || archive.readUInt16LE(at + 20) !== archive.length - at - 22)
      continue;
    const count = archive.readUInt16LE(at + 10);
    const directory = archive.readUInt32LE(at + 16);
    refuseIf(archive.readUInt32LE(at + 4) !== 0 || archive.readUInt16LE(at + 8) !== count, 'it has several disks');
    refuseIf(count > maxEntries, 'it has too many entries');
    refuseIf(directory + archive.readUInt32LE(at + 12) !== at, 'its directory is not at its end');
    return { count, directory };
  }
  throw new ZipRefused('its end is missing');
}

function headersOf(archive: Buffer, directory: number, count: number): Header[] {
  let at = directory;
  return Array.from({ length: count }, () => {
    refuseIf(archive.readUInt32LE(at) !== entrySignature, 'its directory is broken');
    const flags = archive.readUInt16LE(at + 8);
    const lengths = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const [nameLength, extraLength, commentLength] = lengths as [number, number, number];
    const header = {
      name: checkedName(archive.toString('utf8', at + 46, at + 46 + nameLength)),
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    };
    refuseIf((flags & 0x2041) !== 0, 'an entry is encrypted');
    // A link would make a reader fetch another file.
    refuseIf(archive.readUInt32LE(at + 38) >>> 28 === 0xa, 'an entry is a link');
    at += 46 + nameLength + extraLength + commentLength;
    return header;
  });
}

/** A name is relative and stays inside: it could otherwise write anywhere when somebody unpacks the file. */
function checkedName(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  const inside = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  refuseIf(!inside || /[\\:\x00-\x1f\x7f\ufffd]/.test(name), 'the name of an entry leads elsewhere');
  return name;
}

function dataStart(archive: Buffer, { name, method, offset }: Header): number {
  refuseIf(archive.readUInt32LE(offset) !== localSignature, 'an entry is not where the directory says');
  const nameEnd = offset + 30 + archive.readUInt16LE(offset + 26);
  refuseIf(archive.toString('utf8', offset + 30, nameEnd) !== name, 'an entry has two names');
  refuseIf(archive.readUInt16LE(offset + 8) !== method, 'an entry is packed in two ways');
  return nameEnd + archive.readUInt16LE(offset + 28);
}

/** Unpacks, never more than the directory says: the answer has exactly that size and digest. */
function inflate(packed: Buffer, { method, size, crc }: Header): Buffer {
  refuseIf(method !== 0 && method !== 8, 'an entry is packed in an unusual way');
  const bytes = method === 0 ? packed : inflated(packed, size);
  refuseIf(bytes.length !== size, 'an entry has another size than it says');
  refuseIf(crc32(bytes) !== crc, 'an entry is damaged');
  return bytes;
}

function inflated(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new ZipRefused('an entry cannot be unpacked');
  }
}
