import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formats } from './formats.ts';

const cases: Record<string, { right: string[]; wrong: string[] }> = {
  token: {
    right: ['01a1fbf6-161f-7000-a4d7-8af234297cb2', '01A1FBF6161F7000A4D78AF234297CB2'],
    wrong: ['01a1fbf6', '01a1fbf6-161f-7000-a4d7-8af234297cb2 '],
  },
  country: { right: ['BG', 'XK'], wrong: ['bg', 'BGR', 'ZZ'] },
  currency: { right: ['EUR', 'BGN'], wrong: ['eur', 'XXX', '978'] },
  date: {
    right: ['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
    wrong: [
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '0000-01-01',
      '21.11.2026',
      '2026-1-1',
      '2026-11-21\n',
      '2026-11-21T00:00:00Z',
    ],
  },
  'date-time': {
    right: [
      '2026-11-21T02:31:09Z',
      '2026-11-21T02:31:09.123456Z',
      '2026-11-21T23:59:59+02:00',
      '2024-02-29T00:00:00-00:30',
    ],
    wrong: [
      '2026-11-21',
      '2026-11-21T02:31Z',
      '2026-11-21T02:31:09',
      '2026-11-21 02:31:09Z',
      '2026-11-21T24:00:00Z',
      '2026-11-21T23:59:60Z',
      '2026-02-29T00:00:00Z',
      '2026-11-21T02:31:09+24:00',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59-14:00',
    ],
  },
  'date-or-moment': { right: ['2026-11-21', '2026-11-21T02:31:09Z'], wrong: ['2026-11-31', 'now'] },
  email: {
    right: ['a@b.bg', 'first.last+tag@mail.example.co.uk', "o'neill@example.ie", 'иван@пример.бг'],
    wrong: [
      'a',
      'a@b',
      '@b.bg',
      'a@',
      'a@b..bg',
      'a@.bg',
      'a b@c.bg',
      'a@b.bg\r\nBcc: c@d.bg',
      'a\0@b.bg',
      'a@b\u200b.bg',
      'A <a@b.bg>',
      'a@b.bg,c@d.bg',
      `${'a'.repeat(65)}@b.bg`,
      `a@${'b'.repeat(260)}.bg`,
    ],
  },
  iban: {
    right: ['BG80BNBG96611020345678', 'bg80 bnbg 9661 1020 3456 78'],
    wrong: ['BG81BNBG96611020345678', 'BG80'],
  },
  bic: { right: ['BNBGBGSF', 'DEUTDEFF500'], wrong: ['BNBG', 'bnbgbgsf'] },
  'sort-code': { right: ['009900'], wrong: ['00-99-00', '00990', '0099000', '00990a', '٠٠٩٩٠٠'] },
  'account-number': { right: ['12345678'], wrong: ['1234567', '123456789', '1234567a'] },
  phone: {
    right: ['+359888123456', '+447700900123'],
    wrong: ['0888123456', '00359888123456', '+0888123456', '+359 888 123456', '+1234567890123456'],
  },
};

test('every format has its cases here', () => {
  assert.deepEqual(
    Object.keys(formats).filter((name) => !name.startsWith('optional-')),
    Object.keys(cases),
  );
});

for (const [name, { right, wrong }] of Object.entries(cases)) {
  const [format, optional] = [formats[name]!, formats[`optional-${name}`]!];
  test(`${name}: right`, () => {
    for (const text of right) assert.deepEqual([format(text), optional(text)], [true, true], text);
  });
  test(`${name}: wrong`, () => {
    for (const text of wrong) assert.deepEqual([format(text), optional(text)], [false, false], text);
  });
  test(`${name}: the empty string only where it is optional`, () => {
    assert.deepEqual([format(''), optional('')], [false, true]);
  });
}
