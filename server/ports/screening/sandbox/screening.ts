import type { ProviderHit, ScreenedPerson, Screening } from '../port.ts';

/**
 * A provider that knows nobody, except by the last word of a name: PEP holds an office, PEPRELATIVE is a relative of
 * somebody who does, MEDIA is in the news, and for TIMEOUT no answer comes.
 */
export const sandboxScreening: Screening = Object.freeze({
  async search({ name }: ScreenedPerson): Promise<readonly ProviderHit[]> {
    const word = name.trim().toUpperCase().split(/\s+/).at(-1) ?? '';
    if (word === 'TIMEOUT') throw new Error('the screening provider does not answer');
    const known = findings[word];
    return known === undefined ? [] : [{ ...known, entry: `sandbox-${word.toLowerCase()}`, name, birthday: null }];
  },
});

const findings: Readonly<Record<string, Pick<ProviderHit, 'category' | 'source' | 'score' | 'because'>>> = {
  PEP: { category: 'pep', source: 'Sandbox PEP register', score: 95, because: 'member of a national parliament' },
  PEPRELATIVE: {
    category: 'pep',
    source: 'Sandbox PEP register',
    score: 85,
    because: 'close relative of a member of a national parliament',
  },
  MEDIA: {
    category: 'adverse_media',
    source: 'Sandbox news archive',
    score: 80,
    because: 'reports of a trial for tax fraud',
  },
};
