import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copCodes, type DirectoryContext, type PayeeDirectory, type PayeeQuestion, vopCodes } from './port.ts';

/** Questions to which the adapter's directory is known to give an answer of a kind. */
export interface KnownQuestions {
  readonly match: readonly PayeeQuestion[];
  /** Close matches, of which the name is told. */
  readonly close: readonly PayeeQuestion[];
  readonly noMatch: readonly PayeeQuestion[];
  /** Nobody answers in time. */
  readonly silent: PayeeQuestion;
  /** An account that no member of a scheme holds. */
  readonly beyond: PayeeQuestion;
}

/** What every adapter of the payee directory has to show. `context` makes one whose time is over after so long. */
export function payeeDirectoryConformance(
  directory: PayeeDirectory,
  context: (timeMs: number) => DirectoryContext,
  known: KnownQuestions,
): void {
  const ask = (question: PayeeQuestion) => directory.ask(context(5000), question);

  test('an answer has a code of the scheme that was asked', async () => {
    for (const question of [...known.match, ...known.close, ...known.noMatch]) {
      const codes: readonly string[] = question.account.scheme === 'vop' ? vopCodes : copCodes;
      assert.ok(codes.includes((await ask(question)).code), question.name);
      assert.ok(directory.serves(question.account));
    }
  });

  test('only a close match tells the name', async () => {
    for (const question of known.close) {
      assert.ok(['CMTC', 'MBAM'].includes((await ask(question)).code), question.name);
      assert.ok((await ask(question)).verifiedName, question.name);
    }
    for (const question of [...known.match, ...known.noMatch]) {
      assert.equal((await ask(question)).verifiedName, null, question.name);
    }
  });

  test('silence ends with an error when the time is over', async () => {
    await assert.rejects(directory.ask(context(20), known.silent));
  });

  test('an account beyond the schemes is not served', () => {
    assert.equal(directory.serves(known.beyond.account), false);
  });
}
