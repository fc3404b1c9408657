import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { mailerConforms } from '../conformance.ts';
import { outbox } from './outbox.ts';

describe('mail into a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openemi-mail-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  mailerConforms(
    () => outbox(folder, { underwriting: null }),
    async (id) => [readFileSync(join(folder, `${id}.eml`), 'utf8')],
  );
});
