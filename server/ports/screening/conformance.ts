import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScreenedPerson, Screening } from './port.ts';

/** People of whom the adapter's provider is known to say something. */
export interface KnownPeople {
  readonly exposed: ScreenedPerson;
  readonly inTheNews: ScreenedPerson;
  readonly nobody: ScreenedPerson;
  /** For whom no answer comes. */
  readonly silent: ScreenedPerson;
}

/** What every adapter of the screening provider has to show. */
export function screeningConformance(provider: Screening, known: KnownPeople): void {
  const categories = async (person: ScreenedPerson) => (await provider.search(person)).map(({ category }) => category);

  test('a politically exposed person is told as one, with a reason and a score', async () => {
    const hits = await provider.search(known.exposed);
    assert.ok(hits.some(({ category }) => category === 'pep'));
    for (const { score, because, entry, source } of hits) {
      assert.ok(score >= 0 && score <= 100 && Number.isInteger(score));
      for (const text of [because, entry, source]) assert.notEqual(text, '');
    }
    assert.deepEqual(await provider.search(known.exposed), hits, 'the same each time');
  });

  test('adverse media are told as such', async () => {
    assert.ok((await categories(known.inTheNews)).includes('adverse_media'));
  });

  test('of most people there is nothing to tell', async () => {
    assert.deepEqual(await categories(known.nobody), []);
  });

  test('no answer is an error, never nothing', async () => {
    await assert.rejects(provider.search(known.silent));
  });
}
