import { join } from 'node:path';
import express, { Router } from 'express';
import { AppError } from '../errors.ts';
import { packageRoot } from '../packageRoot.ts';

/** The built pages: hashed files for ever, the page itself never from a cache; every other GET is a route of theirs. */
export function serveClient(): Router {
  const folder = join(packageRoot(), 'dist', 'client');
  const router = Router();
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: false }),
  );
  router.use(express.static(folder, { index: false }));
  router.use((request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !isDecodable(request.path)) throw new AppError('not_found');
    response.set('cache-control', 'no-cache');
    response.sendFile(join(folder, 'index.html'), { etag: true }, (error) => error && next(error));
  });
  return router;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
