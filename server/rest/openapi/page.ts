import { hash } from 'node:crypto';
import { type Brand, colorSheet } from '../../brand/brand.ts';
import { escapeHtml } from '../../brand/escape.ts';
import type { Document } from './document.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { tags } from './tags.ts';

const STYLE = `
  body { font: 15px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink); }
  h1 { font-size: 2.125rem; font-weight: 500; letter-spacing: -0.024em; line-height: 1.2; } a { color: var(--accent-ink); }
  h2 { margin-top: 2.5rem; font-size: 1.3rem; } h3 { margin-top: 2rem; font-size: 1.05rem; }
  code, pre { font: 0.875rem/1.5 ui-monospace, monospace; background: var(--well); border-radius: 6px; }
  code { padding: 0.1rem 0.3rem; } pre { padding: 1rem; overflow-x: auto; } td, li { overflow-wrap: anywhere; } h2 code { overflow-wrap: anywhere; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-top: 1px solid var(--hair); }`;

/** The page's styles, and the header that allows only them. */
function styles(brand: Brand): { style: string; policy: string } {
  const style = `${colorSheet(brand)}${STYLE}`;
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;
  return { style, policy };
}

const needs = {
  session: 'Needs a session, or a service key with `x-user-id`.',
  service: 'Needs a service key with `x-user-id`.',
  key: 'Needs a service key.',
  signature: "Needs the provider's signature.",
  open: 'Open to everyone.',
};

/** The document for people: one page without a script, in the brand's colours, and the policy of its answer. */
export function renderPage(document: Document, brand: Brand): { html: string; policy: string } {
  const { style, policy } = styles(brand);
  const { info, servers, components } = document;
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<h3 id="${name}">${name}</h3><pre tabindex="0" role="region" aria-label="Schema of ${name}">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`,
  );
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info.title)}: API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon"><style>${style}</style></head><body><main>
<h1>${escapeHtml(info.title)}: API</h1><p>${rich(info.description)}</p>
<p>${servers.map(({ url }) => `<code>${escapeHtml(url)}</code>`).join(', ')} · <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi})</p>
<nav aria-label="Parts of the API"><ul>${tags.map(({ name, description }) => `<li><a href="#${anchorOf(name)}">${name}</a>: ${rich(description)}</li>`).join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
${tags.map((tag) => renderPart(tag, document)).join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.join('\n')}
</main></body></html>`;
  return { html, policy };
}

const anchorOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

function renderPart({ name, paths }: (typeof tags)[number], document: Document): string {
  const its = operations.filter(({ path }) => paths.test(path));
  const rendered = its.map((operation) => renderOperation(operation, sampleOf(document, operation)));
  return `<h2 id="${anchorOf(name)}">${name}</h2>\n${rendered.join('\n')}`;
}

/** The call that the document shows. */
function sampleOf({ paths }: Document, { path, method }: Operation): string {
  const { [method]: described } = paths[path] as Record<string, { 'x-codeSamples': { source: string }[] }>;
  return described?.['x-codeSamples'][0]?.source ?? '';
}

function renderOperation(operation: Operation, sample: string): string {
  const { method, path, summary, description, auth, body, answers } = operation;
  const rows = answers.map(
    ([status, schema, when]) =>
      `<tr><td>${status}</td><td>${schema ? `<a href="#${schema}">${schema}</a>` : ''}</td><td>${rich(when)}</td></tr>`,
  );
  const request = body?.schema ? ` Body: <a href="#${body.schema}">${body.schema}</a>.` : '';
  return `<h3><code>${method.toUpperCase()} ${path}</code></h3>
<p>${rich(summary)}. ${description ? rich(description) : ''} ${rich(needs[auth])}${request}</p>
<pre tabindex="0" role="region" aria-label="Example of ${method.toUpperCase()} ${path}">${escapeHtml(sample)}</pre>
<table><thead><tr><th>Status</th><th>Body</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function rich(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
