import type { Pool } from '../../database/client.ts';
import type { With } from '../context.ts';
import { liveInSql } from '../records/subscription.ts';

/** Live subscriptions of a provider that isn't set up: they are charged there, and we receive no events about them. */
export interface FormerSubscriptions {
  provider: string;
  count: number;
}

/** There are few provider names: each is found by the index, and only those that aren't set up are counted. */
const COUNT = `
  WITH RECURSIVE name AS (
    (SELECT provider FROM subscription ORDER BY provider LIMIT 1)
    UNION ALL
    SELECT (SELECT s.provider FROM subscription s WHERE s.provider > name.provider ORDER BY s.provider LIMIT 1)
    FROM name WHERE name.provider IS NOT NULL
  )
  SELECT s.provider, count(*)::int AS count FROM name JOIN subscription s USING (provider)
  WHERE name.provider <> ALL($1) AND ${liveInSql('s')} GROUP BY s.provider ORDER BY s.provider`;

export async function countFormer(pool: Pool, setUp: readonly string[]): Promise<FormerSubscriptions[]> {
  const { rows } = await pool.query<FormerSubscriptions>(COUNT, [setUp]);
  return rows;
}

/** Logs at the start how many users pay a provider that is not set up. */
export async function warnOfFormer({
  database,
  adapters,
  former,
  log,
}: With<'adapters' | 'database' | 'former' | 'log'>): Promise<void> {
  for (const found of await countFormer(database.pool, [...adapters.keys()])) {
    const level = former.ignored.includes(found.provider) ? 'info' : 'warn';
    const text = `${found.count} live subscriptions are at ${found.provider}, which is not set up: their owners can't cancel here`;
    log[level](found, `${text}. Name it in DRAINING_PROVIDERS, or in IGNORE_FORMER`);
  }
}
