import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { type Deps, trustedOrigins } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { Preparation } from './securityHeaders.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses changes that a page of a foreign origin asks a browser for. Programs name no origin and pass. */
export function refuseForeignOrigins({ settings }: Deps): RequestHandler {
  const trusted = new Set(trustedOrigins(settings));
  return (request, _response, next) => {
    const refused = !SAFE_METHODS.has(request.method) && isForeign(request.headers, trusted);
    next(refused ? new AppError('forbidden') : undefined);
  };
}

/** Browsers name the page's origin with every change; where one doesn't, it says at least how far away the page is. */
function isForeign(headers: IncomingHttpHeaders, trusted: ReadonlySet<string>): boolean {
  const { origin, referer, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return !trusted.has(origin);
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return referer !== undefined && !(URL.canParse(referer) && trusted.has(new URL(referer).origin));
}

/** Who names an `Authorization` is judged by it alone: no cookie stands in for one that is refused. */
export const leaveToAuthorization: Preparation = ({ headers }) => {
  if (headers.authorization !== undefined) delete headers.cookie;
};
