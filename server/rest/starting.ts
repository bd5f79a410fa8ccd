import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readiness } from '../billing/status/readiness.ts';
import type { ReadySettings } from '../deps.ts';
import { answers } from '../errors.ts';
import { below } from '../http/basePath.ts';
import { nameRequests } from '../http/requests.ts';
import { neverCached, securityHeaders } from '../http/securityHeaders.ts';
import { version } from '../settings/version.ts';

const RETRY_SECONDS = 1;
/** Less than senders of webhooks and proxies wait. */
const HELD_MS = 5_000;
const STARTING: Readiness = { process: 'starting', database: 'down', migrations: null, refetches: null };

/**
 * What answers before the service can: it is live, so nobody restarts it while it migrates, and not ready, so nobody
 * routes to it. Proxies that don't probe route to it all the same: everything else waits for the service, for some
 * seconds, and is then 503, which senders of webhooks repeat.
 */
export function startingRoutes(
  settings: Pick<ReadySettings, 'baseUrl' | 'trustProxy' | 'selling'>,
  whenReady: Promise<RequestListener>,
  heldMs = HELD_MS,
): RequestListener {
  const prepare = [nameRequests(settings.trustProxy), securityHeaders(settings), neverCached];
  const notReady = { status: 503, body: { ...STARTING, selling: settings.selling ? 'on' : 'off', version } };
  const known: Record<string, { status: number; body: object }> = {
    '/api/health/live': { status: 200, body: { process: 'up' } },
    '/api/health/ready': notReady,
    '/api/health': notReady,
  };
  const { status, text } = answers.unavailable;
  const unavailable = { status, body: { error: text } };
  return below(settings.baseUrl, (request, response) => {
    const probed = known[request.url?.split('?')[0] ?? ''];
    if (probed) return tell(request, response, probed);
    const late = setTimeout(() => tell(request, response, unavailable), heldMs);
    response.once('close', () => clearTimeout(late));
    whenReady.then((app) => {
      if (response.headersSent || response.destroyed) return;
      clearTimeout(late);
      app(request, response);
    });
  });

  function tell(request: IncomingMessage, response: ServerResponse, answer: { status: number; body: object }): void {
    for (const step of prepare) step(request, response);
    if (answer.status !== 200) response.setHeader('retry-after', `${RETRY_SECONDS}`);
    const body = JSON.stringify(answer.body);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
    response.writeHead(answer.status, headers).end(body);
  }
}
