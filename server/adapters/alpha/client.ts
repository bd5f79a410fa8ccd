import Stripe from 'stripe';
import type { KnownPrice, PlanChangeInput, ProviderSnapshot, SnapshotPage, SubscriptionChange } from '../adapter.ts';
import type { PortalInput, PortalSession, ProviderAccount, ProviderCustomer } from '../calls.ts';
import type { AdapterOptions, Client } from '../definition.ts';
import { addressIn } from '../http.ts';
import { priceFor } from '../prices.ts';
import { type Fields, fields, integer, key, list } from '../read.ts';
import {
  createStripe,
  expandEvent,
  halfTime,
  modeOf,
  orNullIfUnknown,
  readAtOf,
  resourceId,
  safely,
  wireFields,
} from './api.ts';
import { assignCustomer, changeCustomerAddress, createCustomer, findCustomers } from './customers.ts';
import { fetchPrice } from './price.ts';
import { createCheckout, endCheckout, fetchCheckout, listCharges, refundCharge } from './purchase.ts';
import { planItem, toSubscription } from './subscription.ts';

const PAGE_SIZE = 100;

type Prices = AdapterOptions['prices'];
type KnownPrices = readonly KnownPrice[];

/** Stripe's HTTP API, as far as it is needed here. Every call rejects with an Error without secrets. */
export function createClient(options: AdapterOptions): Client {
  const stripe = createStripe(options);
  const { prices, knownPrices = prices, secretKey } = options;
  return {
    createCustomer: (input) => safely(() => createCustomer(stripe, input)),
    findCustomers: (email) => safely(() => findCustomers(stripe, email)),
    assignCustomer: (id, userId) => safely(() => assignCustomer(stripe, id, userId)),
    changeCustomerAddress: (id, email) => safely(() => changeCustomerAddress(stripe, id, email)),
    createCheckout: (input) => safely(() => createCheckout(stripe, options, input)),
    createPortal: (input) => safely(() => createPortal(stripe, input)),
    expandEvent: (event, call) => safely(() => expandEvent(stripe, event), call),
    fetchCheckout: (sessionId, call) => safely(() => fetchCheckout(stripe, sessionId), call),
    endCheckout: (sessionId, call) => safely(() => endCheckout(stripe, sessionId), call),
    listCharges: ({ providerSubscriptionId: id }) => safely(() => listCharges(stripe, id)),
    refundCharge: (charge, idempotencyKey) => safely(() => refundCharge(stripe, charge, idempotencyKey)),
    fetchPrice: (id, call) => safely(() => fetchPrice(stripe, id), call),
    fetchSubscription: (id, call) => safely(() => fetchSubscription(stripe, knownPrices, id), call),
    fetchCustomer: (id, call) => safely(() => fetchCustomer(stripe, id), call),
    fetchAccount: (call) => safely(() => fetchAccount(stripe, secretKey), call),
    listSubscriptions: (customer, { cursor, ...call } = {}) =>
      safely(() => listSubscriptions(stripe, knownPrices, { customer, cursor }), call),
    createPlanChange: (input) => safely(() => createPlanChange(stripe, prices, input)),
    fetchPaymentLink: (intent, call) => safely(() => fetchPaymentLink(stripe, intent), call),
    changeSubscription: (id, change) => safely(() => changeSubscription({ stripe, prices, id }, change)),
  };
}

async function createPortal(stripe: Stripe, input: PortalInput): Promise<PortalSession> {
  const params = { customer: input.providerCustomerId, return_url: input.returnUrl };
  return { url: addressIn(await stripe.billingPortal.sessions.create(params), 'url') };
}

async function fetchSubscription(stripe: Stripe, prices: KnownPrices, id: string): Promise<ProviderSnapshot | null> {
  const answer = await orNullIfUnknown(stripe.subscriptions.retrieve(resourceId(id)));
  if (!answer) return null;
  const snapshot = toSnapshot(wireFields(answer), readAtOf(answer), prices);
  if (!snapshot) throw new Error('The provider answered without a subscription id');
  return snapshot;
}

/** Of a deleted customer Stripe keeps the id alone. */
async function fetchCustomer(stripe: Stripe, id: string): Promise<ProviderCustomer | null> {
  const customer = await orNullIfUnknown(stripe.customers.retrieve(resourceId(id)));
  return customer && { deleted: customer.deleted === true };
}

/** A restricted key may not read its own account. */
async function fetchAccount(stripe: Stripe, secretKey: string): Promise<ProviderAccount> {
  const account = await orNullIfUnknown(stripe.accounts.retrieveCurrent()).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  });
  return { account: key(account?.id) ?? null, mode: modeOf(secretKey) };
}

/**
 * Which invoice a payment intent paid: what Stripe sends as `invoice_payment.paid` to those who ask for it. A company that
 * can't look for one intent shows its newest.
 */
async function fetchPaymentLink(stripe: Stripe, intent: string): Promise<Fields | null> {
  if (!intent.startsWith('pi_')) return null;
  const payment = { type: 'payment_intent' as const, payment_intent: resourceId(intent) };
  const answer = await stripe.invoicePayments.list({ payment, limit: 1 });
  const [object] = list(wireFields(answer).data);
  return object ? { id: `link_${intent}`, type: 'invoice_payment.paid', data: { object } } : null;
}

interface Listed {
  customer: string;
  cursor: string | undefined;
}

async function listSubscriptions(stripe: Stripe, prices: KnownPrices, options: Listed): Promise<SnapshotPage> {
  const { customer, cursor } = options;
  const page = cursor ? { starting_after: cursor } : {};
  const answer = await stripe.subscriptions
    .list({ customer, status: 'all', limit: PAGE_SIZE, ...page })
    .catch(nullIfCustomerUnknown);
  if (!answer) return { items: [] };
  const { data, has_more } = wireFields(answer);
  if (!Array.isArray(data)) throw new Error('The provider answered without a list of subscriptions');
  const readAt = readAtOf(answer);
  const items = data.flatMap((item) => toSnapshot(fields(item), readAt, prices) ?? []);
  const last = key(fields(data.at(-1)).id);
  return has_more === true && last ? { items, nextCursor: last } : { items };
}

/** What a query names and Stripe doesn't know is a 400. */
function nullIfCustomerUnknown(error: unknown): null {
  const { code, param } = fields(error);
  if (code === 'resource_missing' && param === 'customer') return null;
  throw error;
}

function toSnapshot(data: Fields, readAt: string | null, prices: KnownPrices): ProviderSnapshot | undefined {
  const subscription = toSubscription(data, { prices, warnings: [] });
  return subscription && { subscription, readAt };
}

/** null for a subscription of several items, which Stripe's portal can't change. */
async function createPlanChange(stripe: Stripe, prices: Prices, input: PlanChangeInput): Promise<PortalSession | null> {
  const price = recurringPrice(prices, input);
  const subscription = input.providerSubscriptionId;
  const current = wireFields(await stripe.subscriptions.retrieve(resourceId(subscription), {}, halfTime(stripe)));
  if (list(fields(current.items).data).length > 1) return null;
  const session = await stripe.billingPortal.sessions.create(
    {
      customer: input.providerCustomerId,
      return_url: input.returnUrl,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription, items: [itemChange(current, price, prices)] },
        after_completion: { type: 'redirect', redirect: { return_url: input.returnUrl } },
      },
    },
    halfTime(stripe),
  );
  return { url: addressIn(session, 'url') };
}

interface Target {
  stripe: Stripe;
  prices: Prices;
  id: string;
}

async function changeSubscription(target: Target, change: SubscriptionChange): Promise<void> {
  const { stripe } = target;
  const id = resourceId(target.id);
  switch (change.kind) {
    case 'cancel_at_period_end':
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      break;
    case 'cancel_now':
      await stripe.subscriptions.cancel(id);
      break;
    case 'resume':
      await resume(target);
      break;
    case 'change_plan':
      await changePlan(target, change);
      break;
  }
}

/** Stripe's portal schedules an end with `cancel_at` alone, and Stripe refuses a call that sets both fields. */
async function resume({ stripe, id }: Target): Promise<void> {
  const { cancel_at_period_end, cancel_at } = await stripe.subscriptions.retrieve(id, {}, halfTime(stripe));
  const hasDateOnly = cancel_at !== null && cancel_at !== undefined && !cancel_at_period_end;
  const params = hasDateOnly ? { cancel_at: '' as const } : { cancel_at_period_end: false };
  await stripe.subscriptions.update(id, params, halfTime(stripe));
}

type PlanChange = Extract<SubscriptionChange, { kind: 'change_plan' }>;

async function changePlan({ stripe, prices, id }: Target, change: PlanChange): Promise<void> {
  const price = recurringPrice(prices, change);
  const current = wireFields(await stripe.subscriptions.retrieve(id, {}, halfTime(stripe)));
  const { plan, interval } = change;
  const items = [itemChange(current, price, prices)];
  const params = { items, proration_behavior: 'create_prorations' as const, metadata: { plan, interval } };
  await stripe.subscriptions.update(id, params, halfTime(stripe));
}

function recurringPrice(prices: Prices, { plan, interval }: Pick<PlanChange, 'plan' | 'interval'>): string {
  if (interval === 'one_time') throw new Error('A subscription can not change to a one-time price');
  return priceFor(prices, plan, interval);
}

function itemChange(current: Fields, price: string, prices: Prices) {
  const item = planItem(current, prices);
  const id = item === current ? undefined : key(item.id);
  if (!id) throw new Error('The subscription has no item to change');
  const quantity = integer(item.quantity);
  return quantity === undefined ? { id, price } : { id, price, quantity };
}
