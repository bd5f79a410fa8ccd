import type { Billing } from '../context.ts';
import { mostSeats, paidPlans } from '../plans/catalogue.ts';

const IS_STORED = `SELECT 1 FROM access_policy WHERE id = 'current' AND policy = $1 AND ranks = $2 AND seats = $3`;
const STORE = `INSERT INTO access_policy (id, policy, ranks, seats) VALUES ('current', $1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET policy = excluded.policy, ranks = excluded.ranks, seats = excluded.seats,
    "writtenAt" = now()`;

/** Stores the plans file's policy for the SQL views. A read-only database does not prevent the start. */
export async function storePolicy({
  database,
  plans,
  log,
}: Pick<Billing, 'database' | 'plans' | 'log'>): Promise<void> {
  const ranks = paidPlans(plans).map(({ name, rank }) => [name, rank]);
  const seats = plans.plans.map((plan) => [plan.name, { min: plan.seats.min, max: mostSeats(plan) }]);
  const policy = [plans.access, Object.fromEntries(ranks), Object.fromEntries(seats)].map((part) =>
    JSON.stringify(part),
  );
  const { rows } = await database.pool.query(IS_STORED, policy);
  if (rows.length > 0) return;
  await database.pool
    .query(STORE, policy)
    .catch((error: unknown) => log.warn({ err: error }, 'The database’s access views still use an older plans file'));
}
