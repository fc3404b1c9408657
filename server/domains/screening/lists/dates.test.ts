import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryOf } from './countries.ts';
import { isoDate, slashedDate, writtenDate } from './dates.ts';

const text = (dated: { from: string; to: string } | undefined) => dated && `${dated.from}..${dated.to}`;

for (const [written, expected] of [
  ['30 Jul 1957', '1957-07-30..1957-07-30'],
  ['Feb 1960', '1960-02-01..1960-02-29'],
  ['1957', '1957-01-01..1957-12-31'],
  ['circa 1957', '1955-01-01..1959-12-31'],
  ['1957 to 1960', '1957-01-01..1960-12-31'],
  ['circa 1957-1960', '1955-01-01..1962-12-31'],
  ['01 Jan 1957 to 03 Mar 1958', '1957-01-01..1958-03-03'],
  ['30 Feb 1957', undefined],
  ['1960 to 1957', undefined],
  ['Smarch 1957', undefined],
  ['', undefined],
] as const) {
  test(`OFAC writes "${written}"`, () => assert.equal(text(writtenDate(written)), expected));
}

for (const [written, expected] of [
  ['30/07/1957', '1957-07-30..1957-07-30'],
  ['dd/07/1957', '1957-07-01..1957-07-31'],
  ['dd/mm/1957', '1957-01-01..1957-12-31'],
  ['00/00/1957', '1957-01-01..1957-12-31'],
  ['1957', '1957-01-01..1957-12-31'],
  ['31/06/1957', undefined],
  ['1957-07-30', undefined],
] as const) {
  test(`the UK writes "${written}"`, () => assert.equal(text(slashedDate(written)), expected));
}

for (const [written, expected] of [
  ['1957-07-30', '1957-07-30..1957-07-30'],
  ['1957-07-30T00:00:00-04:00', '1957-07-30..1957-07-30'],
  ['1957-07', '1957-07-01..1957-07-31'],
  ['1957', '1957-01-01..1957-12-31'],
  ['1957-13-01', undefined],
  ['19570730', undefined],
] as const) {
  test(`ISO 8601 writes "${written}"`, () => assert.equal(text(isoDate(written)), expected));
}

for (const [name, code] of [
  ['Bulgaria', 'BG'],
  ['RUSSIAN FEDERATION', 'RU'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Korea, North', 'KP'],
  ['Iran (Islamic Republic of)', 'IR'],
  ["Côte d'Ivoire", 'CI'],
  ['the Gambia', 'GM'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ['de', 'DE'],
  ['Ruritania', undefined],
] as const) {
  test(`a list calls ${code ?? 'no country'} "${name}"`, () => assert.equal(countryOf(name), code));
}
