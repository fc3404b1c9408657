import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { Domain } from '../kernel/domain.ts';
import type { EventDefinition } from '../kernel/event.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { doorRefusals, eventsOf, refusalsOf, servedDomains } from './catalog.ts';
import { fieldsOf } from './fields.ts';
import { script, style } from './reference-style.ts';
import { signatureText, webhookSignatureText } from './texts.ts';

/**
 * The reference page of a registry: one HTML document without any outside resource, so it works offline, readable
 * without script (the script only searches). It is an own page and not a library: the contract is already here as
 * objects, and a library would weigh megabytes.
 */
export function referencePage(registry: readonly Domain[], sandbox = true): string {
  const domains = servedDomains(registry, sandbox);
  const withOperations = domains.filter((domain) => domain.operations.length > 0);
  const events = eventsOf(domains);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>OpenEMI reference</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><strong>OpenEMI</strong> <span>API reference</span> <a href="openapi.json">openapi.json</a></header>
<div class="page">
<nav aria-label="Operations and events">
<label for="search">Search</label>
<input id="search" type="search" placeholder="name, path, field" autocomplete="off">
<p id="found" role="status"></p>
${withOperations.map(menu).join('\n')}
${
  events.length === 0
    ? ''
    : menuGroup(
        'Events',
        events.map((event) => [`event-${event.action}`, event.action]),
      )
}
</nav>
<main id="content" tabindex="-1">
<h1>API reference</h1>
${introduction()}
${withOperations.map(domainSection).join('\n')}
${events.length === 0 ? '' : webhookSection(events)}
</main>
</div>
<script>${script}</script>
</body>
</html>
`;
}

/** The page's Content-Security-Policy: nothing but its own style and script, named by their hashes. */
export function referencePolicy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function introduction(): string {
  return `<section aria-labelledby="signing"><h2 id="signing">Calling</h2>
<p>The HTTP status is always 200; <code>code</code> in the body says what happened, 0 being success.</p>
<p>${words(signatureText)}</p>
<p>A call that changes something may carry <code>x-idempotency-key</code> (at most 64 characters): repeated with the
same body within 48 hours it answers what was answered first.</p>
<details><summary>What every call can answer</summary>${refusalTable(doorRefusals)}</details></section>`;
}

function menu(domain: Domain): string {
  return menuGroup(
    domain.name,
    domain.operations.map(({ name }) => [`operation-${name}`, name]),
  );
}

function menuGroup(title: string, links: readonly (readonly [string, string])[]): string {
  const items = links.map(
    ([id, name]) => `<li data-for="${escapeHtml(id)}"><a href="#${escapeHtml(id)}">${escapeHtml(name)}</a></li>`,
  );
  return `<div class="group"><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></div>`;
}

function domainSection(domain: Domain): string {
  const about = domain.summary === undefined ? '' : `<p>${words(domain.summary)}</p>`;
  return `<h2>${escapeHtml(domain.name)}</h2>${about}${domain.operations.map(operationArticle).join('\n')}`;
}

function operationArticle(operation: Operation): string {
  const { name, example } = operation;
  const id = `operation-${name}`;
  const routes = operation.routes.map(
    ({ method, path }) =>
      `<li><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></li>`,
  );
  return `<article id="${escapeHtml(id)}" aria-labelledby="${escapeHtml(id)}-name">
<h3 id="${escapeHtml(id)}-name">${escapeHtml(name)}</h3>
<p class="summary">${words(operation.summary)}</p>
<ul class="routes">${routes.join('')}</ul>
<p>${words(operation.description)}</p>
<p>Permission <code>${escapeHtml(operation.permission)}</code>${operation.sandboxOnly ? '; sandbox only' : ''}</p>
${fieldTable('Path', operation.params)}${fieldTable('Query', operation.query)}${fieldTable('Body', operation.body)}
${fieldTable('Answer (data)', operation.response)}
${refusalDetails(refusalsOf(operation))}
${exampleBlock('Example request', example.body)}${exampleBlock('Example answer', { code: 0, message: 'success', data: example.response })}
</article>`;
}

function webhookSection(events: readonly EventDefinition[]): string {
  const articles = events.map((event) => {
    const id = escapeHtml(`event-${event.action}`);
    return `<article id="${id}" aria-labelledby="${id}-name"><h3 id="${id}-name">${escapeHtml(event.action)}</h3>
<p class="summary">${words(event.when)}</p>${fieldTable('Payload', event.payload)}${exampleBlock('Example payload', event.example)}</article>`;
  });
  return `<h2>Events</h2><p>${words(webhookSignatureText)}</p>${articles.join('\n')}`;
}

function fieldTable(title: string, schema: TSchema): string {
  const rows = fieldsOf(schema).map(
    (
      field,
    ) => `<tr><th scope="row"><code>${escapeHtml(field.path)}</code>${field.required ? ' <b>required</b>' : ''}</th>
<td>${escapeHtml(field.type)}</td><td>${words(field.description)}${field.limits === '' ? '' : ` <small>${escapeHtml(field.limits)}</small>`}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return tableOf(title, ['Field', 'Type', 'Meaning'], rows);
}

function refusalDetails(refusals: readonly Refusal[]): string {
  return refusals.length === 0 ? '' : `<details><summary>Refusals</summary>${refusalTable(refusals)}</details>`;
}

function refusalTable(refusals: readonly Refusal[]): string {
  const rows = refusals.map(
    ({ code, key, message }) =>
      `<tr><th scope="row">${code}</th><td>${escapeHtml(message)}</td><td><code>${escapeHtml(key)}</code></td></tr>`,
  );
  return tableOf('In order of precedence', ['Code', 'Message', 'Key'], rows);
}

/** A table that scrolls by itself on a narrow screen, by keyboard too. */
function tableOf(caption: string, heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption>
<thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function exampleBlock(title: string, value: unknown): string {
  if (value === undefined) return '';
  return `<details><summary>${title}</summary><pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre></details>`;
}

/** Escaped text in which `code` is marked. */
function words(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
