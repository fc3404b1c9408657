import type { Deprecation } from '../kernel/operation.ts';

/** The header fields of a deprecated route: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to what to do. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): readonly string[] {
  return [
    'Deprecation',
    `@${Date.parse(since) / 1000}`,
    'Sunset',
    new Date(sunset).toUTCString(),
    'Link',
    `<${link}>; rel="deprecation"; type="text/html"`,
  ];
}
