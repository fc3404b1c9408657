// Opens two accounts, puts money on one and moves some of it to the other. Needs @openemi/sdk and Node.js 24.
import { readFileSync } from 'node:fs';
import { OpenEmiError, openEmi } from '@openemi/sdk';

const sandbox = JSON.parse(readFileSync(`${process.env.OPENEMI_DATA ?? '.openemi'}/sandbox.json`, 'utf8'));
const emi = openEmi({ baseUrl: sandbox.base_url, apiKey: sandbox.api_key, secretKey: sandbox.secret_key });

const holder = { program: sandbox.programs.business, merchant: sandbox.merchant };
const debtor = await emi.accountCreate(holder);
const creditor = await emi.accountCreate(holder);
await emi.simAccountFund({ account: debtor.token, amount: 100.0 });

const order = {
  currency: 'EUR' as const,
  reference: 'Invoice 7',
  debtor: { balance: debtor.balances[0]!.token },
  creditor: { iban: creditor.balances[0]!.iban! },
};
// Without an answer it is sent again by itself, under one idempotency key: the money moves once.
const transfer = await emi.transferCreate({ amount: 12.34, ...order });
const { balances } = await emi.accountDetails({ account: debtor.token });
console.log(transfer.transaction, transfer.status, balances[0]?.available);

try {
  await emi.transferCreate({ amount: 1_000_000, ...order });
} catch (error) {
  if (!(error instanceof OpenEmiError) || error.key !== 'services.money.insufficient_funds') throw error;
}
