import type { KnownPrice, ProviderSnapshot, SnapshotPage } from '../adapter.ts';
import type { PortalInput, PortalSession, ProviderAccount, ProviderCustomer } from '../calls.ts';
import type { AdapterOptions, Client } from '../definition.ts';
import { addressIn, orNullIfUnknown, ProviderHttpError, segment } from '../http.ts';
import { fields, integer, list } from '../read.ts';
import { connect, modeIn, type Send } from './api.ts';
import { listAccountCustomers, listAccountSubscriptions, listMoney, moneyLists } from './calls/account.ts';
import { changeSubscription } from './calls/changes.ts';
import { fetchPrice } from './calls/price.ts';
import { assignCustomer, changeCustomerAddress, createCustomer, findCustomers } from './customers.ts';
import { createCheckout, fetchCharge, fetchCheckout, listCharges, refundCharge } from './purchase.ts';
import { toSubscription } from './subscription.ts';

const PAGE_SIZE = 100;

type KnownPrices = readonly KnownPrice[];

/** The parts of Creem's HTTP API that are needed here. Every call rejects with an Error without secrets. */
export function createClient(options: AdapterOptions): Client {
  const { prices, knownPrices = prices, dashboardUrl } = options;
  const sendWith = connect(options);
  return {
    createCustomer: (input) => createCustomer(sendWith(), input),
    findCustomers: (email) => findCustomers(sendWith(), email),
    assignCustomer: (id, userId) => assignCustomer(sendWith(), id, userId),
    changeCustomerAddress: (id, email) => changeCustomerAddress(sendWith(), id, email),
    createCheckout: (input) => createCheckout(sendWith(), prices, input),
    createPortal: (input) => createPortal(sendWith(), dashboardUrl, input),
    fetchCheckout: (sessionId, call) => fetchCheckout(sendWith(call), sessionId),
    listCharges: (sold) => listCharges(sendWith(), sold),
    fetchCharge: (payment) => fetchCharge(sendWith(), payment),
    refundCharge: (charge) => refundCharge(sendWith(), charge),
    fetchPrice: (id, call) => fetchPrice(sendWith(call), id),
    fetchSubscription: (id, call) => fetchSubscription(sendWith(call), knownPrices, id),
    fetchCustomer: (id, call) => fetchCustomer(sendWith(call), id),
    fetchAccount: (call) => fetchAccount(sendWith(call)),
    listSubscriptions: (providerCustomerId, { cursor, ...call } = {}) =>
      listSubscriptions(sendWith(call), knownPrices, { providerCustomerId, cursor }),
    listAccountSubscriptions: ({ cursor, ...call } = {}) =>
      listAccountSubscriptions(sendWith(call), { prices: knownPrices, cursor }),
    listAccountCustomers: ({ cursor, ...call } = {}) => listAccountCustomers(sendWith(call), cursor),
    moneyLists,
    listMoney: (name, { signal, ...given }) => listMoney(sendWith({ signal }), name, given),
    // Creem has no preview.
    previewChange: async () => null,
    changeSubscription: (id, change) => changeSubscription({ send: sendWith(), prices, id }, change),
  };
}

async function createPortal(send: Send, dashboardUrl: string | undefined, input: PortalInput): Promise<PortalSession> {
  try {
    const { json } = await send('POST', '/v1/customers/billing', { customer_id: input.providerCustomerId });
    return { url: addressIn(json, 'customer_portal_link') };
  } catch (error) {
    const isUnknown = error instanceof ProviderHttpError && error.status === 404;
    if (dashboardUrl === undefined || isUnknown) throw error;
    return { url: dashboardUrl };
  }
}

async function fetchSubscription(send: Send, prices: KnownPrices, id: string): Promise<ProviderSnapshot | null> {
  const query = new URLSearchParams({ subscription_id: id });
  const answer = await orNullIfUnknown(send('GET', `/v1/subscriptions?${query}`));
  if (!answer) return null;
  const snapshot = toSnapshot(answer.json, answer.date, prices);
  if (!snapshot) throw new Error('The provider answered without a subscription id');
  return snapshot;
}

/** A deleted customer is unknown. */
async function fetchCustomer(send: Send, id: string): Promise<ProviderCustomer | null> {
  const answer = await orNullIfUnknown(send('GET', `/v1/customers?${new URLSearchParams({ customer_id: id })}`));
  return answer && { deleted: false };
}

/** Creem does not reveal a key's store, but each product has a mode. */
async function fetchAccount(send: Send): Promise<ProviderAccount> {
  const answer = await orNullIfUnknown(send('GET', '/v1/products/search?page_number=1&page_size=1'));
  const { mode } = fields(list(fields(answer?.json).items)[0]);
  return { account: null, mode: modeIn(mode) };
}

interface Listed {
  providerCustomerId: string;
  cursor: string | undefined;
}

async function listSubscriptions(send: Send, prices: KnownPrices, options: Listed): Promise<SnapshotPage> {
  const page = Number(options.cursor ?? 1);
  const query = new URLSearchParams({ page_number: `${page}`, page_size: `${PAGE_SIZE}` });
  const path = `/v1/customers/${segment(options.providerCustomerId)}/subscriptions`;
  const answer = await orNullIfUnknown(send('GET', `${path}?${query}`));
  if (!answer) return { items: [] };
  const { json, date } = answer;
  const found = Array.isArray(json) ? json : fields(json).items;
  if (!Array.isArray(found)) throw new Error('The provider answered without a list of subscriptions');
  const items = list(found).flatMap((item) => toSnapshot(item, date, prices) ?? []);
  const { next_page: next, total_pages: total } = fields(fields(json).pagination);
  const isLast = (integer(next) ?? 0) <= page && (integer(total) ?? 0) <= page;
  return isLast ? { items } : { items, nextCursor: `${page + 1}` };
}

function toSnapshot(item: unknown, readAt: string | null, prices: KnownPrices): ProviderSnapshot | undefined {
  const subscription = toSubscription(fields(item), { prices, warnings: [] });
  return subscription && { subscription, readAt };
}
