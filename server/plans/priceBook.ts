import type { KnownPrice, Price } from '../adapters/adapter.ts';
import { type Catalogue, isSold, paidPlan } from './catalogue.ts';
import { classifyPrice, type PriceClass, type StoredPrice } from './priceClass.ts';
import { differenceOf, type PriceDifference } from './priceDifference.ts';

/** An id that is to be ignored, but is not: that many users with a live subscription at it have a plan here. */
export interface NotIgnored {
  provider: string;
  id: string;
  payers: number;
}

/** One provider's prices, by the settings. */
interface PriceSettings {
  prices: readonly Price[];
  /** Ids of prices or products of the company's other products. */
  ignoredPrices?: readonly string[];
}

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
  /** Whose price it is; `product` only if the price may be one that nobody has asked for. */
  classOf(provider: string, id: string, product?: string): PriceClass;
  /** The ids to be ignored, by provider: those of providers without any are left out. */
  toIgnore(): ReadonlyMap<string, readonly string[]>;
  /** Of those, the ones that are not ignored; null: not known yet, and nothing is ignored. */
  notIgnored(): readonly NotIgnored[] | null;
  /** Replaces the stored answers. */
  fill(rows: readonly StoredPrice[], notIgnored: readonly NotIgnored[]): void;
}

export function createPriceBook(catalogue: Catalogue, settings: Readonly<Record<string, PriceSettings>>): PriceBook {
  const listed = (provider: string) => settings[provider]?.prices ?? [];
  const known = new Map(Object.keys(settings).map((provider) => [provider, [...listed(provider)] as KnownPrice[]]));
  const ignoring = createIgnoring(settings);
  let stored: readonly StoredPrice[] = [];

  const storedAt = (provider: string) => stored.filter((row) => row.provider === provider);
  const classOf = (provider: string, id: string, product?: string) => {
    const rules = { plans: catalogue, listed: listed(provider), ignored: ignoring.at(provider) };
    return classifyPrice({ ...rules, stored: storedAt(provider) }, id, product);
  };

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
    stored: storedAt,
    classOf,
    toIgnore: () => ignoring.toIgnore,
    notIgnored: () => ignoring.except,
    planOf: (provider, id) => known.get(provider)?.find((price) => price.id === id)?.plan,
    fill(rows, except) {
      stored = rows;
      ignoring.except = except;
      for (const [provider, prices] of known) {
        const others = storedAt(provider).filter(({ id }) => !listed(provider).some((price) => price.id === id));
        const learnt = others.flatMap(({ id, interval }) => {
          const found = classOf(provider, id);
          return found.class === 'ours' ? [{ id, plan: found.plan, interval: interval ?? undefined }] : [];
        });
        const rankOf = ({ plan }: KnownPrice) => paidPlan(catalogue, plan)?.rank ?? -1;
        const all = [...listed(provider), ...learnt].sort((a, b) => rankOf(a) - rankOf(b));
        prices.splice(0, prices.length, ...all);
      }
    },
  };
}

function createIgnoring(settings: Readonly<Record<string, PriceSettings>>) {
  const all = Object.entries(settings).map(([provider, { ignoredPrices = [] }]) => [provider, ignoredPrices] as const);
  const toIgnore = new Map(all.filter(([, ids]) => ids.length > 0));
  return {
    toIgnore,
    except: null as readonly NotIgnored[] | null,
    at(provider: string): readonly string[] {
      const { except } = this;
      const isIgnored = (id: string) => !except?.some((each) => each.provider === provider && each.id === id);
      return except === null ? [] : (toIgnore.get(provider) ?? []).filter(isIgnored);
    },
  };
}

function isSameOffer(a: Omit<Price, 'id'>, b: Omit<Price, 'id'>): boolean {
  return a.plan === b.plan && a.interval === b.interval;
}
