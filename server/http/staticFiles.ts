import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Brand } from '../brand/brand.ts';
import { AppError } from '../errors.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { type ClientFile, DOCUMENT, loadClientFiles, type Representation } from './clientBuild.ts';
import { type DocumentsOptions, openDocuments } from './pages/documents.ts';
import { MANIFEST, type Manifest } from './pages/manifest.ts';
import { loadRenderer } from './pages/renderer.ts';

/** Files below /assets have a hash of their content in their names. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'no-cache';

interface Served {
  brand: Brand;
  /** The path under which the pages live; empty: none. */
  base?: string;
  /** Where the built pages are, and below it what was built of them for the server. */
  folder?: string;
  /** Absent: every page's document is the built one. */
  documents?: DocumentsOptions;
}

/**
 * Serves the built pages: hashed files are cached forever, others are revalidated; every other GET is a client-side
 * route, whose document is written for its reader.
 */
export function serveClient({ brand, base = '', folder = packageRoot(), documents }: Served): RequestHandler {
  const files = loadClientFiles(join(folder, 'dist', 'client'), brand, base);
  const writing = documents && writeDocuments(files, documents, join(folder, 'dist', 'render'));
  return async (request, response) => {
    const path = decode(request.path);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || path === null) throw new AppError('not_found');
    const isAsset = path.startsWith('/assets/');
    // Pages have no dot in their last part: such an address is a file that does not exist.
    const isFile = isAsset || /\.[^/]*$/.test(path);
    response.set('cache-control', isAsset ? FOR_EVER : ASK_EACH_TIME);
    const known = files.get(path);
    if (known) return send(known, request, response);
    const built = files.get(DOCUMENT);
    if (isFile || !built) throw new AppError('not_found');
    const written = await writing;
    const start = written?.startOf(request);
    if (written) response.vary('accept-language, cookie');
    if (start) return response.redirect(start);
    send((await written?.documentOf(request)) ?? built, request, response);
  };
}

async function writeDocuments(files: Map<string, ClientFile>, options: DocumentsOptions, folder: string) {
  const [html, manifest] = [DOCUMENT, MANIFEST].map((path) => files.get(path)?.representations.at(-1)?.body.toString());
  files.delete(MANIFEST);
  const renderer = await loadRenderer(folder);
  return html && manifest && renderer
    ? openDocuments(options, { html, manifest: JSON.parse(manifest) as Manifest, renderer })
    : null;
}

function send(file: ClientFile, request: Request, response: Response): void {
  const { body, etag, encoding } = choose(file, request);
  response.set('etag', etag);
  if (file.representations.length > 1) response.vary('accept-encoding');
  if (request.fresh) return void response.status(304).end();
  if (encoding) response.set('content-encoding', encoding);
  response.set({ 'content-type': file.contentType, 'content-length': `${body.length}` });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function choose({ representations }: ClientFile, request: Request): Representation {
  const accepted = representations.find(({ encoding }) => encoding && request.acceptsEncodings(encoding));
  return accepted ?? (representations.at(-1) as Representation);
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
