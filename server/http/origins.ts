import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';
import { trustedOrigins } from '../settings/trustedOrigins.ts';
import type { Settings } from '../settings/types.ts';
import type { Preparation } from './securityHeaders.ts';

interface OriginSettings {
  settings: Pick<Settings, 'embedOrigins' | 'trustedOrigins'> & { baseUrl: string };
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The specification's writes, in both APIs: its own checks come first, and then their verbs refuse (`permit`). */
const REFUSED_IN_TURN: ReadonlySet<string> = new Set([
  ...['/payments/checkout', '/payments/portal'],
  ...['/trpc/checkout.start', '/trpc/portal.open'],
]);

const foreignPages = new WeakMap<IncomingMessage, string>();

/** Why the caller may write nothing: a page of a foreign origin made a browser send the request. */
export const foreignPageOf = (request: IncomingMessage): string | undefined => foreignPages.get(request);

/** Refuses writes that a page of a foreign origin makes a browser send. Programs send no origin and pass. */
export function refuseForeignOrigins({ settings }: OriginSettings): RequestHandler {
  const trusted = new Set(trustedOrigins(settings));
  const embedding = new Set(settings.embedOrigins);
  return (request, _response, next) => {
    const { method, headers, path } = request;
    // Their cookies don't count, so that nobody is spoken for: see `allowEmbedding`.
    const isEmbedded = path.startsWith('/payments/') && embedding.has(headers.origin ?? '');
    if (SAFE_METHODS.has(method) || isEmbedded || !isForeign(headers, trusted)) return next();
    const reason = reasonOf(headers);
    if (method !== 'POST' || !REFUSED_IN_TURN.has(path)) return next(new AppError('forbidden', { reason }));
    foreignPages.set(request, reason);
    next();
  };
}

/**
 * Browsers send the page's origin with every write; if one doesn't, it at least says whether the page is cross-site.
 */
function isForeign(headers: IncomingHttpHeaders, trusted: ReadonlySet<string>): boolean {
  const { origin, referer, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return !trusted.has(origin);
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return referer !== undefined && !(URL.canParse(referer) && trusted.has(new URL(referer).origin));
}

const CORS = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, if-none-match',
  'access-control-expose-headers': 'etag, retry-after, x-request-id',
  'access-control-max-age': '600',
};

/**
 * Lets the pages of EMBED_ORIGINS read the answers. No cookie counts there: such a page acts by its bearer token alone.
 */
export function allowEmbedding({ settings }: OriginSettings): RequestHandler {
  const own = new Set(trustedOrigins(settings));
  const allowed = new Set(settings.embedOrigins.filter((origin) => !own.has(origin)));
  return (request, response, next) => {
    const { origin = '' } = request.headers;
    if (allowed.size > 0) response.vary('origin');
    if (!allowed.has(origin)) return next();
    delete request.headers.cookie;
    response.set({ ...CORS, 'access-control-allow-origin': origin });
    if (request.method !== 'OPTIONS') return next();
    response.status(204).end();
  };
}

function reasonOf({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): string {
  if (origin !== undefined) return `origin ${origin.slice(0, 100)} is neither BASE_URL's nor in TRUSTED_ORIGINS`;
  return site === undefined ? 'the referer is of a foreign origin' : `the page is ${site}, and no origin is named`;
}

/** A request with an `Authorization` header is judged by it alone: no cookie replaces a refused one. */
export const leaveToAuthorization: Preparation = ({ headers }) => {
  if (headers.authorization !== undefined) delete headers.cookie;
};
