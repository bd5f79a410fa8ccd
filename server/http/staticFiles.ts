import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { type Brand, plainBrand } from '../brand/brand.ts';
import { AppError } from '../errors.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { type ClientFile, loadClientFiles, type Representation } from './clientBuild.ts';

/** Files below /assets have a hash of their content in their names. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'no-cache';

/**
 * Serves the built pages: hashed files are cached forever, others are revalidated; every other GET is a client-side
 * route.
 */
export function serveClient(brand: Brand = plainBrand, folder = join(packageRoot(), 'dist', 'client')): RequestHandler {
  const files = loadClientFiles(folder, brand);
  return (request, response) => {
    const path = decode(request.path);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || path === null) throw new AppError('not_found');
    const isAsset = path.startsWith('/assets/');
    // Pages have no dot in their last part: such an address is a file that does not exist.
    const isFile = isAsset || /\.[^/]*$/.test(path);
    const file = files.get(path) ?? (isFile ? undefined : files.get('/index.html'));
    if (!file) throw new AppError('not_found');
    response.set('cache-control', isAsset ? FOR_EVER : ASK_EACH_TIME);
    send(file, request, response);
  };
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
