import type { RailAccount, RailAddress, RailParty } from '../port.ts';
import { type Codec, type Part, partsOf, sequence } from './codec.ts';
import { fit } from './text.ts';
import { accountNumber, bic, country, iban, sortCode, text } from './values.ts';

/** Parties, accounts and agents, which have the same form in every message. */

const lineMax = 70;
const address = partsOf<RailAddress>();

/** Structured, or hybrid: town and country in elements of their own, and at most two free lines. */
const postalAddress = sequence<RailAddress>(
  address.skip('AdrTp', 'Dept', 'SubDept'),
  address.optional('street', 'StrtNm', text(70)),
  address.skip('BldgNb', 'BldgNm', 'Flr', 'PstBx', 'Room'),
  address.optional('postCode', 'PstCd', text(16)),
  address.optional('town', 'TwnNm', text(35)),
  address.skip('TwnLctnNm', 'DstrctNm', 'CtrySubDvsn'),
  address.optional('country', 'Ctry', country),
  freeLines(text(lineMax)),
);

function freeLines(line: Codec<string>): Part<RailAddress> {
  return {
    write: (value) =>
      value.line === null
        ? ''
        : wrapped(value.line)
            .map((part) => `<AdrLine>${line.write(part)}</AdrLine>`)
            .join(''),
    isEmpty: (value) => value.line === null,
    read(cursor, target) {
      const lines: string[] = [];
      for (let element = cursor.take('AdrLine'); element !== undefined; element = cursor.take('AdrLine')) {
        if (lines.length === 2) cursor.reading.note('address', element, 'at most two free lines');
        lines.push(line.read(element, cursor.reading) ?? '');
      }
      Object.assign(target, { line: lines.length === 0 ? null : lines.join(' ') });
    },
    clear: (target) => void Object.assign(target, { line: null }),
  };
}

/** One line, or two that are parted at the last blank that fits. */
function wrapped(free: string): string[] {
  const plain = fit(free, 2 * lineMax + 1);
  if (plain.length <= lineMax) return [plain];
  const blank = plain.lastIndexOf(' ', lineMax);
  return blank > 0 ? [plain.slice(0, blank), plain.slice(blank + 1)] : [plain.slice(0, lineMax), plain.slice(lineMax)];
}

const party = partsOf<RailParty>();

/** Name and address, in an element of the given name. */
export function identity(tag: string): Part<RailParty> {
  return party.within(
    tag,
    party.required('name', 'Nm', text(70)),
    party.optional('address', 'PstlAdr', postalAddress),
    party.skip('Id', 'CtryOfRes', 'CtctDtls'),
  );
}

/** An account and the bank that keeps it, without its holder. */
export interface AccountAtBank extends RailAccount {
  readonly bic: string | null;
}

const held = partsOf<AccountAtBank>();

/** An IBAN, or an account number whose sort code stands with the agent. */
export const accountId: Part<AccountAtBank> = held.within(
  'Id',
  held.optional('iban', 'IBAN', iban),
  held.maybe('Othr', held.optional('accountNumber', 'Id', accountNumber), held.skip('SchmeNm', 'Issr')),
);

export function account(tag: string): Part<AccountAtBank> {
  return held.maybe(tag, accountId, held.skip('Tp', 'Ccy', 'Nm', 'Prxy'));
}

/** The bank of a party: its BIC, its sort code, or both. */
export function agent(tag: string): Part<AccountAtBank> {
  return held.maybe(
    tag,
    held.within(
      'FinInstnId',
      held.optional('bic', 'BICFI', bic),
      held.maybe(
        'ClrSysMmbId',
        held.within('ClrSysId', held.fixed('Cd', 'GBDSC')),
        held.optional('sortCode', 'MmbId', sortCode),
      ),
      held.skip('LEI', 'Nm', 'PstlAdr', 'Othr'),
    ),
    held.skip('BrnchId'),
  );
}

/** The banks between which a message goes. */
export interface Route {
  readonly instructingAgent: string | null;
  readonly instructedAgent: string | null;
}

const route = partsOf<Route>();

function institution(key: keyof Route): Part<Route> {
  return route.within(
    'FinInstnId',
    route.optional(key, 'BICFI', bic),
    route.skip('ClrSysMmbId', 'LEI', 'Nm', 'PstlAdr', 'Othr'),
  );
}

/** The last elements of a group header. */
export const routeParts: readonly Part<Route>[] = [
  route.maybe('InstgAgt', institution('instructingAgent'), route.skip('BrnchId')),
  route.maybe('InstdAgt', institution('instructedAgent'), route.skip('BrnchId')),
];

/** Which bank hands an investigation to which: it stands after the id of camt.056 and camt.029. */
export const assignmentParts: readonly Part<Route>[] = [
  route.within('Assgnr', route.within('Agt', institution('instructingAgent'), route.skip('BrnchId'))),
  route.within('Assgne', route.within('Agt', institution('instructedAgent'), route.skip('BrnchId'))),
];
