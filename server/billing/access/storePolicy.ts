import type { Billing } from '../context.ts';
import { paidPlans } from '../plans/catalogue.ts';

const STORE = `INSERT INTO access_policy AS p (id, policy, ranks) VALUES ('current', $1, $2)
  ON CONFLICT (id) DO UPDATE SET policy = excluded.policy, ranks = excluded.ranks, "writtenAt" = now()
  WHERE p.policy <> excluded.policy OR p.ranks <> excluded.ranks`;

/** Tells the views what the plans file says. */
export async function storePolicy({ database, plans }: Pick<Billing, 'database' | 'plans'>): Promise<void> {
  const ranks = Object.fromEntries(paidPlans(plans).map(({ name, rank }) => [name, rank]));
  await database.pool.query(STORE, [JSON.stringify(plans.access), JSON.stringify(ranks)]);
}
