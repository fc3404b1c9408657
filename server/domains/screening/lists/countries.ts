import { countryCodes } from '../../../kernel/country.ts';

/** What the lists call countries beside their usual English names. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  BA: ['Bosnia and Herzegovina'],
  BN: ['Brunei Darussalam'],
  BS: ['Bahamas, The'],
  BO: ['Bolivia (Plurinational State of)'],
  CD: ['Democratic Republic of the Congo', 'Congo, Democratic Republic of the', 'Congo (Democratic Republic)'],
  CF: ['Central African Republic'],
  CG: ['Congo', 'Republic of the Congo', 'Congo, Republic of the', 'Congo (Republic)'],
  CI: ['Ivory Coast', "Cote d'Ivoire", 'Cote d Ivoire'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FM: ['Micronesia, Federated States of'],
  GB: ['United Kingdom of Great Britain and Northern Ireland', 'UK', 'Great Britain', 'British'],
  GM: ['The Gambia'],
  HK: ['Hong Kong', 'China, Hong Kong Special Administrative Region'],
  IM: ['Man, Isle of'],
  IR: ['Iran (Islamic Republic of)', 'Islamic Republic of Iran'],
  KN: ['Saint Kitts and Nevis'],
  KP: ["Democratic People's Republic of Korea", 'Korea, North', 'North Korea', 'DPRK'],
  KR: ['Republic of Korea', 'Korea, South', 'South Korea'],
  LA: ["Lao People's Democratic Republic"],
  LY: ['Libyan Arab Jamahiriya', 'State of Libya'],
  MD: ['Republic of Moldova'],
  MK: ['The Republic of North Macedonia', 'North Macedonia, The Republic of'],
  MM: ['Burma', 'Myanmar', 'Myanmar (Burma)', 'Burma (Myanmar)'],
  MO: ['Macao', 'Macau'],
  PS: ['State of Palestine', 'West Bank', 'Region: Gaza', 'Palestinian', 'Occupied Palestinian Territories'],
  RU: ['Russian Federation'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TR: ['Turkey', 'Türkiye'],
  TW: ['Taiwan, Province of China'],
  TZ: ['United Republic of Tanzania'],
  US: ['USA', 'United States of America'],
  VC: ['Saint Vincent and the Grenadines'],
  VE: ['Venezuela (Bolivarian Republic of)', 'Bolivarian Republic of Venezuela'],
  VG: ['Virgin Islands, British'],
  VN: ['Viet Nam'],
};

let known: ReadonlyMap<string, string> | undefined;

/** The alpha-2 code of a country as a list names it, by its code or its English name; undefined for other words. */
export function countryOf(text: string): string | undefined {
  known ??= allNames();
  const key = keyOf(text);
  return known.get(key) ?? known.get(key.replace(/^the /, ''));
}

function allNames(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region' });
  return new Map(
    countryCodes.flatMap((code) =>
      [code, english.of(code) ?? code, ...(otherNames[code] ?? [])].map((name) => [keyOf(name), code] as const),
    ),
  );
}

function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}
