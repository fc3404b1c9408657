/** How far a long work has come, for who waits for it. */
export interface ProgressBar {
  /** So many more units are done; one, if it is not said. */
  tick(count?: number): void;
  /** The work has ended: what is drawn makes room for the result. */
  done(): void;
}

/** Where a bar is drawn: standard error, or what a test gives. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const redrawMs = 100;
const widest = 30;
const eraseLine = '\r\u001b[2K';

/**
 * A bar on standard error; nothing at all where nobody watches (no terminal), so that scripts and logs stay clean.
 * Without a total it counts. `done` belongs into a `finally`.
 */
export function progressBar(title: string, total?: number, terminal: Terminal = process.stderr): ProgressBar {
  if (terminal.isTTY !== true) return { tick() {}, done() {} };
  const started = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  let count = 0;
  const draw = (now: number) => {
    drawn = now;
    const line = lineOf(title, count, total, (now - started) / 1000);
    terminal.write(eraseLine + line.slice(0, (terminal.columns ?? 80) - 1));
  };
  draw(started);
  return {
    tick(more = 1) {
      count += more;
      const now = performance.now();
      if (now - drawn >= redrawMs) draw(now);
    },
    done: () => void terminal.write(eraseLine),
  };
}

function lineOf(title: string, count: number, total: number | undefined, seconds: number): string {
  const number = count.toLocaleString('en');
  if (total === undefined) return `${title}  ${number}  ${time(seconds)}`;
  const part = total === 0 ? 1 : Math.min(1, count / total);
  const full = Math.round(part * widest);
  const bar = '█'.repeat(full) + '░'.repeat(widest - full);
  const left = part > 0 && part < 1 ? `, ${time((seconds / part) * (1 - part))} left` : '';
  return `${title}  ${bar} ${Math.floor(part * 100)} %  ${number} of ${total.toLocaleString('en')}${left}`;
}

function time(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
