import type { Adapter, Price } from '../../../adapters/adapter.ts';
import type { CallOptions } from '../../../adapters/calls.ts';
import { isSold } from '../../../plans/catalogue.ts';
import { chargedAs, type PriceDifference, shownAs } from '../../../plans/priceDifference.ts';
import { mostBought } from '../../../plans/seats.ts';
import type { With } from '../../context.ts';
import { askPrice, keepPlans, loadPrices } from './storedPrices.ts';

export interface ComparedPrice extends PriceDifference, Price {
  /** New buyers get this price; the others are older ones. */
  isOffered: boolean;
  /** It is offered but charged differently from the displayed price: not sold until both agree. */
  differs: boolean;
  /** It is offered by the seat, and the provider's price isn't: one seat alone can be bought. */
  refusesSeats: boolean;
  /** false: the provider adds the tax; null: there is none, or the provider does not say. */
  taxIncluded: boolean | null;
}

/**
 * Asks the provider for every price in the settings, and compares the charge with the plans file. Rejects when the
 * provider is unavailable: the known state then stays.
 */
export async function comparePrices(
  billing: With<'adapters' | 'database' | 'log' | 'now' | 'plans' | 'prices'>,
  adapter: Adapter,
  call: CallOptions = {},
): Promise<ComparedPrice[]> {
  const { log, prices } = billing;
  const { provider } = adapter;
  const defaults = {};
  for (const { id } of prices.listed(provider)) await askPrice(billing, adapter, { id, defaults, ...call });
  await loadPrices(billing);
  await keepPlans(billing);
  const compared = prices.listed(provider).map((price) => compare(billing, provider, price));
  for (const { plan, interval, id, ours, theirs, differs, refusesSeats } of compared) {
    const fields = { provider, plan, interval, price: id, ours, theirs };
    if (refusesSeats) log.warn(fields, `Sold with one seat only: ${plan}, whose price at ${provider} is not per seat`);
    if (differs) log.error(fields, `Not sold: ${plan} is shown as ${ours}, and ${provider} charges ${theirs}`);
  }
  return compared;
}

function compare({ plans, prices }: With<'plans' | 'prices'>, provider: string, price: Price): ComparedPrice {
  const said = prices.stored(provider).find(({ id }) => id === price.id);
  const isOffered = isSold(plans, price.plan) && prices.isFirst(provider, price);
  return {
    ...price,
    ours: shownAs(plans, price) ?? 'not shown',
    theirs: said ? chargedAs(said) : 'not asked',
    isOffered,
    differs: isOffered && prices.difference(provider, price) !== null,
    refusesSeats: isOffered && !prices.takesSeats(provider, price, mostBought(plans, price)),
    taxIncluded: said?.taxIncluded ?? null,
  };
}

/** A finished run reports them too. */
export async function recordPriceDrifts(
  { database }: With<'database'>,
  { id: runId, provider }: { id: string; provider: string },
  compared: readonly ComparedPrice[],
): Promise<void> {
  await database.prisma.drift.createMany({
    data: compared
      .filter(({ differs }) => differs)
      .map(({ id, plan, ours, theirs }) => ({
        runId,
        provider,
        class: 'price',
        key: `price ${id}`,
        providerSubscriptionId: '',
        ours: `${plan}: ${ours}`,
        theirs: `${id}: ${theirs}`,
      })),
    skipDuplicates: true,
  });
}

/** Runs in the background at the start: whatever the provider answers, even nothing, the start succeeds. */
export async function comparePricesOnce(
  billing: With<'adapters' | 'database' | 'log' | 'now' | 'plans' | 'prices'>,
  signal: AbortSignal,
): Promise<void> {
  for (const adapter of billing.adapters.values()) {
    try {
      await comparePrices(billing, adapter, { signal });
    } catch (error) {
      if (signal.aborted) return;
      billing.log.warn({ err: error, provider: adapter.provider }, 'The prices could not be compared');
    }
  }
}
