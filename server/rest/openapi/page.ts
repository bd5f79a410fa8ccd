import { hash } from 'node:crypto';
import { accessSentences } from '../../billing/access/accessAnswer.ts';
import { conflictSentences } from '../../billing/subscriptions/changes/conflicts.ts';
import { type Brand, colorSheet } from '../../brand/brand.ts';
import { escapeHtml } from '../../brand/escape.ts';
import { basePathOf } from '../../http/basePath.ts';
import { credentials, type Document } from './document.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import type { Sample } from './samples.ts';
import { renderSchema, rich } from './schemaTable.ts';
import { tags } from './tags.ts';

const STYLE = `
  body { font: 15px/1.55 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink); }
  h1 { font-size: 2.125rem; font-weight: 500; letter-spacing: -0.024em; line-height: 1.2; } a { color: var(--accent-ink); }
  h2 { margin-top: 2.5rem; font-size: 1.3rem; } h3 { margin-top: 2rem; font-size: 1.05rem; } summary { cursor: pointer; padding: 0.35rem 0; }
  code, pre, textarea { font: 0.875rem/1.5 ui-monospace, monospace; background: var(--well); color: var(--ink); border-radius: 6px; }
  code { padding: 0.1rem 0.3rem; } pre { padding: 1rem; overflow-x: auto; margin: 0.4rem 0; } td, th, li, p, h3 code { overflow-wrap: anywhere; } nav li ul { display: none; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-top: 1px solid var(--hair); }
  nav ul { list-style: none; padding: 0; } nav li { margin: 0.2rem 0; } nav li li { padding-left: 0.8rem; font-size: 0.875rem; }
  input, textarea, button { font: inherit; color: var(--ink); border: 1px solid var(--edge); border-radius: 6px; padding: 0.4rem 0.6rem; background: var(--well); box-sizing: border-box; width: 100%; }
  button { width: auto; cursor: pointer; } output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; } textarea { display: block; margin: 0.3rem 0; min-height: 4.5rem; } [hidden] { display: none; }
  @media (min-width: 62rem) { body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); grid-template-areas: 'nav top' 'nav main'; gap: 0 3rem; } header { grid-area: top; } main { grid-area: main; } td, th { overflow-wrap: break-word; } nav li ul { display: block; } nav { grid-area: nav; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; align-self: start; } }`;

/** Shows what contains every typed word; where there is a sandbox, also sends what was typed to this very service. */
const SCRIPT = `
  const search = document.querySelector('input[type=search]');
  search.parentElement.hidden = false;
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const entry of document.querySelectorAll('[data-entry]'))
      entry.hidden = !words.every((word) => entry.textContent.toLowerCase().includes(word));
  });
  for (const form of document.querySelectorAll('form[data-path]')) {
    form.hidden = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const body = form.querySelector('textarea')?.value;
      const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const answer = await fetch(form.dataset.path, init).then(async (it) => it.status + '\\n' + (await it.text()), String);
      form.querySelector('output').textContent = answer;
    });
  }`;

/** The page's styles, and the header that allows only them and the script. */
function styles(brand: Brand): { style: string; policy: string } {
  const style = `${colorSheet(brand)}${STYLE}`;
  const of = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  const policy = `default-src 'none'; style-src ${of(style)}; script-src ${of(SCRIPT)}; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { style, policy };
}

const needs = {
  session: 'Needs a session, or a service key with `x-user-id`.',
  service: 'Needs a service key with `x-user-id`.',
  key: 'Needs a service key.',
  signature: "Needs the provider's signature.",
  open: 'Open to everyone.',
};

interface Dressing {
  brand: Brand;
  /** Calls can be tried on the page: nothing costs money. */
  tries: boolean;
}

/** The document for people: one page in the brand's colours, and the policy of its answer. */
export function renderPage(document: Document, { brand, tries }: Dressing): { html: string; policy: string } {
  const { style, policy } = styles(brand);
  const { info, servers, components } = document;
  const base = basePathOf(servers[0]?.url ?? '');
  const schemas = Object.entries(components.schemas).map(([name, schema]) => entry(name, renderSchema(name, schema)));
  const parts = tags.map((tag) => renderPart(tag, { document, base, tries }));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info.title)}: API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="${base}/icon"><style>${style}</style></head><body>
<header><h1>${escapeHtml(info.title)}: API</h1><p>${rich(info.description)}</p>
<p>${servers.map(({ url }) => `<code>${escapeHtml(url)}</code>`).join(', ')} · version ${info.version} · <a href="${base}/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi})</p></header>
<nav aria-label="Parts of the API" tabindex="0"><label hidden>Search <input type="search"></label><ul>${tags.map(renderLinks).join('')}
<li><a href="#credentials">Keys, sessions and tokens</a></li><li><a href="#reasons">Reasons</a></li><li><a href="#schemas">Schemas</a></li></ul></nav><main>
${parts.join('\n')}
<h2 id="credentials">Keys, sessions and tokens</h2>
${entry('keys', renderTable(['Credential', 'How it is made'], credentials))}
<h2 id="reasons">Reasons</h2>
${entry('access', `<h3>Of access</h3>${renderTable(['<code>reason</code>', 'Why'], accessSentences)}`)}
${entry('conflicts', `<h3>Why a plan can’t change (409)</h3>${renderTable(['<code>reason</code>', 'What to do instead'], conflictSentences())}`)}
<h2 id="schemas">Schemas</h2>
${schemas.join('\n')}
</main><script>${SCRIPT}</script></body></html>`;
  return { html, policy };
}

const anchorOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const entry = (name: string, html: string) => `<section data-entry="${name}">${html}</section>`;
const its = (paths: RegExp) => operations.filter(({ path }) => paths.test(path));

function renderLinks({ name, paths }: (typeof tags)[number]): string {
  const links = its(paths).map(({ id, summary }) => `<li><a href="#${id}">${rich(summary)}</a></li>`);
  return `<li><a href="#${anchorOf(name)}">${name}</a><ul>${links.join('')}</ul></li>`;
}

interface Around {
  document: Document;
  base: string;
  tries: boolean;
}

function renderPart({ name, description, paths }: (typeof tags)[number], around: Around): string {
  const rendered = its(paths).map((operation) => entry(operation.id, renderOperation(operation, around)));
  return `<h2 id="${anchorOf(name)}">${name}</h2><p>${rich(description)}</p>\n${rendered.join('\n')}`;
}

interface Described {
  description?: string;
  'x-codeSamples': Sample[];
  requestBody?: { content: Record<string, { example?: object }> };
}

function renderOperation(operation: Operation, { document, base, tries }: Around): string {
  const { id, method, path, summary, auth, body, answers } = operation;
  const { [method]: described } = document.paths[path] as Record<string, Described>;
  const byStatus = answers.toSorted(([one], [other]) => one - other);
  const rows = byStatus.map(
    ([status, schema, when]) =>
      `<tr><td>${status}</td><td>${schema ? `<a href="#${schema}">${schema}</a>` : ''}</td><td>${rich(when)}</td></tr>`,
  );
  const request = body?.schema ? ` Body: <a href="#${body.schema}">${body.schema}</a>.` : '';
  const name = `${method.toUpperCase()} ${path}`;
  const samples = (described?.['x-codeSamples'] ?? []).map(
    ({ lang, source }, index) =>
      `<details${index === 0 ? ' open' : ''}><summary>${lang}</summary><pre tabindex="0" role="region" aria-label="${lang}: ${name}">${escapeHtml(source)}</pre></details>`,
  );
  const isTried = tries && (auth === 'session' || auth === 'open');
  return `<h3 id="${id}"><code>${name}</code></h3>
<p>${rich(summary)}. ${described?.description ? rich(described.description) : ''} ${rich(needs[auth])}${request}</p>
${samples.join('')}${isTried ? renderTrial(name, base + path, described?.requestBody?.content['application/json']?.example) : ''}
<table><thead><tr><th>Status</th><th>Body</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** As whoever is signed in on the pages; the provider is the sandbox. */
function renderTrial(name: string, address: string, example?: object): string {
  const body = example
    ? `<textarea aria-label="Body of ${name}">${escapeHtml(JSON.stringify(example, null, 2))}</textarea>`
    : '';
  return `<details><summary>Try it</summary><form data-path="${address}" hidden>${body}<button>Send</button><output></output></form></details>`;
}

function renderTable([first, second]: [string, string], rows: Record<string, string>): string {
  const cells = Object.entries(rows).map(
    ([name, text]) => `<tr><td><code>${name}</code></td><td>${rich(text)}</td></tr>`,
  );
  return `<table><thead><tr><th>${first}</th><th>${second}</th></tr></thead><tbody>${cells.join('')}</tbody></table>`;
}
