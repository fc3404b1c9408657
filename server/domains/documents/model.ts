import { type Static, Type } from 'typebox';
import { moment, nullable, oneOf, oneOfOrEmpty, record, text, token } from '../../kernel/schema.ts';

/**
 * - document: a file that proves something of its owner: of a company, of a company's member, or of a user
 * - file type: what the file is, by the specification's values; document type: what it proves
 *
 * uploaded → accepted | rejected, by review.
 */

/** `xlxs` is the specification's spelling of xlsx. */
const fileTypes = ['pdf', 'docx', 'xlxs', 'xlsx', 'jpg', 'jpeg', 'png', 'mov', 'mp4'] as const;
export type FileType = (typeof fileTypes)[number];
export const identityDocuments = ['ID', 'Passport', 'Driving license – UK only', 'Other'] as const;
export const rejectionReasons = ['unreadable', 'expired', 'mismatch', 'forged'] as const;
export const documentStatuses = ['uploaded', 'accepted', 'rejected'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** The fields by which every request brings a file. */
export const fileFields = {
  file: text(undefined, {
    min: 1,
    description: 'The file in base64 (RFC 4648, padded, one line), at most 10 MiB decoded',
  }),
  file_type: oneOf(fileTypes, 'What the file is: its contents must be that. xlxs and xlsx mean the same'),
  document_type: Type.Optional(oneOfOrEmpty(identityDocuments, 'The identity document that it is')),
};

/** A document as the API shows it, without its contents. */
export const document = record({
  token: token('Document'),
  application: nullable(token('Application that it was added to')),
  company: nullable(token('Company whose document it is')),
  member: nullable(token('Member whose document it is')),
  user: nullable(token('User whose document it is')),
  file_type: oneOf(fileTypes),
  document_type: nullable(oneOf(identityDocuments)),
  size: Type.Integer({ description: 'Bytes' }),
  sha256: Type.String({ description: 'Digest of the contents, hexadecimal' }),
  profile: Type.Record(Type.String(), Type.Unknown(), { description: 'Extended profile fields given with it' }),
  status: oneOf(documentStatuses),
  reason: nullable(Type.String({ description: 'Why it was rejected' })),
  reviewed_by: nullable(Type.String()),
  reviewed_at: nullable(moment('When it was reviewed')),
  created_at: moment('When it was uploaded'),
});
export type DocumentRecord = Static<typeof document>;

/** Whose document it is. */
export interface DocumentOwner {
  readonly kind: 'company' | 'member' | 'user';
  readonly id: string;
}

/** A document as stored. */
export interface DocumentRow {
  readonly id: string;
  readonly owner: DocumentOwner;
  readonly application: string | null;
  readonly fileType: FileType;
  readonly documentType: (typeof identityDocuments)[number] | null;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly profile: Readonly<Record<string, unknown>>;
  readonly status: DocumentStatus;
  readonly reason: string | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
  readonly createdAt: Date;
}

/** A file whose contents are what they claim to be. */
export interface CheckedFile {
  readonly fileType: FileType;
  readonly bytes: Buffer;
  readonly sha256: Buffer;
}

/** A file that is in the object store; its token becomes the document's. */
export interface KeptFile extends Omit<CheckedFile, 'bytes'> {
  readonly token: string;
  readonly sizeBytes: number;
}

export const exampleDocument = {
  token: '01939e6c-7f20-7c11-9d52-6a1e0b3c4d5e',
  application: '01939e6c-7a10-7b21-8f00-2f0e4c7a9b61',
  company: '01939e6c-7a10-7b22-8a13-52d6e8f01b84',
  member: null,
  user: null,
  file_type: 'pdf',
  document_type: null,
  size: 48_211,
  sha256: '6ca13d52ca70c883e0f0bb101e425a89e8624de51db2d2392593af6a84118090',
  profile: {},
  status: 'uploaded',
  reason: null,
  reviewed_by: null,
  reviewed_at: null,
  created_at: '2026-11-20T10:15:30.000Z',
} as const;
