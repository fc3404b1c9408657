import type { PayeeDirectory } from '../port.ts';

/** For a bank that no directory has been connected to: no scheme is served, and every check is refused as such. */
export const noDirectory: PayeeDirectory = {
  serves: () => false,
  async ask() {
    throw new Error('no payee directory is connected');
  },
};
