import type Stripe from 'stripe';
import { type AlphaShop, back, monthly, paid, subscribe } from './alphaShop.testing.ts';
import type { Calls } from './calls.testing.ts';

type Update = Stripe.SubscriptionUpdateParams;

/** An update of a fresh subscription. */
const updating = (change: (running: Stripe.Subscription) => Update) => async (shop: AlphaShop) => {
  const running = await subscribe(shop);
  return shop.stripe.subscriptions.update(running.id, change(running));
};

const itemOf = ({ items }: Stripe.Subscription) => items.data[0]?.id;

const opening = (more: Stripe.Checkout.SessionCreateParams) => (shop: AlphaShop) =>
  shop.stripe.checkout.sessions.create({ success_url: back, ...more });

const scheduled = async (shop: AlphaShop) =>
  shop.stripe.subscriptionSchedules.create({ from_subscription: (await subscribe(shop)).id });

const coupon = ({ stripe }: AlphaShop) => stripe.coupons.create({ percent_off: 20, duration: 'once' });

const promotion = async (shop: AlphaShop) =>
  shop.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: (await coupon(shop)).id } });

const disputed = async (shop: AlphaShop) => {
  const invoice = await shop.stripe.invoices.retrieve((await subscribe(shop)).latest_invoice as string);
  const { id } = await shop.sandbox.control<{ id: string }>('POST', 'disputes', { invoiceId: invoice.id });
  return id;
};

const endpoint = async ({ stripe }: AlphaShop) => (await stripe.webhookEndpoints.list()).data[0]?.id ?? '';
/** An address where nobody is. */
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

const portalSettings = async ({ stripe }: AlphaShop) =>
  (await stripe.billingPortal.configurations.list()).data[0]?.id ?? '';

/** The calls of `stripe` that a shop with subscriptions makes or might try. */
export const alphaCalls: Calls<AlphaShop> = {
  'customers.create': ({ stripe }) =>
    stripe.customers.create({ email: 'ann@example.com', metadata: { userId: 'ann' } }),
  'customers.retrieve': ({ stripe, customer }) => stripe.customers.retrieve(customer),
  'customers.update': ({ stripe, customer }) => stripe.customers.update(customer, { name: 'Ann' }),
  'customers.list': ({ stripe }) => stripe.customers.list({ email: 'ann@example.com' }),
  'customers.search': ({ stripe }) => stripe.customers.search({ query: "metadata['userId']:'ann'" }),
  'customers.del': async ({ stripe }) => stripe.customers.del((await stripe.customers.create({})).id),
  'customers.listPaymentMethods': ({ stripe, customer }) => stripe.customers.listPaymentMethods(customer),
  'customers.listBalanceTransactions': ({ stripe, customer }) => stripe.customers.listBalanceTransactions(customer),
  'checkout.sessions.create, subscription': opening({ mode: 'subscription', line_items: monthly }),
  'checkout.sessions.create, payment': opening({
    mode: 'payment',
    line_items: [{ price: 'price_pro_once', quantity: 1 }],
  }),
  'checkout.sessions.create, trial': opening({
    mode: 'subscription',
    line_items: monthly,
    subscription_data: { trial_period_days: 7 },
  }),
  'checkout.sessions.create, trial without a card': opening({
    mode: 'subscription',
    line_items: monthly,
    payment_method_collection: 'if_required',
    subscription_data: {
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
  }),
  'checkout.sessions.create, discount': async (shop) =>
    opening({ mode: 'subscription', line_items: monthly, discounts: [{ coupon: (await coupon(shop)).id }] })(shop),
  'checkout.sessions.create, price_data': opening({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'A' } }, quantity: 1 }],
  }),
  'checkout.sessions.create, embedded': opening({
    mode: 'subscription',
    line_items: monthly,
    ui_mode: 'embedded_page',
  }),
  'checkout.sessions.create, setup': opening({ mode: 'setup', currency: 'usd' }),
  'checkout.sessions.create, two items': opening({ mode: 'subscription', line_items: [...monthly, ...monthly] }),
  'checkout.sessions.retrieve': ({ stripe, session }) =>
    stripe.checkout.sessions.retrieve(session, { expand: ['line_items', 'subscription', 'customer', 'invoice'] }),
  'checkout.sessions.list': ({ stripe, customer }) => stripe.checkout.sessions.list({ customer }),
  'checkout.sessions.listLineItems': ({ stripe, session }) => stripe.checkout.sessions.listLineItems(session),
  'checkout.sessions.expire': async (shop) => {
    const open = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: monthly,
      success_url: back,
    });
    return shop.stripe.checkout.sessions.expire(open.id);
  },
  'checkout.sessions.update': ({ stripe, session }) =>
    stripe.checkout.sessions.update(session, { metadata: { a: 'b' } }),
  'billingPortal.sessions.create': ({ stripe, customer }) =>
    stripe.billingPortal.sessions.create({ customer, return_url: back }),
  'billingPortal.sessions.create, flow': ({ stripe, customer, subscription }) =>
    stripe.billingPortal.sessions.create({
      customer,
      flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription } },
    }),
  'billingPortal.configurations.list': ({ stripe }) => stripe.billingPortal.configurations.list({ is_default: true }),
  'billingPortal.configurations.retrieve': async (shop) =>
    shop.stripe.billingPortal.configurations.retrieve(await portalSettings(shop)),
  'billingPortal.configurations.update': async (shop) =>
    shop.stripe.billingPortal.configurations.update(await portalSettings(shop), { default_return_url: back }),
  'billingPortal.configurations.create': ({ stripe }) =>
    stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } }),
  'subscriptions.retrieve': ({ stripe, subscription }) =>
    stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice', 'customer', 'default_payment_method'] }),
  'subscriptions.list': ({ stripe, customer }) => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
  'subscriptions.search': ({ stripe }) => stripe.subscriptions.search({ query: "status:'active'" }),
  'subscriptions.create': ({ stripe, customer }) =>
    stripe.subscriptions.create({ customer, items: [{ price: 'price_pro_month' }] }),
  'subscriptions.update, price': updating((running) => ({ items: [{ id: itemOf(running), price: 'price_pro_year' }] })),
  'subscriptions.update, quantity': updating((running) => ({
    items: [{ id: itemOf(running), quantity: 3 }],
    proration_behavior: 'always_invoice',
  })),
  'subscriptions.update, second item': updating(() => ({ items: [{ price: 'price_starter_month' }] })),
  'subscriptions.update, cancel_at_period_end': updating(() => ({ cancel_at_period_end: true })),
  'subscriptions.update, cancel_at': updating(({ created }) => ({ cancel_at: created + 86_400 })),
  'subscriptions.update, cancel_at: min_period_end': updating(() => ({ cancel_at: 'min_period_end' })),
  'subscriptions.update, metadata': updating(() => ({ metadata: { a: 'b' } })),
  'subscriptions.update, trial_end': updating(({ created }) => ({ trial_end: created + 864_000 })),
  'subscriptions.update, pause_collection': updating(() => ({ pause_collection: { behavior: 'void' } })),
  'subscriptions.update, discounts': async (shop) => {
    const { id } = await coupon(shop);
    return updating(() => ({ discounts: [{ coupon: id }] }))(shop);
  },
  'subscriptions.cancel': async (shop) => shop.stripe.subscriptions.cancel((await subscribe(shop)).id),
  'subscriptions.pause': async (shop) =>
    shop.stripe.subscriptions.pause((await subscribe(shop)).id, { type: 'subscription' }),
  'subscriptions.resume': async (shop) => {
    const { id } = await shop.stripe.subscriptions.pause((await subscribe(shop)).id, { type: 'subscription' });
    return shop.stripe.subscriptions.resume(id, { billing_cycle_anchor: 'now' } as never);
  },
  'subscriptionItems.list': ({ stripe, subscription }) => stripe.subscriptionItems.list({ subscription }),
  'subscriptionSchedules.create': scheduled,
  'subscriptionSchedules.retrieve': async (shop) =>
    shop.stripe.subscriptionSchedules.retrieve((await scheduled(shop)).id),
  'subscriptionSchedules.update': async (shop) => {
    const { id, phases } = await scheduled(shop);
    const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = phases;
    const next = { items: [{ price: 'price_starter_month', quantity: 1 }], start_date: end_date };
    return shop.stripe.subscriptionSchedules.update(id, {
      phases: [{ items: monthly, start_date, end_date }, next],
      end_behavior: 'release',
    });
  },
  'subscriptionSchedules.release': async (shop) =>
    shop.stripe.subscriptionSchedules.release((await scheduled(shop)).id),
  'subscriptionSchedules.list': ({ stripe, customer }) => stripe.subscriptionSchedules.list({ customer }),
  'subscriptionSchedules.cancel': async (shop) => shop.stripe.subscriptionSchedules.cancel((await scheduled(shop)).id),
  'products.list': ({ stripe }) => stripe.products.list({ active: true }),
  'products.retrieve': ({ stripe }) => stripe.products.retrieve('prod_pro'),
  'products.create': ({ stripe }) => stripe.products.create({ name: 'A' }),
  'prices.list': ({ stripe }) => stripe.prices.list({ active: true, expand: ['data.product'] }),
  'prices.list, lookup_keys': ({ stripe }) => stripe.prices.list({ lookup_keys: ['pro_month'] }),
  'prices.retrieve': ({ stripe }) => stripe.prices.retrieve('price_pro_month', { expand: ['product'] }),
  'prices.create': ({ stripe }) => stripe.prices.create({ currency: 'usd', product: 'prod_pro', unit_amount: 100 }),
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
  'invoices.pay': async (shop) => {
    const { id, customer } = await subscribe(shop);
    await shop.sandbox.control('POST', `subscriptions/${id}/fail_next`);
    await shop.sandbox.control('POST', `subscriptions/${id}/renew`);
    const { data } = await shop.stripe.invoices.list({ customer: customer as string, status: 'open' });
    return shop.stripe.invoices.pay(data[0]?.id ?? '');
  },
  'invoices.voidInvoice': ({ stripe, invoice }) => stripe.invoices.voidInvoice(invoice),
  'invoicePayments.list': ({ stripe, payment }) =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: payment } }),
  'paymentIntents.retrieve': ({ stripe, payment }) =>
    stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge', 'payment_method'] }),
  'paymentIntents.list': ({ stripe, customer }) => stripe.paymentIntents.list({ customer }),
  'paymentIntents.create': ({ stripe }) => stripe.paymentIntents.create({ amount: 100, currency: 'usd' }),
  'charges.retrieve': ({ stripe, charge }) => stripe.charges.retrieve(charge),
  'charges.list': ({ stripe, customer }) => stripe.charges.list({ customer }),
  'refunds.create, in full': async (shop) => shop.stripe.refunds.create({ payment_intent: await paid(shop) }),
  'refunds.create, in part': async (shop) =>
    shop.stripe.refunds.create({ payment_intent: await paid(shop), amount: 100 }),
  'refunds.retrieve': async ({ stripe }) => stripe.refunds.retrieve((await stripe.refunds.list()).data[0]?.id ?? ''),
  'refunds.list': ({ stripe, payment }) => stripe.refunds.list({ payment_intent: payment }),
  'disputes.retrieve': async (shop) => shop.stripe.disputes.retrieve(await disputed(shop)),
  'disputes.list': ({ stripe }) => stripe.disputes.list(),
  'disputes.close': async (shop) => shop.stripe.disputes.close(await disputed(shop)),
  'paymentMethods.list': ({ stripe, customer }) => stripe.paymentMethods.list({ customer, type: 'card' }),
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
  'balance.retrieve': ({ stripe }) => stripe.balance.retrieve(),
  'testHelpers.testClocks.create': ({ stripe }) => stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 }),
  'entitlements.activeEntitlements.list': ({ stripe, customer }) =>
    stripe.entitlements.activeEntitlements.list({ customer }),
  'paymentLinks.create': ({ stripe }) => stripe.paymentLinks.create({ line_items: monthly }),
  'quotes.create': ({ stripe, customer }) => stripe.quotes.create({ customer, line_items: monthly }),
  'taxRates.list': ({ stripe }) => stripe.taxRates.list(),
};
