import type { PortBinding } from './kernel/port.ts';

/** Which adapter serves each third party's port. In the sandbox each is a simulation that behaves like the real thing. */
export function sandboxAdapters(): PortBinding[] {
  return [];
}
