/** Real time, injected so that tests can hold it still. Instances read their own clock from their head row. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
