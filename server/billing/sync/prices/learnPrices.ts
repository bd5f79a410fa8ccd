import type { Adapter } from '../../../adapters/adapter.ts';
import { UNKNOWN_PLAN } from '../../../plans/planFile.ts';
import type { Billing, With } from '../../context.ts';
import { type Away, createAway } from '../../jobs/away.ts';
import type { Job } from '../../jobs/job.ts';
import { forgetIgnored } from './ignoredPrices.ts';
import { askPrice, keepPlans, loadPrices } from './storedPrices.ts';

const EVERY_MS = 5_000;
const MINUTE_MS = 60_000;
const AT_ONCE = 500;

const UNKNOWN = `SELECT DISTINCT provider, "priceId" AS id FROM subscription
  WHERE plan = '${UNKNOWN_PLAN}' AND "priceId" IS NOT NULL`;

const GIVE = `UPDATE subscription SET plan = $3, "grantedPlan" = NULL, "grantedAt" = NULL, "unknownSince" = NULL,
    version = version + 1
  WHERE id IN (SELECT id FROM subscription WHERE provider = $1 AND "priceId" = $2 AND plan = '${UNKNOWN_PLAN}'
    LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING "userId"`;

/** Asks for prices that were never asked for, and gives their subscribers the plan. Every process learns it. */
export function priceJob(billing: Billing): Job {
  const away = createAway();
  return {
    name: 'price ids',
    everyMs: EVERY_MS,
    limitMs: MINUTE_MS,
    lateMs: 30 * MINUTE_MS,
    runs: 'all',
    recovers: true,
    run: (signal) => learnPrices(billing, { signal, away }),
  };
}

interface LearnOptions {
  signal?: AbortSignal;
  away?: Away;
}

interface PriceKey {
  provider: string;
  id: string;
}

export async function learnPrices(billing: Billing, options: LearnOptions = {}): Promise<void> {
  const { database, adapters, prices } = billing;
  await loadPrices(billing);
  const { rows: unknown } = await database.jobPool.query<PriceKey>(UNKNOWN);
  for (const adapter of adapters.values()) {
    if (!options.away?.names().includes(adapter.provider))
      await askWhatIsNew(billing, adapter, { ...options, unknown });
  }
  await loadPrices(billing);
  await keepPlans(billing);
  for (const { provider, id } of unknown) {
    const plan = prices.planOf(provider, id);
    if (plan !== undefined) await givePlan(billing, { provider, id, plan });
  }
  await forgetIgnored(billing);
}

type Asking = LearnOptions & { unknown: readonly PriceKey[] };

async function askWhatIsNew(
  billing: With<'database' | 'log' | 'prices'>,
  adapter: Adapter,
  { unknown, signal, away }: Asking,
) {
  const { log, prices } = billing;
  const { provider } = adapter;
  const asked = new Set(prices.stored(provider).map(({ id }) => id));
  const met = unknown.filter((price) => price.provider === provider);
  const defaults = {};
  const wanted = new Set([...prices.listed(provider), ...met].map(({ id }) => id));
  for (const id of wanted) {
    if (asked.has(id)) continue;
    try {
      await askPrice(billing, adapter, { id, signal, defaults });
    } catch (error) {
      signal?.throwIfAborted();
      log.warn({ err: error, provider, price: id }, 'A price could not be fetched');
      away?.note(provider);
      return;
    }
  }
}

async function givePlan(
  { database, log, announce }: With<'announce' | 'database' | 'log'>,
  { provider, id, plan }: PriceKey & { plan: string },
) {
  let given = 0;
  for (let more = true; more; ) {
    const { rows } = await database.jobPool.query<{ userId: string }>(GIVE, [provider, id, plan]);
    for (const { userId } of rows) announce(userId);
    given += rows.length;
    more = rows.length === AT_ONCE;
  }
  log.info({ provider, price: id, plan, subscriptions: given }, 'The plan of a price became known');
}
