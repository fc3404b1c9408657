import { definePort } from '../../kernel/port.ts';

/** Whom the provider is asked about. */
export interface ScreenedPerson {
  readonly kind: 'person' | 'organisation';
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly birthday: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}

/** Something that the provider knows of somebody of this name. */
export interface ProviderHit {
  /** A politically exposed person, one of their family or close associates, or unfavourable news. */
  readonly category: 'pep' | 'adverse_media';
  /** The provider's own name of the source. */
  readonly source: string;
  /** The provider's own identifier of the record. */
  readonly entry: string;
  readonly name: string;
  /** 0 to 100, by the provider's own measure. */
  readonly score: number;
  readonly birthday: string | null;
  /** Why, in a sentence: the office held, the headline. */
  readonly because: string;
}

/**
 * A provider of what no authority publishes as a list: politically exposed persons and adverse media. An adapter that
 * gets no answer in its time, or an answer that it does not understand, throws: nobody is clear because of silence.
 */
export interface Screening {
  search(person: ScreenedPerson): Promise<readonly ProviderHit[]>;
}

export const screening = definePort<Screening>('screening');
