import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { FieldError } from '../../kernel/refusal.ts';
import type { CheckedFile, FileType } from './model.ts';
import { readZip, type ZipEntry } from './zip.ts';

const maxFileBytes = 10 * 1024 * 1024;

/** What a file may turn out to be, as `file-type` calls it, for what it is said to be. */
const contents: Readonly<Record<FileType, readonly string[]>> = {
  pdf: ['pdf'],
  docx: ['docx'],
  xlxs: ['xlsx'],
  xlsx: ['xlsx'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png'],
  mov: ['mov'],
  mp4: ['mp4', 'm4v'],
};

/**
 * Decodes a file of a request and checks that it is what it is said to be. Answers the field that is wrong, by the names
 * of `fileFields`: base64 that is cut off or holds anything else, more than 10 MiB, contents of another type, an office
 * file that is a trap.
 */
export async function checkFile(given: {
  readonly file: string;
  readonly fileType: FileType;
}): Promise<CheckedFile | FieldError> {
  const { file, fileType } = given;
  if (file.length > Math.ceil(maxFileBytes / 3) * 4) return problem('size', 'must not be larger than 10 MiB');
  const bytes = Buffer.from(file, 'base64');
  // The decoder skips what it does not know, so what comes back must be the text that was given.
  if (bytes.toString('base64') !== file) return problem('base64', 'must be base64, whole and without anything else');
  return checkContents(bytes, fileType);
}

/** The same for a file that came as it is. */
export async function checkContents(bytes: Buffer, fileType: FileType): Promise<CheckedFile | FieldError> {
  if (bytes.length === 0) return problem('empty', 'must not be empty');
  if (bytes.length > maxFileBytes) return problem('size', 'must not be larger than 10 MiB');
  const wrong = problem('file_type', `must be what file_type says: ${fileType}`);
  // Before anybody else unpacks it.
  const trap = bytes.subarray(0, 2).toString('latin1') === 'PK' ? trapIn(bytes) : undefined;
  if (trap !== undefined) return trap;
  if (!contents[fileType].includes(await typeOf(bytes))) return wrong;
  return { fileType, bytes, sha256: createHash('sha256').update(bytes).digest() };
}

function problem(rule: string, message: string): FieldError {
  return { field: 'file', rule, message };
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

async function typeOf(bytes: Buffer): Promise<string> {
  // A PNG is one by its signature, also an animated one.
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png';
  return (await fileTypeFromBuffer(bytes))?.ext ?? 'unknown';
}

function trapIn(archive: Buffer): FieldError | undefined {
  const entries = readZip(archive);
  if (typeof entries === 'string') return problem('archive', `must be a sound archive: ${entries}`);
  const active = entries.some(isActive);
  return active ? problem('active_content', 'must not hold macros, programs or embedded files') : undefined;
}

const activePart =
  /(^|\/)(vba[^/]*|macrosheets\/.*|activex\/.*|embeddings\/.*|oleobject[^/]*|[^/]*\.(exe|dll|scr|com|bat|cmd|ps1|vbs|js|jar|msi|lnk|hta))$/i;
/** How programs (Windows, Linux, macOS), scripts, OLE containers and archives begin, in hexadecimal. */
const activeStart = /^(4d5a|7f454c46|cffaedfe|cafebabe|2321|d0cf11e0|504b0304)/;

function isActive({ name, bytes }: ZipEntry): boolean {
  if (activePart.test(name) || activeStart.test(bytes.toString('hex', 0, 4))) return true;
  return name === '[Content_Types].xml' && /macroEnabled|vbaProject/i.test(bytes.toString('utf8'));
}
