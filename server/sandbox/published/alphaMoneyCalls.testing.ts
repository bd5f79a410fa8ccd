import { type AlphaShop, coupon, itemOf, monthly, paid, subscribe, subscribed } from './alphaShop.testing.ts';
import type { Calls } from './calls.testing.ts';

const promotion = async (shop: AlphaShop) =>
  shop.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: (await coupon(shop)).id } });

const disputed = async (shop: AlphaShop) => {
  const invoice = await shop.stripe.invoices.retrieve((await subscribe(shop)).latest_invoice as string);
  const { id } = await shop.sandbox.control<{ id: string }>('POST', 'disputes', { invoiceId: invoice.id });
  return id;
};

const endpoint = async ({ stripe }: AlphaShop) => (await stripe.webhookEndpoints.list()).data[0]?.id ?? '';
/** Nothing listens at this address. */
const elsewhere = 'http://127.0.0.1:9/';

const second = ({ stripe }: AlphaShop) =>
  stripe.webhookEndpoints.create({ url: elsewhere, enabled_events: ['customer.deleted'] });

const thin = ({ stripe }: AlphaShop) =>
  stripe.v2.core.eventDestinations.create({
    name: 'Thin',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: ['v1.customer.deleted'],
    webhook_endpoint: { url: elsewhere },
  });

/** The open invoice of a renewal whose charge failed. */
async function unpaid(shop: AlphaShop) {
  const { id, customer } = await subscribe(shop);
  await shop.sandbox.control('POST', `subscriptions/${id}/fail_next`);
  await shop.sandbox.control('POST', `subscriptions/${id}/renew`);
  const { data } = await shop.stripe.invoices.list({ customer: customer as string, status: 'open' });
  return data[0]?.id ?? '';
}

/** A test clock at the sandbox's current time. */
async function clock({ stripe, sandbox }: AlphaShop) {
  const { now } = await sandbox.truth();
  return stripe.testHelpers.testClocks.create({ frozen_time: Math.ceil(Date.parse(now) / 1000) });
}

/** The calls about products, payments and webhook endpoints. */
export const alphaMoneyCalls: Calls<AlphaShop> = {
  'products.search': ({ stripe }) => stripe.products.search({ query: "active:'true'" }),
  'products.list': ({ stripe }) => stripe.products.list({ active: true }),
  'products.retrieve': ({ stripe }) => stripe.products.retrieve('prod_pro'),
  'products.create': ({ stripe }) => stripe.products.create({ name: 'A' }),
  'products.update': async ({ stripe }) =>
    stripe.products.update((await stripe.products.create({ name: 'A' })).id, { active: false }),
  'prices.search': ({ stripe }) => stripe.prices.search({ query: "lookup_key:'pro_month' OR active:'true'" }),
  'prices.list': ({ stripe }) => stripe.prices.list({ active: true, expand: ['data.product'] }),
  'prices.list, lookup_keys': ({ stripe }) => stripe.prices.list({ lookup_keys: ['pro_month'] }),
  'prices.retrieve': ({ stripe }) => stripe.prices.retrieve('price_pro_month', { expand: ['product'] }),
  'prices.create': ({ stripe }) => stripe.prices.create({ currency: 'usd', product: 'prod_pro', unit_amount: 100 }),
  'prices.create, weekly': ({ stripe }) =>
    stripe.prices.create({ currency: 'usd', product: 'prod_pro', unit_amount: 100, recurring: { interval: 'week' } }),
  'prices.update': async ({ stripe }) => {
    const made = await stripe.prices.create({ currency: 'usd', product: 'prod_pro', unit_amount: 100 });
    return stripe.prices.update(made.id, { active: false });
  },
  'invoices.search': ({ stripe }) => stripe.invoices.search({ query: "status:'paid' AND total>1" }),
  'invoices.list': ({ stripe, customer }) => stripe.invoices.list({ customer, status: 'paid' }),
  'invoices.retrieve': ({ stripe, invoice }) => stripe.invoices.retrieve(invoice, { expand: ['payments'] }),
  'invoices.listLineItems': ({ stripe, invoice }) => stripe.invoices.listLineItems(invoice),
  'invoices.createPreview': async (shop) => {
    const running = await subscribe(shop);
    const items = [{ id: itemOf(running), price: 'price_pro_year' }];
    return shop.stripe.invoices.createPreview({
      subscription: running.id,
      subscription_details: { items, proration_behavior: 'always_invoice' },
    });
  },
  'invoices.pay': async (shop) => shop.stripe.invoices.pay(await unpaid(shop)),
  'invoices.voidInvoice': async (shop) => shop.stripe.invoices.voidInvoice(await unpaid(shop)),
  'invoices.markUncollectible': async (shop) => shop.stripe.invoices.markUncollectible(await unpaid(shop)),
  'invoicePayments.list': ({ stripe, payment }) =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: payment } }),
  'paymentIntents.search': ({ stripe }) => stripe.paymentIntents.search({ query: "status:'succeeded'" }),
  'paymentIntents.retrieve': ({ stripe, payment }) =>
    stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge', 'payment_method'] }),
  'paymentIntents.list': ({ stripe, customer }) => stripe.paymentIntents.list({ customer }),
  'paymentIntents.confirm': async ({ stripe, customer }) => {
    const { latest_invoice } = await stripe.subscriptions.create({
      customer,
      items: subscribed,
      payment_behavior: 'default_incomplete',
    });
    const { data } = await stripe.invoicePayments.list({ invoice: String(latest_invoice) });
    return stripe.paymentIntents.confirm(String(data[0]?.payment.payment_intent), { payment_method: 'pm_card_visa' });
  },
  'paymentIntents.create': ({ stripe }) => stripe.paymentIntents.create({ amount: 100, currency: 'usd' }),
  'charges.search': ({ stripe }) => stripe.charges.search({ query: 'amount>1' }),
  'charges.retrieve': ({ stripe, charge }) => stripe.charges.retrieve(charge),
  'charges.list': ({ stripe, customer }) => stripe.charges.list({ customer }),
  'refunds.create, in full': async (shop) => shop.stripe.refunds.create({ payment_intent: await paid(shop) }),
  'refunds.create, in part': async (shop) =>
    shop.stripe.refunds.create({ payment_intent: await paid(shop), amount: 100 }),
  'refunds.retrieve': async ({ stripe }) => stripe.refunds.retrieve((await stripe.refunds.list()).data[0]?.id ?? ''),
  'refunds.list': ({ stripe, payment }) => stripe.refunds.list({ payment_intent: payment }),
  'disputes.retrieve': async (shop) => shop.stripe.disputes.retrieve(await disputed(shop)),
  'disputes.list': ({ stripe }) => stripe.disputes.list(),
  'disputes.update, winning_evidence': async (shop) =>
    shop.stripe.disputes.update(await disputed(shop), { evidence: { uncategorized_text: 'winning_evidence' } }),
  'disputes.close': async (shop) => shop.stripe.disputes.close(await disputed(shop)),
  'paymentMethods.list': ({ stripe, customer }) => stripe.paymentMethods.list({ customer, type: 'card' }),
  'paymentMethods.create': ({ stripe }) => stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } }),
  'paymentMethods.retrieve': async ({ stripe, customer }) =>
    stripe.paymentMethods.retrieve((await stripe.paymentMethods.list({ customer })).data[0]?.id ?? ''),
  'paymentMethods.attach': ({ stripe, customer }) => stripe.paymentMethods.attach('pm_card_mastercard', { customer }),
  'paymentMethods.detach': async ({ stripe, customer }) =>
    stripe.paymentMethods.detach((await stripe.paymentMethods.attach('pm_card_mastercard', { customer })).id),
  'coupons.create': coupon,
  'coupons.list': ({ stripe }) => stripe.coupons.list(),
  'promotionCodes.create': promotion,
  'promotionCodes.list': ({ stripe }) => stripe.promotionCodes.list({ active: true }),
  'events.list': ({ stripe }) => stripe.events.list({ types: ['invoice.paid'], created: { gte: 1 }, limit: 3 }),
  'events.retrieve': async ({ stripe }) => stripe.events.retrieve((await stripe.events.list()).data[0]?.id ?? ''),
  'webhookEndpoints.list': ({ stripe }) => stripe.webhookEndpoints.list(),
  'webhookEndpoints.retrieve': async (shop) => shop.stripe.webhookEndpoints.retrieve(await endpoint(shop)),
  'webhookEndpoints.update': async (shop) =>
    shop.stripe.webhookEndpoints.update(await endpoint(shop), { enabled_events: ['*'] }),
  'webhookEndpoints.create': second,
  'webhookEndpoints.del': async (shop) => shop.stripe.webhookEndpoints.del((await second(shop)).id),
  'v2.core.eventDestinations.list': ({ stripe }) => stripe.v2.core.eventDestinations.list(),
  'v2.core.eventDestinations.create, thin': thin,
  'v2.core.eventDestinations.retrieve': async (shop) =>
    shop.stripe.v2.core.eventDestinations.retrieve((await thin(shop)).id, { include: ['webhook_endpoint.url'] }),
  'v2.core.eventDestinations.update': async (shop) =>
    shop.stripe.v2.core.eventDestinations.update((await thin(shop)).id, { name: 'Other' }),
  'v2.core.eventDestinations.disable': async (shop) =>
    shop.stripe.v2.core.eventDestinations.disable((await thin(shop)).id),
  'v2.core.eventDestinations.del': async (shop) => shop.stripe.v2.core.eventDestinations.del((await thin(shop)).id),
  'v2.core.eventDestinations.ping': async (shop) => shop.stripe.v2.core.eventDestinations.ping((await thin(shop)).id),
  'accounts.retrieveCurrent': ({ stripe }) => stripe.accounts.retrieveCurrent(),
  'tax.settings.retrieve': ({ stripe }) => stripe.tax.settings.retrieve(),
  'tax.settings.update': ({ stripe }) => stripe.tax.settings.update({ defaults: { tax_behavior: 'inclusive' } }),
  'balance.retrieve': ({ stripe }) => stripe.balance.retrieve(),
  'testHelpers.testClocks.create': clock,
  'testHelpers.testClocks.retrieve': async (shop) =>
    shop.stripe.testHelpers.testClocks.retrieve((await clock(shop)).id),
  'testHelpers.testClocks.list': ({ stripe }) => stripe.testHelpers.testClocks.list(),
  'testHelpers.testClocks.advance': async (shop) => {
    const { id, frozen_time } = await clock(shop);
    return shop.stripe.testHelpers.testClocks.advance(id, { frozen_time: frozen_time + 60 });
  },
  'testHelpers.testClocks.del': async (shop) => shop.stripe.testHelpers.testClocks.del((await clock(shop)).id),
  'entitlements.activeEntitlements.list': ({ stripe, customer }) =>
    stripe.entitlements.activeEntitlements.list({ customer }),
  'paymentLinks.create': ({ stripe }) => stripe.paymentLinks.create({ line_items: monthly }),
  'quotes.create': ({ stripe, customer }) => stripe.quotes.create({ customer, line_items: monthly }),
  'taxRates.list': ({ stripe }) => stripe.taxRates.list(),
};
