import type { Creem } from 'creem';
import type { TestSandbox } from '../testing.ts';
import type { Calls } from './calls.testing.ts';

/** The shop's side of the company, with the official client. */
export interface BetaShop {
  creem: Creem;
  sandbox: TestSandbox;
}

let buyers = 0;

const open = ({ creem }: BetaShop, productId = 'price_pro_month', more = {}) => {
  buyers += 1;
  const customer = { email: `buyer${buyers}@example.com` };
  return creem.checkouts.create({ productId, customer, successUrl: 'https://shop.example/', ...more });
};

/** A paid checkout. */
async function sell(shop: BetaShop, productId?: string) {
  const { id } = await open(shop, productId);
  await shop.sandbox.control('POST', `checkouts/${id}/pay`);
  return shop.creem.checkouts.retrieve(id);
}

const idOf = (of: unknown) => (typeof of === 'string' ? of : ((of as { id?: string } | undefined)?.id ?? ''));

const customer = async (shop: BetaShop) => idOf((await sell(shop)).customer);
const subscription = async (shop: BetaShop) => idOf((await sell(shop)).subscription);
const transaction = async (shop: BetaShop) => {
  const { result } = await shop.creem.transactions.search(await customer(shop));
  return result.items[0]?.id ?? '';
};
const coupon = ({ creem }: BetaShop) => {
  buyers += 1;
  const off = {
    type: 'percentage' as const,
    percentage: 20,
    duration: 'once' as const,
    appliesToProducts: ['price_pro_month'],
  };
  return creem.discounts.create({ name: 'Spring', code: `SPRING${buyers}`, ...off });
};
const endpoint = async ({ creem }: BetaShop) => (await creem.webhooks.list()).result.items[0]?.id ?? '';

/** Nothing listens at this address. */
const second = ({ creem }: BetaShop) =>
  creem.webhooks.create({ url: 'http://127.0.0.1:9/', name: 'other', events: ['subscription.expired'] });

/** The calls of `creem` that a shop with subscriptions makes or might try. */
export const betaCalls: Calls<BetaShop> = {
  'checkouts.create': (shop) => open(shop),
  'checkouts.create, one-time': (shop) => open(shop, 'price_pro_once'),
  'checkouts.create, discount code': async (shop) =>
    open(shop, 'price_pro_month', { discountCode: (await coupon(shop)).code }),
  'checkouts.retrieve': sell,
  'customers.create': ({ creem }) => creem.customers.create({ email: 'ann@example.com', name: 'Ann' }),
  'customers.retrieve': ({ creem }) => creem.customers.retrieve(undefined, 'ann@example.com'),
  'customers.list': ({ creem }) => creem.customers.list(1, 10),
  'customers.update': async (shop) =>
    shop.creem.customers.update({ customerId: await customer(shop), metadata: { a: 'b' } }),
  'customers.getOrders': async (shop) => shop.creem.customers.getOrders(await customer(shop)),
  'customers.listSubscriptions': async (shop) => shop.creem.customers.listSubscriptions(await customer(shop)),
  'customers.listLicenses': async (shop) => shop.creem.customers.listLicenses(await customer(shop)),
  'customers.generateBillingLinks': async (shop) =>
    shop.creem.customers.generateBillingLinks({ customerId: await customer(shop) }),
  'subscriptions.get': async (shop) => shop.creem.subscriptions.get(await subscription(shop)),
  'subscriptions.search': ({ creem }) => creem.subscriptions.search(1, 100),
  'subscriptions.cancel, scheduled': async (shop) =>
    shop.creem.subscriptions.cancel(await subscription(shop), { mode: 'scheduled' }),
  'subscriptions.cancel, immediate': async (shop) =>
    shop.creem.subscriptions.cancel(await subscription(shop), { mode: 'immediate' }),
  'subscriptions.pause': async (shop) => shop.creem.subscriptions.pause(await subscription(shop)),
  'subscriptions.resume': async (shop) => {
    const { id } = await shop.creem.subscriptions.pause(await subscription(shop));
    return shop.creem.subscriptions.resume(id);
  },
  'subscriptions.update': async (shop) => {
    const running = await shop.creem.subscriptions.get(await subscription(shop));
    return shop.creem.subscriptions.update(running.id, { items: [{ id: running.items?.[0]?.id, units: 3 }] });
  },
  'subscriptions.upgrade': async (shop) =>
    shop.creem.subscriptions.upgrade(await subscription(shop), { productId: 'price_pro_year' }),
  'products.get': ({ creem }) => creem.products.get('price_pro_month'),
  'products.create': ({ creem }) =>
    creem.products.create({
      name: 'Team',
      description: 'For teams',
      price: 4900,
      currency: 'USD',
      billingType: 'recurring',
      billingPeriod: 'every-month',
    }),
  'products.search': ({ creem }) => creem.products.search(1, 10),
  'transactions.getById': async (shop) => shop.creem.transactions.getById(await transaction(shop)),
  'transactions.search': ({ creem }) => creem.transactions.search(),
  'transactions.refund': async (shop) => shop.creem.transactions.refund({ transactionId: await transaction(shop) }),
  'discounts.create': coupon,
  'discounts.get': async (shop) => shop.creem.discounts.get((await coupon(shop)).id),
  'discounts.search': ({ creem }) => creem.discounts.search(1, 10),
  'discounts.delete': async (shop) => shop.creem.discounts.delete((await coupon(shop)).id),
  'webhooks.list': ({ creem }) => creem.webhooks.list(1, 10),
  'webhooks.get': async (shop) => shop.creem.webhooks.get(await endpoint(shop)),
  'webhooks.create': second,
  'webhooks.update': async (shop) => shop.creem.webhooks.update((await second(shop)).id, { status: 'disabled' }),
  'webhooks.delete': async (shop) => shop.creem.webhooks.delete((await second(shop)).id),
  'webhooks.getSecret': async (shop) => shop.creem.webhooks.getSecret(await endpoint(shop)),
  'stats.getSummary': ({ creem }) => creem.stats.getSummary('USD'),
  'licenses.validate': ({ creem }) => creem.licenses.validate({ key: 'a', instanceId: 'b' }),
  'affiliates.list': ({ creem }) => creem.affiliates.list(),
};
