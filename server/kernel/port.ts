/**
 * A third party, by the name of its port: the key under which an adapter is bound when the bank opens. A port's folder
 * has the interface and this key in `port.ts`, the tests that every adapter must pass in `conformance.ts`, and one
 * folder for each adapter, `sandbox/` first.
 */
export interface Port<T> {
  readonly name: string;
  /** Never there: it lets the compiler know what the adapter can do. */
  readonly adapter?: T;
}

export function definePort<T>(name: string): Port<T> {
  return Object.freeze({ name });
}

/** One port with the adapter that serves it in this bank. */
export interface PortBinding {
  readonly port: string;
  readonly adapter: unknown;
}

export function bind<T>(port: Port<T>, adapter: T): PortBinding {
  return { port: port.name, adapter };
}

/** Answers the adapter of a port. */
export type UsePort = <T>(port: Port<T>) => T;

/** Of two bindings of one port the later counts. A port without any is a mistake of whoever opened the bank. */
export function portsOf(bindings: readonly PortBinding[]): UsePort {
  const adapters = new Map(bindings.map(({ port, adapter }) => [port, adapter]));
  return <T>({ name }: Port<T>): T => {
    if (!adapters.has(name)) throw new Error(`no adapter is bound to the port ${name}`);
    return adapters.get(name) as T;
  };
}
