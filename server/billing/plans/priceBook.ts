import type { KnownPrice, Price } from '../../adapters/adapter.ts';
import type { ProviderPrice } from '../../database/generated/client.ts';
import { type Catalogue, isSold, paidPlan } from './catalogue.ts';
import { differenceOf, type PriceDifference } from './priceDifference.ts';

/** The provider's answer about a price, and the plan that the price belongs to. */
export type StoredPrice = Omit<ProviderPrice, 'askedAt'>;

/** All known prices: from the settings, and from the providers' answers. */
export interface PriceBook {
  /**
   * The prices by which adapters recognise plans. The array's identity never changes; it grows as prices are learned.
   */
  known(provider: string): readonly KnownPrice[];
  /** The prices from the settings. */
  listed(provider: string): readonly Price[];
  /** Of those, the ones that checkouts sell: the plan is sold, and the provider charges the displayed price. */
  sold(provider: string): readonly Price[];
  /** Of several ids for a plan and interval, the first is sold. */
  isFirst(provider: string, price: Price): boolean;
  /** How the charged price differs from the displayed one; null: they agree, or the provider was never asked. */
  difference(provider: string, price: Price): PriceDifference | null;
  /** The first ids of plans that are sold. */
  differences(provider: string): (Price & PriceDifference)[];
  /** Whether so many seats can be bought at once: where the provider doesn't say, they can. */
  takesSeats(provider: string, offer: Omit<Price, 'id'>, seats: number): boolean;
  /** Whether the price includes the tax; false: the provider adds it; null: there is none, or nobody says. */
  taxIncluded(provider: string, offer: Omit<Price, 'id'>): boolean | null;
  stored(provider: string): readonly StoredPrice[];
  /** The plan of a price, a function of its id alone; undefined: unknown. */
  planOf(provider: string, id: string): string | undefined;
  /** Replaces the stored answers. */
  fill(rows: readonly StoredPrice[]): void;
}

export function createPriceBook(
  catalogue: Catalogue,
  listedBy: Readonly<Record<string, { prices: readonly Price[] }>>,
): PriceBook {
  const listed = (provider: string) => listedBy[provider]?.prices ?? [];
  const known = new Map(Object.keys(listedBy).map((provider) => [provider, [...listed(provider)] as KnownPrice[]]));
  let stored: readonly StoredPrice[] = [];

  const difference = (provider: string, price: Price) =>
    differenceOf(
      catalogue,
      price,
      stored.find((row) => row.provider === provider && row.id === price.id),
    );
  const isFirst = (provider: string, price: Price) =>
    listed(provider).find((other) => isSameOffer(other, price))?.id === price.id;
  const saidOf = (provider: string, offer: Omit<Price, 'id'>) => {
    const first = listed(provider).find((price) => isSameOffer(price, offer));
    return stored.find((row) => row.provider === provider && row.id === first?.id);
  };
  const sold = (provider: string) =>
    listed(provider).filter((price) => isFirst(provider, price) && !difference(provider, price));
  return {
    listed,
    sold,
    isFirst,
    difference,
    differences: (provider) =>
      listed(provider).flatMap((price) => {
        const found = isFirst(provider, price) && isSold(catalogue, price.plan) && difference(provider, price);
        return found ? [{ ...price, ...found }] : [];
      }),
    takesSeats: (provider, offer, seats) => seats <= 1 || saidOf(provider, offer)?.perSeat !== false,
    taxIncluded: (provider, offer) => saidOf(provider, offer)?.taxIncluded ?? null,
    known: (provider) => known.get(provider) ?? [],
    stored: (provider) => stored.filter((row) => row.provider === provider),
    planOf: (provider, id) => known.get(provider)?.find((price) => price.id === id)?.plan,
    fill(rows) {
      stored = rows;
      for (const [provider, prices] of known) {
        const own = rows.filter((row) => row.provider === provider);
        prices.splice(0, prices.length, ...learnt(catalogue, listed(provider), own));
      }
    },
  };
}

function isSameOffer(a: Omit<Price, 'id'>, b: Omit<Price, 'id'>): boolean {
  return a.plan === b.plan && a.interval === b.interval;
}

/** The settings come first, whatever is stored. */
function learnt(catalogue: Catalogue, listed: readonly Price[], rows: readonly StoredPrice[]): KnownPrice[] {
  const others = rows.filter(({ id }) => !listed.some((price) => price.id === id));
  return [
    ...listed,
    ...others.flatMap((row) => {
      const plan = planOf(row, listed, rows);
      return plan !== undefined && paidPlan(catalogue, plan)
        ? [{ id: row.id, plan, interval: row.interval ?? undefined }]
        : [];
    }),
  ];
}

/**
 * The stored plan; otherwise the listed plan that its product or lookup key names, or whose prices all belong to its
 * product.
 */
function planOf(row: StoredPrice, listed: readonly Price[], rows: readonly StoredPrice[]): string | undefined {
  if (row.plan !== null) return row.plan;
  const named = listed.find(({ id }) => id === row.product || id === row.lookupKey)?.plan;
  if (named !== undefined || row.product === null) return named;
  const siblings = rows.filter(({ product }) => product === row.product).map(({ id }) => id);
  const plans = new Set(listed.filter(({ id }) => siblings.includes(id)).map(({ plan }) => plan));
  return plans.size === 1 ? [...plans][0] : undefined;
}
