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

interface Starting {
  listener: RequestListener;
  /** What waits is then the app's. */
  handOver(app: RequestListener): void;
}

/**
 * What answers before the service can: it is live, so nobody restarts it while it migrates, and not ready, so nobody
 * routes to it. Proxies that don't probe route to it all the same: everything else waits for the service, for some
 * seconds, and is then 503, which senders of webhooks repeat.
 */
export function startingRoutes(
  settings: Pick<ReadySettings, 'baseUrl' | 'trustProxy' | 'selling'>,
  heldMs = HELD_MS,
): Starting {
  const prepare = [nameRequests(settings.trustProxy), securityHeaders(settings), neverCached];
  const notReady = { status: 503, body: { ...STARTING, selling: settings.selling ? 'on' : 'off', version } };
  const known: Record<string, { status: number; body: object }> = {
    '/api/health/live': { status: 200, body: { process: 'up' } },
    '/api/health/ready': notReady,
    '/api/health': notReady,
  };
  const { status, text } = answers.unavailable;
  const unavailable = { status, body: { error: text } };
  const held = new Set<(app: RequestListener) => void>();
  const listener = below(settings.baseUrl, (request, response) => {
    const probed = known[request.url?.split('?')[0] ?? ''];
    if (probed) return tell(request, response, probed);
    const late = setTimeout(() => {
      held.delete(serve);
      tell(request, response, unavailable);
    }, heldMs);
    const serve = (app: RequestListener) => {
      clearTimeout(late);
      app(request, response);
    };
    held.add(serve);
    // Answered, or its sender is gone: a long migration keeps nothing of it.
    response.once('close', () => {
      clearTimeout(late);
      held.delete(serve);
    });
  });
  const handOver = (app: RequestListener) => {
    for (const serve of held) serve(app);
    held.clear();
  };
  return { listener, handOver };

  function tell(request: IncomingMessage, response: ServerResponse, answer: { status: number; body: object }): void {
    for (const step of prepare) step(request, response);
    if (answer.status !== 200) response.setHeader('retry-after', `${RETRY_SECONDS}`);
    const body = JSON.stringify(answer.body);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
    response.writeHead(answer.status, headers).end(body);
  }
}
