import type { RequestHandler } from 'express';
import { type Deps, trustedOrigins } from '../deps.ts';
import { AppError } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses changes that a page of a foreign origin asks a browser for. Programs send no origin and pass. */
export function refuseForeignOrigins({ settings }: Deps): RequestHandler {
  const trusted = new Set(trustedOrigins(settings));
  return (request, _response, next) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const foreign = origin === undefined ? site === 'cross-site' : !trusted.has(origin);
    next(foreign && !SAFE_METHODS.has(request.method) ? new AppError('forbidden') : undefined);
  };
}
