import type { IncomingMessage } from 'node:http';
import { escapeHtml } from '../../brand/escape.ts';
import type { ReadySettings } from '../../deps.ts';
import { basePathOf } from '../basePath.ts';
import { type ClientFile, packed } from '../clientBuild.ts';
import { type Manifest, preloadsOf } from './manifest.ts';
import { type Reader, readerOf, showsSession } from './reader.ts';
import type { Renderer, Written } from './renderer.ts';

export interface DocumentsOptions {
  settings: Pick<ReadySettings, 'brand' | 'baseUrl' | 'login'>;
  /** What pages may know without asking, alike for every reader. */
  common(): { plans: { plans: { name: string }[] }; login: object };
  now(): Date;
}

/** What documents are made of: the built one, dressed. */
export interface Material {
  html: string;
  manifest: Manifest;
  renderer: Renderer;
}

export interface Documents {
  /** The document of a page; one a page, language and price list is kept. */
  documentOf(request: IncomingMessage): Promise<ClientFile>;
  /** Where the start page leads whoever shows no session; null: the page finds out itself. */
  startOf(request: IncomingMessage): string | null;
}

/** Bounds the memory: a document has some 40 kB in all its encodings. */
const MOST_KEPT = 200;
/** Of brotli: somebody waits meanwhile. */
const QUICK = 5;

export function openDocuments({ settings, common, now }: DocumentsOptions, material: Material): Documents {
  const kept = new Map<string, Promise<ClientFile>>();
  const { baseUrl } = settings;
  const base = basePathOf(baseUrl);
  const isAnonymous = (request: IncomingMessage) => settings.login === null && !showsSession(request.headers);

  async function make({ reader, files, plansPage, first, known }: Wanted): Promise<ClientFile> {
    const { name, support } = settings.brand;
    const place = plansPage === null ? null : { pathname: PLANS, search: plansPage };
    const written = place && (await material.renderer.writePlans({ place, known, brand: { name, support }, baseUrl }));
    const asked =
      first === null ? '' : `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(base + first)}" />`;
    const head = `${written ? headOf(written) : ''}${asked}${preloadsOf(material.manifest, files, base)}`;
    const html = fill(material.html, { language: reader.language, known, head, written });
    return { contentType: 'text/html; charset=utf-8', representations: packed(Buffer.from(html), QUICK) };
  }

  return {
    startOf: (request) => (addressOf(request).pathname === '/' && isAnonymous(request) ? base + PLANS : null),
    documentOf(request) {
      const reader = readerOf(request.headers);
      const { plans, login } = common();
      const address = addressOf(request);
      const plansPage = plansQuery(address, plans.plans);
      const files = material.renderer.filesOf(address.pathname, reader.language);
      const nobody = isAnonymous(request);
      const said = { ...reader, plans, login, ...(nobody ? { me: null } : {}) };
      const first = nobody ? null : material.renderer.firstRequestOf(address.pathname);
      const at = now().toISOString();
      const key = JSON.stringify([files, plansPage, first, at.slice(0, 'yyyy-mm-dd'.length), said]);
      const found = kept.get(key) ?? make({ reader, files, plansPage, first, known: { ...said, now: at } });
      kept.delete(key);
      kept.set(key, found);
      found.catch(() => kept.delete(key));
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST_KEPT))) kept.delete(oldest);
      return found;
    },
  };

  function headOf(written: Written): string {
    const address = `${baseUrl}${PLANS}`;
    const { title, description } = written;
    const said = { title, description, url: address, type: 'website', site_name: settings.brand.name };
    const tags = Object.entries(said).flatMap(([name, content]) =>
      content === null ? [] : `<meta property="og:${name}" content="${escapeHtml(content)}" />`,
    );
    return `<link rel="canonical" href="${escapeHtml(address)}" />${tags.join('')}${dataOf('application/ld+json', written.data)}`;
  }
}

interface Wanted {
  reader: Reader;
  /** What the page is made of. */
  files: string[];
  /** The query of a plans page that is written; null: another page, which is not. */
  plansPage: string | null;
  /** The request that the browser makes before any script is there, so that the page needn't wait for it; null: none. */
  first: string | null;
  known: object;
}

const PLANS = '/pricing';

const addressOf = ({ url = '/' }: IncomingMessage) => new URL(url.replace(/^\/+/, '/'), 'http://here.invalid');

/** With only what changes the page, so that no one can make the service keep one for every query. */
function plansQuery({ pathname, searchParams }: URL, plans: { name: string }[]): string | null {
  if (pathname !== PLANS || searchParams.has('seats') || searchParams.has('checkout')) return null;
  const query = new URLSearchParams();
  const [plan, interval] = [searchParams.get('plan'), searchParams.get('interval')];
  if (plan !== null && plans.some(({ name }) => name === plan)) query.set('plan', plan);
  if (interval === 'year' || interval === 'one_time') query.set('interval', interval);
  return `?${query}`;
}

interface Filling {
  language: string;
  known: object;
  head: string;
  written: Written | null;
}

function fill(html: string, { language, known, head, written }: Filling): string {
  const data = dataOf('application/json', known, 'known');
  const filled = html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${written?.body ?? ''}</div>${data}`);
  if (!written) return filled;
  return filled
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(written.title)}</title>`)
    .replace(
      /<meta name="description"[^>]*>/,
      () => `<meta name="description" content="${escapeHtml(written.description)}" />`,
    )
    .replace(/<noscript>.*?<\/noscript>/, '');
}

/** Data is no script: the content security policy lets it stand in the document. */
function dataOf(type: string, data: object, id?: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`;
}
