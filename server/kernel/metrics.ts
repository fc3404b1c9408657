/** What the parts of the bank report for `/metrics`. Each call is cheap enough for the hot path. */
export interface Metrics {
  /** A request was answered: by which operation (empty when none was found), with which `code`, after how long. */
  request(operation: string, code: number, seconds: number): void;
  /** The posting engine committed a group of so many works. */
  committed(works: number): void;
  /** How old the oldest event is that an endpoint still waits for. */
  eventLag(seconds: number): void;
  /** A webhook delivery was tried. */
  delivery(outcome: 'delivered' | 'retry' | 'failed', seconds: number): void;
}

/** What the ledger reports. */
export type LedgerMetrics = Pick<Metrics, 'committed'>;

/** For whoever has nobody to report to. */
export const noMetrics: Metrics = {
  request() {},
  committed() {},
  eventLag() {},
  delivery() {},
};
