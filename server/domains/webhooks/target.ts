import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from '../../kernel/operation.ts';
import type { FieldError } from '../../kernel/refusal.ts';

/**
 * Whether an address is on the public internet. Everything else is refused in production, so that a webhook cannot be
 * used to reach into our own network: loopback, private and link-local ranges, and the forms that wrap such an address
 * (IPv4-mapped, 6to4, NAT64, Teredo). Of IPv6 only 2000::/3 has been handed out.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0]! & 0xe000) === 0x2000;
}

/** The address was refused: it, or one of those that its name resolves to, is not public. */
export class AddressRefused extends Error {
  readonly code = 'address_refused';
}

/** A name look-up for connections: fails if any address is not public; the connection then goes to a checked one. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
    const first = addresses[0];
    if (error !== null) callback(error, '', 0);
    else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new AddressRefused(`${hostname} is not a public address`), '', 0);
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** The host of a URL as a connection needs it: without the brackets of an IPv6 literal. */
function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/**
 * What is wrong with the address of an endpoint, or nothing. Production: https, a public host, port 443 or one from 1024
 * on (no other well-known service is meant by a webhook). The sandbox takes http, private and loopback targets too.
 * Names are checked again when they are resolved, at every connection.
 */
export function targetError(text: string, environment: Context['environment']): FieldError | undefined {
  const problem = (rule: string, message: string): FieldError => ({ field: 'url', rule, message });
  const url = URL.parse(text);
  if (url === null) return problem('url', 'is not a URL');
  if (url.protocol !== 'https:' && (environment === 'production' || url.protocol !== 'http:')) {
    return problem('scheme', environment === 'production' ? 'must be https' : 'must be http or https');
  }
  if (url.username !== '' || url.password !== '') return problem('credentials', 'credentials belong into a header');
  if (url.hash !== '') return problem('fragment', 'must not have a fragment');
  if (environment === 'sandbox') return undefined;
  const host = hostOf(url);
  const isName = isIP(host) === 0;
  if (isName ? !host.includes('.') || /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host)) {
    return problem('address', 'must be a public address');
  }
  const port = Number(url.port || 443);
  return port === 443 || port >= 1024 ? undefined : problem('port', 'must be 443, or 1024 or above');
}
