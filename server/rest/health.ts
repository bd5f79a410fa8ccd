import type { RequestHandler } from 'express';
import { readVitals, type Vitals } from '../billing/vitals.ts';
import type { Deps } from '../deps.ts';
import { handle } from './handle.ts';

/** What GET /api/health and /api/health/ready say; null: not known while the database is away. */
export interface Health {
  process: 'up';
  database: 'up' | 'down';
  migrations: 'applied' | 'missing' | null;
  settlements: Vitals['settlements'] | null;
}

/** GET /api/health/live: this process answers, whatever the database does. */
export const liveRoute: RequestHandler = (_request, response) => {
  response.json({ process: 'up' });
};

/** GET /api/health and /api/health/ready: 200 while requests can be served, else 503. */
export function healthRoute({ billing }: Deps) {
  return handle('internal', async (_request, response) => {
    const vitals = await readVitals(billing).catch(() => null);
    response.status(vitals?.migrated ? 200 : 503).json(toHealth(vitals));
  });
}

function toHealth(vitals: Vitals | null): Health {
  if (!vitals) return { process: 'up', database: 'down', migrations: null, settlements: null };
  const { migrated, settlements } = vitals;
  return { process: 'up', database: 'up', migrations: migrated ? 'applied' : 'missing', settlements };
}
