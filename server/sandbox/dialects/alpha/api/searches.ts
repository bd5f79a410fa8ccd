import type { Company } from '../../../core/company.ts';
import { price } from '../objects/catalogue.ts';
import { customer, isGuest } from '../objects/customer.ts';
import { invoice } from '../objects/invoice.ts';
import { charge, paymentIntent } from '../objects/payment.ts';
import { subscription } from '../objects/subscription.ts';
import type { Route } from './call.ts';
import { productsOf } from './products.ts';
import { search } from './search.ts';

interface Kind {
  /** All of them, oldest first. */
  all(company: Company): object[];
  /** The fields that can be searched, beside `created` and `metadata` (docs.stripe.com/search, "Query fields"). */
  by: string[];
}

const bills = ({ store }: Company) => store.all('invoices');

const kinds: Record<string, Kind> = {
  customers: {
    all: (company) =>
      company.store
        .all('customers')
        .filter((each) => each.deletedAt === null && !isGuest(each))
        .map((each) => customer(company, each)),
    by: ['email', 'name', 'phone'],
  },
  subscriptions: {
    all: (company) => company.store.all('subscriptions').map((each) => subscription(company, each)),
    by: ['status'],
  },
  invoices: {
    all: (company) =>
      bills(company)
        .filter(({ reason }) => reason !== 'purchase')
        .map((each) => invoice(company, each)),
    by: ['currency', 'customer', 'number', 'status', 'total'],
  },
  payment_intents: {
    all: (company) =>
      bills(company)
        .filter(({ total }) => total > 0)
        .map((each) => paymentIntent(company, each)),
    by: ['amount', 'currency', 'customer', 'status'],
  },
  charges: {
    all: (company) =>
      bills(company)
        .filter(({ total, attempts }) => total > 0 && attempts > 0)
        .map((each) => charge(company, each)),
    by: ['amount', 'currency', 'customer', 'disputed', 'refunded', 'status'],
  },
  prices: { all: ({ prices }) => prices.map(price), by: ['active', 'currency', 'lookup_key', 'product', 'type'] },
  products: { all: productsOf, by: ['active', 'description', 'name'] },
};

/** Before the routes that take `search` for an id. */
export const searchRoutes: Route[] = Object.entries(kinds).map(([name, { all, by }]) => {
  const url = `/v1/${name}/search`;
  return ['get', url, ({ company, given }) => search(all(company), given, { url, by })];
});
