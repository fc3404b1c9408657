/** An instance: one partner's bank within the bank. Everything a partner owns carries its id. */
export interface Instance {
  readonly id: string;
  readonly name: string;
  readonly environment: 'sandbox' | 'production';
  /** A retired instance is only read: a sealed ledger is never wiped. */
  readonly status: 'active' | 'retired';
  readonly createdAt: Date;
  readonly settings: Readonly<Record<string, unknown>>;
}
