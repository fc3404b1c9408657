import { createHash } from 'node:crypto';
import type { CompanySought, RegisterExtract, TradeRegister } from '../port.ts';

/**
 * A register in which every company stands, active, except by the first word of its name: UNREGISTERED is not there,
 * DISSOLVED was dissolved, OTHER stands there under another name, and for TIMEOUT no answer comes.
 */
export const sandboxTradeRegister: TradeRegister = Object.freeze({
  async find(company: CompanySought): Promise<RegisterExtract | undefined> {
    const [word = ''] = company.legalName.trim().toUpperCase().split(/\s+/);
    if (word === 'TIMEOUT') throw new Error('the trade register does not answer');
    if (word === 'UNREGISTERED') return undefined;
    return {
      legalName: word === 'OTHER' ? 'Somebody Else Ltd' : company.legalName,
      country: company.country,
      registrationNumber: numberOf(company),
      legalForm: null,
      status: word === 'DISSOLVED' ? 'dissolved' : 'active',
      incorporatedOn: '2015-03-02',
    };
  },
});

/** Nine digits, always the same for the same company. */
function numberOf({ legalName, country }: CompanySought): string {
  const digest = createHash('sha256').update(`${country}|${legalName}`).digest();
  return String(digest.readUInt32BE() % 1_000_000_000).padStart(9, '0');
}
