/** The part of ssh2-sftp-client that the tests use; it has no types of its own. */
declare module 'ssh2-sftp-client' {
  // biome-ignore lint/style/noDefaultExport: so it is exported there
  export default class SftpClient {
    constructor(name?: string, listeners?: Readonly<Record<'error' | 'end' | 'close', () => void>>);
    connect(options: {
      readonly host: string;
      readonly port: number;
      readonly username: string;
      readonly privateKey?: string;
      readonly password?: string;
    }): Promise<unknown>;
    list(path: string): Promise<{ readonly name: string; readonly size: number }[]>;
    stat(path: string): Promise<{ readonly isFile: boolean }>;
    exists(path: string): Promise<false | 'd' | '-' | 'l'>;
    get(path: string): Promise<Buffer>;
    put(contents: Buffer, path: string): Promise<unknown>;
    rename(from: string, to: string): Promise<unknown>;
    delete(path: string): Promise<unknown>;
    mkdir(path: string): Promise<unknown>;
    end(): Promise<unknown>;
    readonly client: { setNoDelay(on: boolean): void };
  }
}
