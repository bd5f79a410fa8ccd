import type { ProviderPrice } from '../../../database/generated/client.ts';
import { UNKNOWN_PLAN } from '../../../plans/planFile.ts';
import type { NotIgnored } from '../../../plans/priceBook.ts';
import type { With } from '../../context.ts';
import { liveInSql } from '../../records/subscription.ts';

/** It has a plan here, or keeps its last one (`unknown_plan_days`). `$3` now, `$4` those days. */
const HAS_PLAN = `(s.plan <> '${UNKNOWN_PLAN}'
  OR (s."grantedPlan" IS NOT NULL AND s."unknownSince" + make_interval(hours => 24 * $4::int) > $3::timestamptz))`;

/** `$2` pairs of an id to be ignored and a price that it means. */
const NOT_IGNORED = `SELECT i->>0 AS id, count(DISTINCT s."userId")::int AS payers
  FROM jsonb_array_elements($2::jsonb) AS i JOIN subscription s ON s.provider = $1 AND s."priceId" = i->>1
  WHERE ${liveInSql('s')} AND ${HAS_PLAN} GROUP BY 1`;

/** Their live subscribers would lose a plan, so these ids are not ignored. */
export async function findNotIgnored(
  { database, prices, plans, now }: With<'database' | 'prices' | 'plans' | 'now'>,
  answers: readonly ProviderPrice[],
): Promise<NotIgnored[]> {
  const all: NotIgnored[] = [];
  for (const [provider, ids] of prices.toIgnore()) {
    const isListed = (id: string) => prices.listed(provider).some((price) => price.id === id);
    const ofProduct = (product: string) =>
      answers.filter((row) => row.provider === provider && row.product === product && !isListed(row.id));
    const pairs = ids.flatMap((id) => [[id, id], ...ofProduct(id).map((row) => [id, row.id])]);
    const values = [provider, JSON.stringify(pairs), now(), plans.access.unknown_plan_days];
    const { rows } = await database.jobPool.query<Omit<NotIgnored, 'provider'>>(NOT_IGNORED, values);
    all.push(...rows.map((row) => ({ provider, ...row })));
  }
  return all;
}

const UNKNOWN = `SELECT DISTINCT "priceId" AS id FROM subscription
  WHERE provider = $1 AND plan = '${UNKNOWN_PLAN}' AND "priceId" IS NOT NULL`;

const AT_ONCE = 500;

/** Nothing may wait for a forgotten subscription, or be judged beside it. */
const FORGET = `WITH forgotten AS (DELETE FROM subscription WHERE id IN (SELECT s.id FROM subscription s
      WHERE s.provider = $1 AND s."priceId" = $2 AND NOT ${HAS_PLAN} AND (s."grantedPlan" IS NULL OR ${liveInSql('s')})
      LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING id, "userId"),
  refetches AS (DELETE FROM refetch WHERE "subscriptionId" IN (SELECT id FROM forgotten)),
  trials AS (DELETE FROM trial WHERE "subscriptionId" IN (SELECT id FROM forgotten)),
  duplicates AS (DELETE FROM duplicate WHERE state <> 'done'
    AND ("subscriptionId" IN (SELECT id FROM forgotten) OR "keptId" IN (SELECT id FROM forgotten)))
  SELECT "userId" FROM forgotten`;

/**
 * Forgets the subscriptions that were recorded before their price was ignored: no page, call or job meets them again. A
 * reconcile finds them again if the setting no longer names the price.
 */
export async function forgetIgnored({
  database,
  log,
  prices,
  plans,
  now,
  announce,
}: With<'announce' | 'database' | 'log' | 'now' | 'plans' | 'prices'>): Promise<void> {
  for (const provider of prices.toIgnore().keys()) {
    const { rows: unknown } = await database.jobPool.query<{ id: string }>(UNKNOWN, [provider]);
    for (const { id } of unknown.filter((price) => prices.classOf(provider, price.id).class === 'ignored')) {
      const values = [provider, id, now(), plans.access.unknown_plan_days];
      let forgotten = 0;
      for (let more = true; more; ) {
        const { rows } = await database.jobPool.query<{ userId: string }>(FORGET, values);
        for (const { userId } of rows) announce(userId);
        forgotten += rows.length;
        more = rows.length === AT_ONCE;
      }
      if (forgotten > 0) log.info({ provider, price: id, forgotten }, 'Subscriptions to another product are ignored');
    }
  }
}
