/** Where a partner and the bank lay files for each other: the partner's own `inbox`, and the bank's answers in `outbox`. */
export const sharedFolders = ['inbox', 'outbox'] as const;
export type SharedFolderName = (typeof sharedFolders)[number];

export interface SharedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly at: Date;
}

/** The files of one partner. Nothing else can be reached from here. */
export interface SharedFiles {
  list(folder: SharedFolderName): Promise<readonly SharedFile[]>;
  /** The contents of a file; undefined when there is no such file. */
  read(folder: SharedFolderName, name: string): Promise<Buffer | undefined>;
  /** Lays a whole file into the inbox, in place of one with the same name; false when there is no room for it. */
  write(name: string, bytes: Buffer): Promise<boolean>;
  /** Renames a file of the inbox, over one that is there; false when there is no such file. */
  rename(from: string, to: string): Promise<boolean>;
  /** Takes a file away; false when there is no such file. */
  remove(folder: SharedFolderName, name: string): Promise<boolean>;
}

/** Who may come to which files. */
export interface SharedFilesDirectory {
  /** The public keys (OpenSSH text) of a user name; none for a name that nobody has. */
  keysOf(userName: string): Promise<readonly string[]>;
  filesOf(userName: string): SharedFiles;
}

/** No file is larger: the largest document that is taken. */
export const maxSharedFileBytes = 10 * 1024 * 1024;
