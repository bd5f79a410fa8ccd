import type { Deps } from '../deps.ts';
import { handle } from './handle.ts';

/** GET /api/health: 200 while the database answers, else 503. */
export function healthRoute({ billing }: Deps) {
  return handle('internal', async (_request, response) => {
    const database = await billing.database.pool.query('SELECT 1').then(
      () => 'up',
      () => 'down',
    );
    response.status(database === 'up' ? 200 : 503).json({ process: 'up', database });
  });
}
