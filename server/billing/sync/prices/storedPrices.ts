import type { Adapter } from '../../../adapters/adapter.ts';
import type { PriceOptions } from '../../../adapters/calls.ts';
import { toDecimal } from '../../../plans/money.ts';
import type { With } from '../../context.ts';
import { findNotIgnored } from './ignoredPrices.ts';

/** Loads what any process learned about prices. */
export async function loadPrices(billing: With<'database' | 'prices' | 'plans' | 'now' | 'log'>): Promise<void> {
  const { database, prices, log } = billing;
  const answers = await database.prisma.providerPrice.findMany({ orderBy: [{ askedAt: 'asc' }, { id: 'asc' }] });
  const before = prices.notIgnored() ?? [];
  const notIgnored = await findNotIgnored(billing, answers);
  prices.fill(answers, notIgnored);
  for (const { provider, id, payers } of notIgnored) {
    if (before.some((each) => each.provider === provider && each.id === id)) continue;
    const setting = `${provider.toUpperCase()}_PRICE_IGNORE`;
    log.warn(
      { provider, price: id, payers },
      `Not ignored: ${payers} live payers of ${id} (${setting}) have a plan here`,
    );
  }
}

/** Asks the provider about one price and stores the answer. A plan that was stored for it before is kept. */
export async function askPrice(
  billing: With<'database' | 'prices'>,
  adapter: Adapter,
  { id, ...options }: PriceOptions & { id: string },
): Promise<void> {
  const { providerPrice } = billing.database.prisma;
  const { provider } = adapter;
  const said = await adapter.fetchPrice(id, options);
  const {
    product = null,
    lookupKey = null,
    minorUnits = null,
    currency = null,
    interval = null,
    perSeat = null,
    taxIncluded = null,
  } = said ?? {};
  const amount = minorUnits === null || currency === null ? null : toDecimal({ minorUnits, currency });
  const answer = {
    product,
    lookupKey,
    amount,
    currency,
    interval,
    perSeat,
    taxIncluded,
    isThere: said !== null,
    askedAt: new Date(),
  };
  await providerPrice.upsert({
    where: { provider_id: { provider, id } },
    create: { provider, id, plan: billing.prices.planOf(provider, id), ...answer },
    update: answer,
  });
}

/** Stores the current lists and product matches, so that prices stay known when the settings no longer name them. */
export async function keepPlans({
  database,
  adapters,
  prices,
}: With<'adapters' | 'database' | 'prices'>): Promise<void> {
  for (const provider of adapters.keys()) {
    for (const { id, plan: before } of prices.stored(provider)) {
      const plan = prices.planOf(provider, id);
      if (plan === undefined || plan === before) continue;
      await database.prisma.providerPrice.update({ where: { provider_id: { provider, id } }, data: { plan } });
    }
  }
}
