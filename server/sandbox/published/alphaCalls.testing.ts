import type Stripe from 'stripe';
import { alphaMoneyCalls } from './alphaMoneyCalls.testing.ts';
import { type AlphaShop, back, coupon, itemOf, monthly, subscribe, subscribed } from './alphaShop.testing.ts';
import type { Calls } from './calls.testing.ts';

type Update = Stripe.SubscriptionUpdateParams;

/** An update of a new subscription. */
const updating = (change: (running: Stripe.Subscription) => Update) => async (shop: AlphaShop) => {
  const running = await subscribe(shop);
  return shop.stripe.subscriptions.update(running.id, change(running));
};

const opening = (more: Stripe.Checkout.SessionCreateParams) => (shop: AlphaShop) =>
  shop.stripe.checkout.sessions.create({ success_url: back, ...more });

const scheduled = async (shop: AlphaShop) =>
  shop.stripe.subscriptionSchedules.create({ from_subscription: (await subscribe(shop)).id });

/** A customer whose card can be charged. */
async function withCard(stripe: Stripe): Promise<string> {
  const invoice_settings = { default_payment_method: 'pm_card_visa' };
  return (await stripe.customers.create({ email: 'card@example.com', invoice_settings })).id;
}

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
  'subscriptions.create': async ({ stripe }) =>
    stripe.subscriptions.create({ customer: await withCard(stripe), items: subscribed }),
  'subscriptions.create, default_incomplete': ({ stripe, customer }) =>
    stripe.subscriptions.create({
      customer,
      items: subscribed,
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    }),
  'subscriptions.create, trial': ({ stripe, customer }) =>
    stripe.subscriptions.create({ customer, items: subscribed, trial_period_days: 7 }),
  'subscriptions.create, two items': ({ stripe, customer }) =>
    stripe.subscriptions.create({ customer, items: [...subscribed, ...subscribed] }),
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
  ...alphaMoneyCalls,
};
