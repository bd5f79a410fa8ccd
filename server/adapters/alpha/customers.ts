import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { CreatedCustomer, CustomerInput, FoundCustomer } from '../calls.ts';
import { key, statedUserIdOf } from '../read.ts';
import { orNullIfUnknown, resourceId } from './api.ts';

const ATTEMPTS = 8;
const POLL_MS = 250;

/**
 * Stripe allows any number of customers with one address, so a customer that it creates for us is always ours. It
 * repeats the answer to a known idempotency key: that customer may be older than our records, after a restore.
 */
export async function createCustomer(stripe: Stripe, input: CustomerInput): Promise<CreatedCustomer> {
  const params = { email: input.userEmail, metadata: { userId: input.userId } };
  const { idempotencyKey } = input;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const created = await stripe.customers.create(params, { idempotencyKey });
      const providerCustomerId = key(created.id);
      if (providerCustomerId) return { providerCustomerId, isNew: !wasReplayed(created) };
      throw new Error('The provider answered without a customer id');
    } catch (error) {
      if (!isUnderWay(error) || attempt === ATTEMPTS) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** docs.stripe.com/api/idempotent_requests: a repeated answer has this header. */
function wasReplayed({ lastResponse }: Stripe.Response<object>): boolean {
  return new Headers(lastResponse.headers).get('idempotent-replayed') === 'true';
}

/** Another call with the same key is still running; a retry gets its answer. */
function isUnderWay(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409;
}

/** One page; nobody has more customers. */
const MOST_FOUND = 100;

/** The list ignores addresses in other letters, and the search does not know the last minute. */
export async function findCustomers(stripe: Stripe, email: string): Promise<FoundCustomer[]> {
  const [listed, searched] = await Promise.all([listByAddress(stripe, email), search(stripe, 'email', email)]);
  const others = searched ?? (await listByAddress(stripe, email.toLowerCase()));
  const found = new Map([...listed, ...others].map((one) => [one.id, toFound(one)]));
  return [...found.values()];
}

/** The search ignores the case of ids, too. Without a search, those with the user's address are looked through. */
export async function findCustomersOf(
  stripe: Stripe,
  { id, email }: { id: string; email: string },
): Promise<FoundCustomer[]> {
  const searched = await search(stripe, 'metadata["userId"]', id);
  const found = searched?.map(toFound) ?? (email === '' ? [] : await findCustomers(stripe, email));
  return found.filter(({ statedUserId }) => statedUserId === id);
}

async function listByAddress(stripe: Stripe, email: string): Promise<Stripe.Customer[]> {
  const { data, has_more } = await stripe.customers.list({ email, limit: MOST_FOUND });
  if (has_more) throw new Error(`More than ${MOST_FOUND} customers have one address`);
  return data;
}

/** null: this account has no search. */
async function search(stripe: Stripe, field: string, value: string): Promise<Stripe.Customer[] | null> {
  const query = `${field}:"${value.replace(/["\\]/g, '\\$&')}"`;
  const answer = await stripe.customers.search({ query, limit: MOST_FOUND }).catch(nullIfNotOffered);
  if (answer?.has_more) throw new Error(`More than ${MOST_FOUND} customers match one search`);
  return answer?.data ?? null;
}

/**
 * Stripe has no search in India (docs.stripe.com/api/customers/search). Its 400 names no code there, only the words
 * "search feature unavailable for merchant" or "temporarily unavailable in your region".
 */
function nullIfNotOffered(error: unknown): null {
  const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
  if (isRefused && /search\b.*\b(unavailable|not available)/i.test(error.message)) return null;
  throw error;
}

function toFound(customer: Stripe.Customer): FoundCustomer {
  return { providerCustomerId: customer.id, statedUserId: statedUserIdOf(customer) ?? null };
}

export async function assignCustomer(stripe: Stripe, id: string, userId: string): Promise<void> {
  await stripe.customers.update(resourceId(id), { metadata: { userId } });
}

export async function changeCustomerAddress(stripe: Stripe, id: string, email: string): Promise<boolean> {
  await stripe.customers.update(resourceId(id), { email });
  return true;
}

const MOST_CARDS = 10;

/**
 * `card.fingerprint`: the same for one card number within a Stripe account
 * (docs.stripe.com/api/payment_methods/object).
 */
export async function fetchCardPrints(stripe: Stripe, id: string): Promise<string[]> {
  const listed = stripe.customers.listPaymentMethods(resourceId(id), { type: 'card', limit: MOST_CARDS });
  const answer = await orNullIfUnknown(listed.then((page) => page));
  return (answer?.data ?? []).flatMap(({ card }) => card?.fingerprint ?? []);
}
