import type { Billing } from '../context.ts';
import { paidPlans } from '../plans/catalogue.ts';

const IS_STORED = `SELECT 1 FROM access_policy WHERE id = 'current' AND policy = $1 AND ranks = $2`;
const STORE = `INSERT INTO access_policy (id, policy, ranks) VALUES ('current', $1, $2)
  ON CONFLICT (id) DO UPDATE SET policy = excluded.policy, ranks = excluded.ranks, "writtenAt" = now()`;

/** Tells the views what the plans file says. A database that takes no writes now is no reason not to start. */
export async function storePolicy({
  database,
  plans,
  log,
}: Pick<Billing, 'database' | 'plans' | 'log'>): Promise<void> {
  const ranks = Object.fromEntries(paidPlans(plans).map(({ name, rank }) => [name, rank]));
  const policy = [JSON.stringify(plans.access), JSON.stringify(ranks)];
  const { rows } = await database.pool.query(IS_STORED, policy);
  if (rows.length > 0) return;
  await database.pool
    .query(STORE, policy)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'The database’s views of access answer by an older plans file'),
    );
}
