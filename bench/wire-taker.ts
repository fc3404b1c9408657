import { openBank } from '../server/bank.ts';
import { systemClock } from '../server/kernel/clock.ts';
import { bind } from '../server/kernel/port.ts';
import { IsoRails } from '../server/ports/payment-rail/iso20022/adapter.ts';
import { MessageFolder } from '../server/ports/payment-rail/iso20022/folder.ts';
import { paymentRails } from '../server/ports/payment-rail/port.ts';

/** A bank that takes in what lies in a message folder until it is killed. Named by the environment: it is a process. */
const { BENCH_DATABASE, BENCH_FOLDER, BENCH_MASTER_KEY } = process.env;

/** A file that a killed process has left is taken by the next one after this time. */
const abandonedAfterMs = 2_000;

const rails = new IsoRails({
  bic: 'OEMIBGSF',
  bicOf: () => 'COBADEFFXXX',
  folder: new MessageFolder(BENCH_FOLDER!, abandonedAfterMs),
  clock: systemClock,
  isBilateral: false,
});
openBank({
  databaseUrl: BENCH_DATABASE!,
  environment: 'sandbox',
  masterKeys: [Buffer.from(BENCH_MASTER_KEY!, 'hex')],
  ports: [bind(paymentRails, rails)],
  log: { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) },
});
