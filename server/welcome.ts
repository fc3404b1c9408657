import type { Config } from './runtime/config.ts';
import type { SandboxInstance } from './seed.ts';
import type { Served } from './serve.ts';

/** What a newcomer sees: the addresses, the sandbox key, and one signed call to copy. Production names addresses only. */
export function welcome(
  config: Config,
  { baseUrl, sftpPort }: Pick<Served, 'baseUrl' | 'sftpPort'>,
  sandbox: SandboxInstance | undefined,
): string {
  const origin = new URL(baseUrl).origin;
  const lines = [
    `OpenEMI (${config.environment}) listens on ${baseUrl}`,
    `  reference  ${origin}/docs`,
    `  OpenAPI    ${origin}/openapi.json`,
    `  SFTP       port ${sftpPort}`,
  ];
  if (sandbox === undefined) return lines.join('\n');
  return [
    ...lines,
    `  key        ${sandbox.apiKey}`,
    `  secret     ${sandbox.secretKey}`,
    `  all of it  ${config.data}/sandbox.json`,
    '',
    'A first signed call:',
    '',
    `  key=${sandbox.apiKey} secret=${sandbox.secretKey} now=$(date +%s)`,
    `  curl ${baseUrl}/v2/programs/1/10 -H "x-api-key: $key" -H "x-timestamp: $now" \\`,
    '    -H "x-hash: $(printf %s%s%s $key $now programs_list | openssl dgst -sha256 -hmac "$secret" | sed \'s/.* //\')"',
    '',
  ].join('\n');
}
