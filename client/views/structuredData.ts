import type { PlanList, PlanView } from '../trpc.ts';

interface Seller {
  language: 'en' | 'de';
  brand: string;
  /** Of the plans page. */
  address: string;
}

/** How long one payment lasts, in ISO 8601; a one-time payment has none. */
const PERIODS = { month: 'P1M', year: 'P1Y' } as const;

/** What is sold, in schema.org's words: a product a plan, an offer a price. */
export function offersOf({ plans, currency, selling }: Omit<PlanList, 'compare'>, seller: Seller): object {
  const sold = plans.filter(({ purchasable }) => purchasable);
  return {
    '@context': 'https://schema.org',
    '@graph': sold.map((plan) => productOf(plan, { ...seller, currency, selling })),
  };
}

type Terms = Seller & Pick<PlanList, 'currency' | 'selling'>;

function productOf(plan: PlanView, terms: Terms): object {
  const { name, lead } = plan.texts[terms.language] ?? plan.texts.en;
  return {
    '@type': 'Product',
    name,
    description: lead,
    brand: { '@type': 'Brand', name: terms.brand },
    offers: (['month', 'year', 'one_time'] as const).flatMap((interval) => {
      const price = plan.prices[interval];
      return price === null ? [] : [offerOf(plan, { interval, price }, terms)];
    }),
  };
}

interface Sold {
  interval: keyof PlanView['prices'];
  /** A decimal string. */
  price: string;
}

function offerOf({ name, taxIncluded }: PlanView, { interval, price }: Sold, terms: Terms): object {
  const currency = terms.currency.toUpperCase();
  const tax = taxIncluded[interval];
  const query = new URLSearchParams({ plan: name, ...(interval === 'month' ? {} : { interval }) });
  return {
    '@type': 'Offer',
    url: `${terms.address}?${query}`,
    price,
    priceCurrency: currency,
    availability: `https://schema.org/${terms.selling ? 'InStock' : 'OutOfStock'}`,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: currency,
      ...(tax === null ? {} : { valueAddedTaxIncluded: tax }),
      ...(interval === 'one_time' ? {} : { billingDuration: PERIODS[interval] }),
    },
  };
}
