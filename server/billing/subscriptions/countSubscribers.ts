import type { Subscribers } from '../../plans/comparePlans.ts';
import type { With } from '../context.ts';
import { liveInSql } from '../records/subscription.ts';

const COUNT = `SELECT plan, interval, count(*)::int AS count FROM subscription s WHERE ${liveInSql('s')}
  GROUP BY plan, interval ORDER BY plan, interval`;

/** Live subscriptions by plan and interval. */
export async function countSubscribers({ database }: With<'database'>): Promise<Subscribers[]> {
  const { rows } = await database.jobPool.query<Subscribers>(COUNT);
  return rows;
}
