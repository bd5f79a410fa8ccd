import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Express, type RequestHandler } from 'express';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { Preparation } from '../http/securityHeaders.ts';
import { answerErrors, isNotSelling } from './errors.ts';
import { handle } from './handle.ts';

/** GET /metrics on the main port, for Prometheus with METRICS_TOKEN; without a token the route does not exist. */
export function metricsRoute(deps: Deps): RequestHandler {
  return deps.settings.metricsToken ? exposeRoute(deps) : handle('internal', refuse);
}

async function refuse(): Promise<never> {
  throw new AppError('not_found');
}

function exposeRoute({ metrics, settings: { metricsToken } }: Deps): RequestHandler {
  return handle('internal', async (request, response) => {
    if (!metrics) return refuse();
    if (metricsToken && !isSame(request.get('authorization') ?? '', `Bearer ${metricsToken}`)) {
      response.set('www-authenticate', 'Bearer');
      throw new AppError('unauthorized');
    }
    const { contentType, text } = await metrics.expose();
    response.set({ 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  });
}

/** The separate listener of METRICS_PORT, which needs a token only if one is set; it serves nothing else. */
export function createMetricsApp(deps: Deps): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/metrics', exposeRoute(deps));
  app.use(handle('internal', refuse));
  app.use(answerErrors(deps.log));
  return app;
}

/** Digests, since their lengths are always equal. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export const PAGE = 'page';
/** What an address begins with, the longest first, and its label. */
export const ENDPOINTS: readonly [prefix: string, endpoint: string][] = [
  ['/api/webhooks/', 'webhook'],
  ['/api/payments/checkout', 'checkout'],
  ['/api/payments/subscriptions', 'subscriptions'],
  ['/api/payments/subscription', 'subscription'],
  ['/api/payments/access', 'access'],
  ['/api/payments/changes', 'changes'],
  ['/api/payments/change', 'change'],
  ['/api/payments/history', 'history'],
  ['/api/payments/plans', 'plans'],
  ['/api/payments/embed-token', 'embed-token'],
  ['/api/payments/portal', 'portal'],
  ['/api/auth/', 'auth'],
  ['/api/trpc/', 'trpc'],
  ['/api/health', 'health'],
  ['/api/', 'api'],
];

/** Times every answer by its endpoint; streams are left out, because they last as long as a page is open. */
export function timeRequests({ metrics }: Deps): Preparation {
  if (!metrics) return () => {};
  metrics.expectRequests([...ENDPOINTS.map(([, endpoint]) => endpoint), PAGE]);
  return ({ url = '' }, response) => {
    const begun = performance.now();
    response.once('finish', () => {
      if (`${response.getHeader('content-type')}`.startsWith('text/event-stream')) return;
      const endpoint = ENDPOINTS.find(([prefix]) => url.startsWith(prefix))?.[1] ?? PAGE;
      const status = isNotSelling(response) ? 'not_selling' : `${response.statusCode}`;
      metrics.observeRequest(endpoint, status, (performance.now() - begun) / 1000);
    });
  };
}
