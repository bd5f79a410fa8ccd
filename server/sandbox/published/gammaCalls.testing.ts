import type { Polar } from '@polar-sh/sdk';
import { buy, open, someone } from '../dialects/gamma/testing.ts';
import type { TestSandbox } from '../testing.ts';
import type { Calls } from './calls.testing.ts';

/** The shop's side of the company, with the official client. */
export interface GammaShop {
  polar: Polar;
  sandbox: TestSandbox;
}

const sell = ({ sandbox }: GammaShop, more = {}) => buy(sandbox, { ...someone(), ...more });
const running = async (shop: GammaShop) => (await sell(shop)).subscriptionId;
const customer = async (shop: GammaShop) => (await sell(shop)).customerId;

const order = async (shop: GammaShop) => {
  const { result } = await shop.polar.orders.list({ customerId: await customer(shop) });
  return result.items[0]?.id ?? '';
};

const checkoutId = async ({ sandbox }: GammaShop) => String((await open(sandbox, someone())).id);

const disputed = async (shop: GammaShop) => {
  const { id } = await shop.sandbox.control<{ id: string }>('POST', 'disputes', { invoiceId: await order(shop) });
  return id;
};

const coupon = ({ polar }: GammaShop) =>
  polar.discounts.create({ name: 'Spring', type: 'percentage', basisPoints: 2000, duration: 'once' });

const endpoint = async ({ polar }: GammaShop) =>
  (await polar.webhooks.listWebhookEndpoints({})).result.items[0]?.id ?? '';

/** Nothing listens at this address. */
const second = ({ polar }: GammaShop) =>
  polar.webhooks.createWebhookEndpoint({ url: 'http://127.0.0.1:9/', format: 'raw', events: ['checkout.expired'] });

/** A monthly product. */
const made = ({ polar }: GammaShop, priceAmount: number) =>
  polar.products.create({
    name: 'Made',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount, priceCurrency: 'usd' }],
  });

type Update = Parameters<Polar['subscriptions']['update']>[0]['subscriptionUpdate'];
const updating = (subscriptionUpdate: Update) => async (shop: GammaShop) =>
  shop.polar.subscriptions.update({ id: await running(shop), subscriptionUpdate });

/** The calls of `@polar-sh/sdk` that a shop with subscriptions makes or might try. */
export const gammaCalls: Calls<GammaShop> = {
  'checkouts.create': ({ polar }) => polar.checkouts.create({ products: ['price_pro_month'] }),
  'checkouts.create, discount': async (shop) =>
    shop.polar.checkouts.create({ products: ['price_pro_month'], discountId: (await coupon(shop)).id }),
  'checkouts.get': async (shop) => shop.polar.checkouts.get({ id: await checkoutId(shop) }),
  'checkouts.list': ({ polar }) => polar.checkouts.list({}),
  'checkouts.update': async (shop) =>
    shop.polar.checkouts.update({ id: await checkoutId(shop), checkoutUpdate: { customerEmail: 'ann@example.com' } }),
  'customers.create': ({ polar }) => polar.customers.create({ email: 'cal@example.com', externalId: 'cal' }),
  'customers.get': async (shop) => shop.polar.customers.get({ id: await customer(shop) }),
  'customers.list': ({ polar }) => polar.customers.list({ email: 'cal@example.com' }),
  'customers.list, query': ({ polar }) => polar.customers.list({ query: 'cal@' }),
  'customers.update': async (shop) =>
    shop.polar.customers.update({ id: await customer(shop), customerUpdate: { name: 'Ann' } }),
  'customers.delete': async (shop) => shop.polar.customers.delete({ id: await customer(shop) }),
  'customers.getExternal': ({ polar }) => polar.customers.getExternal({ externalId: 'cal' }),
  'customers.updateExternal': ({ polar }) =>
    polar.customers.updateExternal({ externalId: 'cal', customerUpdateExternalID: { name: 'Cal' } }),
  'customers.getState': async (shop) => shop.polar.customers.getState({ id: await customer(shop) }),
  'customers.getStateExternal': ({ polar }) => polar.customers.getStateExternal({ externalId: 'cal' }),
  'customers.deleteExternal': ({ polar }) => polar.customers.deleteExternal({ externalId: 'cal' }),
  'customers.listPaymentMethods': async (shop) => shop.polar.customers.listPaymentMethods({ id: await customer(shop) }),
  'customerSessions.create': async (shop) =>
    shop.polar.customerSessions.create({ customerId: await customer(shop), returnUrl: 'https://shop.example/' }),
  'subscriptions.get': async (shop) => shop.polar.subscriptions.get({ id: await running(shop) }),
  'subscriptions.list': ({ polar }) => polar.subscriptions.list({ active: true }),
  'subscriptions.create, free': async (shop) =>
    shop.polar.subscriptions.create({ productId: (await made(shop, 0)).id, customerId: await customer(shop) }),
  'subscriptions.create, paid': async (shop) =>
    shop.polar.subscriptions.create({ productId: 'price_pro_month', customerId: await customer(shop) }),
  'subscriptions.export': ({ polar }) => polar.subscriptions.export({}),
  'subscriptions.update, product': updating({ productId: 'price_pro_year', prorationBehavior: 'invoice' }),
  'subscriptions.update, product at the next period': updating({
    productId: 'price_starter_month',
    prorationBehavior: 'next_period',
  }),
  'subscriptions.update, seats': updating({ seats: 3 }),
  'subscriptions.update, discount': async (shop) => updating({ discountId: (await coupon(shop)).id })(shop),
  'subscriptions.update, trial': updating({ trialEnd: new Date(Date.now() + 864_000_000) }),
  'subscriptions.update, cancel': updating({ cancelAtPeriodEnd: true }),
  'subscriptions.update, revoke': updating({ revoke: true }),
  'subscriptions.update, billing period': updating({ currentBillingPeriodEnd: new Date(Date.now() + 864_000_000) }),
  'subscriptions.revoke': async (shop) => shop.polar.subscriptions.revoke({ id: await running(shop) }),
  'orders.get': async (shop) => shop.polar.orders.get({ id: await order(shop) }),
  'orders.list': ({ polar }) => polar.orders.list({}),
  'orders.update': async (shop) =>
    shop.polar.orders.update({ id: await order(shop), orderUpdate: { billingName: 'Ann', billingAddress: null } }),
  'orders.generateInvoice': async (shop) => shop.polar.orders.generateInvoice({ id: await order(shop) }),
  'orders.invoice': async (shop) => {
    const id = await order(shop);
    await shop.polar.orders.generateInvoice({ id });
    return shop.polar.orders.invoice({ id });
  },
  'refunds.create, in part': async (shop) =>
    shop.polar.refunds.create({ orderId: await order(shop), reason: 'customer_request', amount: 100 }),
  'refunds.list': ({ polar }) => polar.refunds.list({}),
  'products.get': ({ polar }) => polar.products.get({ id: 'price_pro_month' }),
  'products.list': ({ polar }) => polar.products.list({ isArchived: false }),
  'products.create': (shop) => made(shop, 500),
  'payments.list': ({ polar }) => polar.payments.list({}),
  'disputes.list': ({ polar }) => polar.disputes.list({}),
  'disputes.get': async (shop) => shop.polar.disputes.get({ id: await disputed(shop) }),
  'discounts.create': coupon,
  'discounts.list': ({ polar }) => polar.discounts.list({}),
  'discounts.get': async (shop) => shop.polar.discounts.get({ id: (await coupon(shop)).id }),
  'discounts.delete': async (shop) => shop.polar.discounts.delete({ id: (await coupon(shop)).id }),
  'webhooks.listWebhookEndpoints': ({ polar }) => polar.webhooks.listWebhookEndpoints({}),
  'webhooks.getWebhookEndpoint': async (shop) => shop.polar.webhooks.getWebhookEndpoint({ id: await endpoint(shop) }),
  'webhooks.createWebhookEndpoint': second,
  'webhooks.updateWebhookEndpoint': async (shop) =>
    shop.polar.webhooks.updateWebhookEndpoint({
      id: (await second(shop)).id,
      webhookEndpointUpdate: { enabled: false },
    }),
  'webhooks.resetWebhookEndpointSecret': async (shop) =>
    shop.polar.webhooks.resetWebhookEndpointSecret({ id: (await second(shop)).id }),
  'webhooks.deleteWebhookEndpoint': async (shop) =>
    shop.polar.webhooks.deleteWebhookEndpoint({ id: (await second(shop)).id }),
  'webhooks.listWebhookDeliveries': ({ polar }) => polar.webhooks.listWebhookDeliveries({}),
  'organizations.listOrganizations': ({ polar }) => polar.organizations.listOrganizations({}),
  'organizations.get': async ({ polar }) => {
    const { result } = await polar.organizations.listOrganizations({});
    return polar.organizations.get({ id: result.items[0]?.id ?? '' });
  },
  'events.ingest': ({ polar }) => polar.events.ingest({ events: [{ name: 'used', externalCustomerId: 'cal' }] }),
  'benefits.list': ({ polar }) => polar.benefits.list({}),
  'checkoutLinks.list': ({ polar }) => polar.checkoutLinks.list({}),
};
