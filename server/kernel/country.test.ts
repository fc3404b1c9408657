import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryCodes, isCountry, userAssignedCountryCodes } from './country.ts';

test('there are 249 assigned codes, each once, and those assigned by users', () => {
  assert.equal(new Set(countryCodes).size, countryCodes.length);
  assert.equal(countryCodes.filter((code) => !userAssignedCountryCodes.includes(code)).length, 249);
});

test('codes in use are known', () => {
  for (const code of ['BG', 'GB', 'LT', 'DE', 'AX', 'SS', 'CW', 'XK']) assert.equal(isCountry(code), true, code);
});

test('retired, reserved and made-up codes are not', () => {
  for (const code of ['UK', 'EU', 'AN', 'YU', 'ZZ', 'bg', 'BGR', '']) assert.equal(isCountry(code), false, code);
});
