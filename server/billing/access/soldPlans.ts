import type { Pool } from '../../database/client.ts';
import {
  addLeftPlans,
  type Catalogue,
  leftPlans,
  type PlanDefinition,
  planDefinitions,
} from '../../plans/catalogue.ts';
import type { With } from '../context.ts';
import { liveInSql } from '../records/subscription.ts';

/** Completes the catalogue with the plans that left the file: whoever pays for one keeps its last definition. */
export async function loadSoldPlans({ database, plans }: With<'database' | 'plans'>): Promise<void> {
  const { rows } = await database.pool.query<{ definition: PlanDefinition }>('SELECT definition FROM sold_plan');
  const definitions = rows.map(({ definition }) => definition);
  addLeftPlans(plans, definitions);
}

const STORE = `INSERT INTO sold_plan AS p (name, definition) SELECT d->'plan'->>'name', d
    FROM jsonb_array_elements($1::jsonb) AS d
  ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, "writtenAt" = clock_timestamp()
    WHERE p.definition IS DISTINCT FROM excluded.definition`;

/** Stores the plans of the file. A read-only database does not prevent the start. */
async function storeSoldPlans({ database, plans, log }: With<'database' | 'plans' | 'log'>): Promise<void> {
  await database.pool
    .query(STORE, [JSON.stringify(planDefinitions(plans))])
    .catch((error: unknown) => log.warn({ err: error }, 'The plans of the file could not be stored'));
}

export interface LeftPlan {
  plan: string;
  payers: number;
}

const PAYERS = `SELECT plan, count(DISTINCT "userId")::int AS payers FROM subscription s
  WHERE plan = ANY($1) AND ${liveInSql('s')} GROUP BY plan ORDER BY plan`;

/** The plans that left the file while people pay for them. */
export async function countLeftPlans(pool: Pool, plans: Catalogue): Promise<LeftPlan[]> {
  const names = leftPlans(plans);
  if (names.length === 0) return [];
  const { rows } = await pool.query<LeftPlan>(PAYERS, [names]);
  return rows;
}

/** Stores the plans of the file, adds those that left it, and logs how many pay for those; at every start. */
export async function openSoldPlans(billing: With<'database' | 'plans' | 'log'>): Promise<void> {
  const { database, plans, log } = billing;
  await storeSoldPlans(billing);
  await loadSoldPlans(billing);
  for (const { plan, payers } of await countLeftPlans(database.pool, plans)) {
    const text = `${payers} users pay for ${plan}, which is not in ${plans.file} any more: they keep it as it was last`;
    log.warn({ plan, payers }, `${text}. Put it back, with \`sold: false\``);
  }
}
