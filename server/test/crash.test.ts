import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { surviveCrashes } from './crash.ts';

test('every answered transfer survives the death of the server and of PostgreSQL, exactly once', {
  timeout: 200_000,
}, async () => {
  const seed = Number(process.env.OPENEMI_TEST_SEED ?? randomInt(2 ** 31));
  console.log(`seed ${seed}; run it again with OPENEMI_TEST_SEED=${seed}`);
  const size = { processes: 2, transfers: 2_000, serverKills: 3, databaseKills: 2, seed, log: console.log };
  const report = await surviveCrashes(size);
  console.log(JSON.stringify(report));
  assert.equal(report.completed + report.refused + report.unanswered, size.transfers);
  assert.ok(report.completed > size.transfers / 2);
  assert.ok(report.lost > 0, 'nothing was under way when the processes were killed');
});
