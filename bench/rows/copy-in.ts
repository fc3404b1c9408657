import type { Client } from 'pg';

/** What of the driver's connection the copy protocol needs; the driver has it, its types do not tell. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Sends rows in COPY's text format into a table. Resolves when the database has taken them all. */
export function copyIn(client: Client, table: string, columns: readonly string[], rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    client.query({
      submit(connection: unknown) {
        (connection as CopyConnection).query(`copy ${table} (${columns.join(', ')}) from stdin`);
      },
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(rows));
        connection.endCopyFrom();
      },
      handleError(error: Error, connection?: CopyConnection) {
        failure = error;
        connection?.sendCopyFail('');
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        if (failure === undefined) resolve();
        else reject(failure);
      },
    } as never);
  });
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

type Value = string | bigint | number | boolean | Buffer | null | undefined;

/** One row in COPY's text format. */
export function copyRow(values: readonly Value[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}

function copyValue(value: Value): string {
  if (value == null) return '\\N';
  if (typeof value === 'string')
    return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (at) => escapes[at]!) : value;
  return Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : String(value);
}
