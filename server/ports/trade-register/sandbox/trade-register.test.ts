import { tradeRegisterConformance } from '../conformance.ts';
import { sandboxTradeRegister } from './trade-register.ts';

const company = (legalName: string) => ({ legalName, country: 'BG', city: 'Sofia' });

tradeRegisterConformance(sandboxTradeRegister, {
  active: company('Rila Trade EOOD'),
  dissolved: company('Dissolved Trade EOOD'),
  absent: company('Unregistered Trade EOOD'),
  silent: company('Timeout Trade EOOD'),
});
