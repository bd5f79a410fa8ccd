import Stripe from 'stripe';
import type { KnownPrice, ProviderSnapshot, SnapshotPage } from '../adapter.ts';
import type { PortalInput, PortalSession, ProviderAccount, ProviderCustomer } from '../calls.ts';
import type { AdapterOptions, Client } from '../definition.ts';
import { addressIn } from '../http.ts';
import { type Fields, fields, key, list } from '../read.ts';
import { connect, expandEvent, listEvents, modeOf, orNullIfUnknown, readAtOf, resourceId, wireFields } from './api.ts';
import { listAccountCustomers, listAccountSubscriptions, listMoney, moneyLists } from './calls/account.ts';
import { changeSubscription, foreignPlan, previewChange } from './calls/changes.ts';
import { fetchPrice } from './calls/price.ts';
import {
  assignCustomer,
  changeCustomerAddress,
  createCustomer,
  fetchCardPrints,
  findCustomers,
  findCustomersOf,
} from './customers.ts';
import { createCheckout, endCheckout, fetchCharge, fetchCheckout, listCharges, refundCharge } from './purchase.ts';
import { toSubscription } from './subscription.ts';

const PAGE_SIZE = 100;

type KnownPrices = readonly KnownPrice[];

/** The parts of Stripe's HTTP API that are needed here. Every call rejects with an Error without secrets. */
export function createClient(options: AdapterOptions): Client {
  const ask = connect(options);
  const { prices, knownPrices = prices, secretKey } = options;
  return {
    createCustomer: (input) => ask((stripe) => createCustomer(stripe, input)),
    findCustomers: (email) => ask((stripe) => findCustomers(stripe, email)),
    findCustomersOf: (user) => ask((stripe) => findCustomersOf(stripe, user)),
    assignCustomer: (id, userId) => ask((stripe) => assignCustomer(stripe, id, userId)),
    changeCustomerAddress: (id, email) => ask((stripe) => changeCustomerAddress(stripe, id, email)),
    createCheckout: (input) => ask((stripe) => createCheckout(stripe, options, input)),
    createPortal: (input) => ask((stripe) => createPortal(stripe, input)),
    expandEvent: (event, call) => ask((stripe) => expandEvent(stripe, event), call),
    fetchCheckout: (sessionId, call) => ask((stripe) => fetchCheckout(stripe, sessionId), call),
    endCheckout: (sessionId, call) => ask((stripe) => endCheckout(stripe, sessionId), call),
    listCharges: ({ providerSubscriptionId: id }) => ask((stripe) => listCharges(stripe, id)),
    fetchCharge: ({ providerPaymentId: id }) => ask((stripe) => fetchCharge(stripe, id)),
    refundCharge: (charge, idempotencyKey) => ask((stripe) => refundCharge(stripe, charge, idempotencyKey)),
    fetchPrice: (id, { defaults, ...call } = {}) =>
      ask((stripe) => fetchPrice(stripe, { ...options, defaults }, id), call),
    listEvents: (since, { cursor, ...call } = {}) => ask((stripe) => listEvents(stripe, { since, cursor }), call),
    fetchSubscription: (id, call) => ask((stripe) => fetchSubscription(stripe, knownPrices, id), call),
    fetchCustomer: (id, call) => ask((stripe) => fetchCustomer(stripe, id), call),
    fetchAccount: (call) => ask((stripe) => fetchAccount(stripe, secretKey), call),
    listSubscriptions: (customer, { cursor, ...call } = {}) =>
      ask((stripe) => listSubscriptions(stripe, knownPrices, { customer, cursor }), call),
    listAccountSubscriptions: ({ cursor, ...call } = {}) =>
      ask((stripe) => listAccountSubscriptions(stripe, { prices: knownPrices, cursor }), call),
    listAccountCustomers: ({ cursor, ...call } = {}) => ask((stripe) => listAccountCustomers(stripe, cursor), call),
    moneyLists,
    listMoney: (name, { signal, ...given }) => ask((stripe) => listMoney(stripe, name, given), { signal }),
    fetchCardPrints: (id, call) => ask((stripe) => fetchCardPrints(stripe, id), call),
    fetchPaymentLink: (intent, call) => ask((stripe) => fetchPaymentLink(stripe, intent), call),
    previewChange: (id, change) => ask((stripe) => previewChange({ stripe, prices, id }, change)),
    foreignPlan: (id, change) => ask((stripe) => foreignPlan({ stripe, prices, id }, change)),
    changeSubscription: (id, change) => ask((stripe) => changeSubscription({ stripe, prices, id }, change)),
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

/** Of a deleted customer Stripe keeps only the id. */
async function fetchCustomer(stripe: Stripe, id: string): Promise<ProviderCustomer | null> {
  const customer = await orNullIfUnknown(stripe.customers.retrieve(resourceId(id)));
  return customer && { deleted: customer.deleted === true };
}

/** A restricted key may be unable to read its own account. */
async function fetchAccount(stripe: Stripe, secretKey: string): Promise<ProviderAccount> {
  const account = await orNullIfUnknown(stripe.accounts.retrieveCurrent()).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  });
  return { account: key(account?.id) ?? null, mode: modeOf(secretKey) };
}

/**
 * Which invoice a payment intent paid: the content of Stripe's `invoice_payment.paid` event. A server that ignores the
 * filter by intent returns its newest invoice payments.
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

/** Stripe answers 400 if a query names something unknown. */
function nullIfCustomerUnknown(error: unknown): null {
  const { code, param } = fields(error);
  if (code === 'resource_missing' && param === 'customer') return null;
  throw error;
}

function toSnapshot(data: Fields, readAt: string | null, prices: KnownPrices): ProviderSnapshot | undefined {
  const subscription = toSubscription(data, { prices, warnings: [] });
  return subscription && { subscription, readAt };
}
