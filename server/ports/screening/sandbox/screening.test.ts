import { screeningConformance } from '../conformance.ts';
import { sandboxScreening } from './screening.ts';

const person = (name: string) => ({ kind: 'person', name, birthday: '1980-02-29', countries: ['BG'] }) as const;

screeningConformance(sandboxScreening, {
  exposed: person('Ana Pep'),
  inTheNews: person('Ana Media'),
  nobody: person('Ana Dimova'),
  silent: person('Ana Timeout'),
});
