import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompanySought, TradeRegister } from './port.ts';

/** Companies of whom the adapter's register is known to say something. */
export interface KnownCompanies {
  readonly active: CompanySought;
  readonly dissolved: CompanySought;
  readonly absent: CompanySought;
  /** For whom no answer comes. */
  readonly silent: CompanySought;
}

/** What every adapter of the trade register has to show. */
export function tradeRegisterConformance(register: TradeRegister, known: KnownCompanies): void {
  test('an active company is found, with its number in the register of its country', async () => {
    const found = await register.find(known.active);
    assert.equal(found?.status, 'active');
    assert.equal(found.country, known.active.country);
    assert.notEqual(found.registrationNumber, '');
    assert.deepEqual(await register.find(known.active), found, 'the same each time');
  });

  test('a dissolved company is told as such', async () => {
    assert.equal((await register.find(known.dissolved))?.status, 'dissolved');
  });

  test('a company that the register does not have is undefined', async () => {
    assert.equal(await register.find(known.absent), undefined);
  });

  test('no answer is an error, never a company', async () => {
    await assert.rejects(register.find(known.silent));
  });
}
