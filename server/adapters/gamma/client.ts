import type { CheckoutInput, KnownPrice, ProviderSnapshot, SnapshotPage } from '../adapter.ts';
import type { CheckoutSession, PortalInput, PortalSession, ProviderAccount, ProviderCustomer } from '../calls.ts';
import type { AdapterOptions, Client } from '../definition.ts';
import { addressIn, orNullIfUnknown, segment } from '../http.ts';
import { priceFor } from '../prices.ts';
import { fields, integer, key, list } from '../read.ts';
import { API_URL, connect, listEvents, type Send } from './api.ts';
import { listAccountCustomers, listAccountSubscriptions, listMoney, moneyLists } from './calls/account.ts';
import { changeSubscription } from './calls/changes.ts';
import { fetchPrice, trialEndAfter } from './calls/price.ts';
import { assignCustomer, changeCustomerAddress, createCustomer, findCustomers, findCustomersOf } from './customers.ts';
import { fetchCharge, fetchCheckout, listCharges, refundCharge } from './purchase.ts';
import { toSubscription } from './subscription.ts';

const PAGE_SIZE = 100;
/** Polar's test mode is a separate host. */
const modes: Record<string, ProviderAccount['mode']> = { 'api.polar.sh': 'live', 'sandbox-api.polar.sh': 'test' };

type KnownPrices = readonly KnownPrice[];

/** The parts of Polar's HTTP API that are needed here. Every call rejects with an Error without secrets. */
export function createClient(options: AdapterOptions): Client {
  const { prices, knownPrices = prices, apiUrl = API_URL } = options;
  const sendWith = connect(options);
  return {
    createCustomer: (input) => createCustomer(sendWith(), input),
    findCustomers: (email) => findCustomers(sendWith(), email),
    findCustomersOf: ({ id }) => findCustomersOf(sendWith(), id),
    assignCustomer: (id, userId) => assignCustomer(sendWith(), id, userId),
    changeCustomerAddress: (id, email) => changeCustomerAddress(sendWith(), id, email),
    createCheckout: (input) => createCheckout(sendWith(), options, input),
    createPortal: (input) => createPortal(sendWith(), input),
    fetchCheckout: (sessionId, call) => fetchCheckout(sendWith(call), sessionId),
    listCharges: ({ providerSubscriptionId }) => listCharges(sendWith(), providerSubscriptionId),
    fetchCharge: ({ providerPaymentId }) => fetchCharge(sendWith(), providerPaymentId),
    refundCharge: (charge) => refundCharge(sendWith(), charge),
    fetchPrice: (id, { defaults, ...call } = {}) => fetchPrice(sendWith(call), id, defaults),
    listEvents: (since, { cursor, ...call } = {}) => listEvents(sendWith(call), { since, cursor }),
    fetchSubscription: (id, call) => fetchSubscription(sendWith(call), knownPrices, id),
    fetchCustomer: (id, call) => fetchCustomer(sendWith(call), id),
    fetchAccount: (call) => fetchAccount(sendWith(call), apiUrl),
    listSubscriptions: (providerCustomerId, { cursor, ...call } = {}) =>
      listSubscriptions(sendWith(call), knownPrices, { providerCustomerId, cursor }),
    listAccountSubscriptions: ({ cursor, ...call } = {}) =>
      listAccountSubscriptions(sendWith(call), { prices: knownPrices, cursor }),
    listAccountCustomers: ({ cursor, ...call } = {}) => listAccountCustomers(sendWith(call), cursor),
    moneyLists,
    listMoney: (name, { signal, ...given }) => listMoney(sendWith({ signal }), name, given),
    // Polar gives merchants no preview of a change.
    previewChange: async () => null,
    trialEndAfter: (start, terms) => trialEndAfter(sendWith(), { prices, start, terms }),
    changeSubscription: async (id, change) => changeSubscription({ send: sendWith(), prices, id }, change),
  };
}

async function createCheckout(send: Send, options: AdapterOptions, input: CheckoutInput): Promise<CheckoutSession> {
  const { json } = await send('POST', '/v1/checkouts/', checkoutBody(options, input));
  const sessionId = key(fields(json).id);
  if (!sessionId) throw new Error('The provider answered without a checkout id');
  return { url: addressIn(json, 'url'), sessionId };
}

function checkoutBody({ prices, checkout }: AdapterOptions, input: CheckoutInput): object {
  const { userId, userEmail, providerCustomerId, plan, interval, trialDays = 0, quantity } = input;
  const customer = providerCustomerId
    ? { customer_id: providerCustomerId }
    : { external_customer_id: userId, customer_email: userEmail };
  const hasTrial = trialDays > 0 && interval !== 'one_time';
  return {
    products: [priceFor(prices, plan, interval)],
    ...customer,
    metadata: { userId, plan, interval },
    customer_metadata: { userId },
    success_url: input.successUrl,
    return_url: input.cancelUrl,
    allow_discount_codes: checkout?.discountCodes ?? false,
    allow_trial: hasTrial,
    ...(hasTrial ? { trial_interval: 'day', trial_interval_count: trialDays } : {}),
    ...(quantity === undefined ? {} : { seats: quantity }),
  };
}

async function createPortal(send: Send, input: PortalInput): Promise<PortalSession> {
  const body = { customer_id: input.providerCustomerId, return_url: input.returnUrl };
  const { json } = await send('POST', '/v1/customer-sessions/', body);
  return { url: addressIn(json, 'customer_portal_url') };
}

async function fetchSubscription(send: Send, prices: KnownPrices, id: string): Promise<ProviderSnapshot | null> {
  const answer = await orNullIfUnknown(send('GET', `/v1/subscriptions/${segment(id)}`));
  if (!answer) return null;
  const snapshot = toSnapshot(answer.json, answer.date, prices);
  if (!snapshot) throw new Error('The provider answered without a subscription id');
  return snapshot;
}

/** A deleted customer is unknown, or has the time of its deletion. */
async function fetchCustomer(send: Send, id: string): Promise<ProviderCustomer | null> {
  const answer = await orNullIfUnknown(send('GET', `/v1/customers/${segment(id)}`));
  return answer && { deleted: typeof fields(answer.json).deleted_at === 'string' };
}

/** A token may lack the right to read its organization. */
async function fetchAccount(send: Send, apiUrl: string): Promise<ProviderAccount> {
  const answer = await orNullIfUnknown(send('GET', '/v1/organizations/?limit=1'), [403, 404]);
  const account = key(fields(list(fields(answer?.json).items)[0]).id) ?? null;
  return { account, mode: modes[new URL(apiUrl).hostname] ?? null };
}

interface Listed {
  providerCustomerId: string;
  cursor: string | undefined;
}

async function listSubscriptions(send: Send, prices: KnownPrices, options: Listed): Promise<SnapshotPage> {
  const page = Number(options.cursor ?? 1);
  const query = new URLSearchParams({
    customer_id: options.providerCustomerId,
    page: `${page}`,
    limit: `${PAGE_SIZE}`,
  });
  const { json, date } = await send('GET', `/v1/subscriptions/?${query}`);
  const { items, pagination } = fields(json);
  if (!Array.isArray(items)) throw new Error('The provider answered without a list of subscriptions');
  const snapshots = list(items).flatMap((item) => toSnapshot(item, date, prices) ?? []);
  const isLast = page >= (integer(fields(pagination).max_page) ?? page);
  return isLast ? { items: snapshots } : { items: snapshots, nextCursor: `${page + 1}` };
}

function toSnapshot(item: unknown, readAt: string | null, prices: KnownPrices): ProviderSnapshot | undefined {
  const subscription = toSubscription(fields(item), { prices, warnings: [] });
  return subscription && { subscription, readAt };
}
