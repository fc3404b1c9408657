import type { TradeRegister } from '../port.ts';

/** For a bank that no trade register has been connected to: every look-up fails, and applications wait for a person. */
export const noTradeRegister: TradeRegister = {
  async find() {
    throw new Error('no trade register is connected');
  },
};
