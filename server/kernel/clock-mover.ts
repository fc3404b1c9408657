import type { Job } from './job.ts';
import { definePort } from './port.ts';

/** The clock of an instance as the sandbox lets its partner move it. */
export interface ClockMover {
  /** What would be run until a moment, in order; nothing moves. Work that this work would bring about is not known yet. */
  preview(instance: string, until: Date): Promise<readonly Job[]>;
  /** Moves the clock to a moment, on the way stopping at each job's time to run it; answers what was run, in order. */
  moveTo(instance: string, at: Date): Promise<readonly Job[]>;
  /** Back to real time. What was booked stays where it is, and nothing is booked before it. */
  reset(instance: string): Promise<void>;
}

export const clockMover = definePort<ClockMover>('clock-mover');
