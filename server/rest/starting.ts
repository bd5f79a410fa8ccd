import type { RequestListener } from 'node:http';
import type { Readiness } from '../billing/status/readiness.ts';
import type { ReadySettings } from '../deps.ts';
import { answers } from '../errors.ts';
import { below } from '../http/basePath.ts';
import { nameRequests } from '../http/requests.ts';
import { neverCached, securityHeaders } from '../http/securityHeaders.ts';
import { version } from '../settings/version.ts';

const RETRY_SECONDS = 1;
const STARTING: Readiness = { process: 'starting', database: 'down', migrations: null, refetches: null };

/**
 * What answers before the service can: it is live, so nobody restarts it while it migrates, and not ready, so nobody
 * routes to it. Everything else is 503, which senders of webhooks repeat.
 */
export function startingRoutes(settings: Pick<ReadySettings, 'baseUrl' | 'trustProxy' | 'selling'>): RequestListener {
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
    for (const step of prepare) step(request, response);
    const answer = known[request.url?.split('?')[0] ?? ''] ?? unavailable;
    if (answer.status !== 200) response.setHeader('retry-after', `${RETRY_SECONDS}`);
    const body = JSON.stringify(answer.body);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
    response.writeHead(answer.status, headers).end(body);
  });
}
