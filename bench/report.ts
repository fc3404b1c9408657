/** One measured figure beside its bar. */
export interface Figure {
  readonly name: string;
  readonly value: number | undefined;
  readonly unit: '×' | 'µs' | 'ms' | '/s';
  /** What it has to reach, and what we aim for; `most` where less is better. */
  readonly bar?: number;
  readonly goal?: number;
  readonly most?: boolean;
  readonly note: string;
}

export function printFigures(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log('');
  for (const figure of figures) {
    const { name, value, unit, bar, goal, note } = figure;
    const shown = value === undefined ? 'not measured' : `${value.toFixed(unit === '×' ? 2 : 0)} ${unit}`;
    const bars = bar === undefined ? '' : `bar ${bar}, goal ${goal}: ${verdict(figure)}`;
    console.log(`${name.padEnd(width)}  ${shown.padStart(14)}  ${bars.padEnd(30)} ${note}`);
  }
}

function verdict({ value, bar, goal, most = false }: Figure): string {
  if (value === undefined) return '-';
  const reaches = (mark: number | undefined) => mark !== undefined && (most ? value <= mark : value >= mark);
  if (reaches(goal)) return 'goal';
  return reaches(bar) ? 'bar' : 'MISSED';
}

/** The middle of some measurements; undefined where there are none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return undefined;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function ratio(one: readonly number[], other: readonly number[]): number | undefined {
  const [above, below] = [median(one), median(other)];
  return above === undefined || below === undefined ? undefined : above / below;
}
