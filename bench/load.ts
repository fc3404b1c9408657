import { performance } from 'node:perf_hooks';

/** What a run of a closed loop gave: how many were done, in which time. */
export interface Rate {
  readonly done: number;
  readonly seconds: number;
  readonly perSecond: number;
}

/**
 * Runs a piece of work in a closed loop: `inFlight` at once, each followed by the next, after a warm-up that is not
 * counted, for `seconds`.
 */
export async function closedLoop(
  inFlight: number,
  seconds: number,
  work: (turn: number) => Promise<void>,
): Promise<Rate> {
  let turn = 0;
  let done = 0;
  let running = true;
  const lane = async () => {
    while (running) {
      await work(turn++);
      done += 1;
    }
  };
  const lanes = Array.from({ length: inFlight }, lane);
  await sleep(seconds * 200);
  const doneBefore = done;
  const started = performance.now();
  await sleep(seconds * 1000);
  const counted = done - doneBefore;
  const elapsed = (performance.now() - started) / 1000;
  running = false;
  await Promise.all(lanes);
  return { done: counted, seconds: elapsed, perSecond: counted / elapsed };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
