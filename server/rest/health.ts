import type { RequestHandler } from 'express';
import { isReady } from '../billing/status/readiness.ts';
import type { Deps } from '../deps.ts';
import { version } from '../settings/version.ts';
import { handle } from './handle.ts';

/** GET /api/health/live: this process answers, whatever the database does. */
export const liveRoute: RequestHandler = (_request, response) => {
  response.json({ process: 'up' });
};

/** GET /api/health and /api/health/ready: 200 while requests can be served, else 503. */
export function healthRoute({ readiness, billing }: Deps) {
  return handle('internal', async (_request, response) => {
    const seen = await readiness.read();
    const selling = billing.selling() ? 'on' : 'off';
    response.status(isReady(seen) ? 200 : 503).json({ ...seen, selling, version });
  });
}
