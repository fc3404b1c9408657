import type { Domain } from '../kernel/domain.ts';
import { type Route, scopes } from '../kernel/operation.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { changes, doorRefusals, eventsOf, operationsOf, refusalsOf } from './catalog.ts';
import { fieldsOf } from './fields.ts';

/**
 * The generated documents: one table each, made from the registry, committed under `generated/` and compared by the
 * tests, so that a change of the contract is seen in a review as a change of text.
 */

const note = 'Made by `npm run generate` from the registry. Do not edit.\n';

/** `generated/operations.md`: every operation with its routes, permission and summary, by domain. */
export function operationsDocument(domains: readonly Domain[]): string {
  operationsOf(domains);
  const parts = domains
    .filter((domain) => domain.operations.length > 0)
    .map((domain) => {
      const rows = domain.operations.map((operation) => [
        `\`${operation.name}\``,
        operation.routes.map(routeCell).join('<br>'),
        `\`${operation.permission}\``,
        cell(operation.summary) + (operation.sandboxOnly ? ' (sandbox only)' : ''),
        operation.post === undefined ? (operation.routes.some(changes) ? 'changes' : 'reads') : 'moves money',
      ]);
      return `## ${domain.name}\n\n${table(['Operation', 'Routes', 'Permission', 'What it does', 'Kind'], rows)}`;
    });
  return document('Operations', parts);
}

function routeCell({ method, path, deprecation }: Route): string {
  const route = `\`${method} ${path}\``;
  return deprecation === undefined ? route : `${route} (deprecated, ends ${deprecation.sunset})`;
}

/** `generated/refusals.md`: what the door can answer, then every declared refusal with who gives it. */
export function refusalsDocument(domains: readonly Domain[]): string {
  const givers = new Map<string, { refusal: Refusal; operations: string[] }>();
  for (const operation of operationsOf(domains)) {
    for (const refusal of refusalsOf(operation)) {
      const entry = givers.get(refusal.name) ?? { refusal, operations: [] };
      entry.operations.push(operation.name);
      givers.set(refusal.name, entry);
    }
  }
  const head = ['Code', 'Name', 'Key', 'Message'];
  const doors = doorRefusals.map(refusalRow);
  const declared = [...givers.values()]
    .sort((a, b) => a.refusal.code - b.refusal.code || (a.refusal.name < b.refusal.name ? -1 : 1))
    .map(({ refusal, operations }) => [...refusalRow(refusal), operations.map((name) => `\`${name}\``).join(', ')]);
  return document('Refusals', [
    'The HTTP status is always 200; `code` says what happened, 0 being success.',
    `## From every operation\n\n${table(head, doors)}`,
    `## From single operations\n\n${table([...head, 'Given by'], declared)}`,
  ]);
}

/** `generated/events.md`: every event with when it is sent, its payload's fields and an example. */
export function eventsDocument(domains: readonly Domain[]): string {
  const parts = eventsOf(domains).map((event) => {
    const rows = fieldsOf(event.payload).map((field) => [
      `\`${field.path}\``,
      field.type,
      field.required ? 'always' : 'if there is one',
      cell([field.description, field.limits].filter((part) => part !== '').join('; ')),
    ]);
    const example = `\`\`\`json\n${JSON.stringify(event.example, null, 2)}\n\`\`\``;
    return `## ${event.action}\n\nSent when: ${event.when}\n\n${table(['Field', 'Type', 'Present', 'Meaning'], rows)}\n\n${example}`;
  });
  return document('Events', parts);
}

/** `generated/permissions.md`: every scope with the operations that a key holding it may call. */
export function permissionsDocument(domains: readonly Domain[]): string {
  const operations = operationsOf(domains);
  const rows = scopes.map((scope) => {
    const names = operations.filter((operation) => operation.permission === scope).map(({ name }) => `\`${name}\``);
    return [`\`${scope}\``, names.join(', ') || 'none yet'];
  });
  return document('Permissions', [
    "A key holds scopes; an operation's own name is a scope for that operation alone. A call outside them is 403.",
    table(['Scope', 'Operations'], rows),
  ]);
}

function refusalRow(refusal: Refusal): string[] {
  return [String(refusal.code), `\`${refusal.name}\``, `\`${refusal.key}\``, cell(refusal.message)];
}

function document(title: string, parts: readonly string[]): string {
  return [`# ${title}`, note.trim(), ...parts].join('\n\n').concat('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text that may stand in a table's cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
