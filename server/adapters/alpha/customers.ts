import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { CustomerInput, FoundCustomer } from '../calls.ts';
import { key, ownerOf } from '../read.ts';
import { orNullIfUnknown, resourceId } from './api.ts';

const ATTEMPTS = 8;
const POLL_MS = 250;

/** Stripe allows any number of customers with one address, so a customer that it creates for us is always ours. */
export async function createCustomer(stripe: Stripe, input: CustomerInput): Promise<string> {
  const params = { email: input.userEmail, metadata: { userId: input.userId } };
  const { idempotencyKey } = input;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = key((await stripe.customers.create(params, { idempotencyKey })).id);
      if (id) return id;
      throw new Error('The provider answered without a customer id');
    } catch (error) {
      if (!isUnderWay(error) || attempt === ATTEMPTS) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Another call with the same key is still running; a retry gets its answer. */
function isUnderWay(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409;
}

const MOST_FOUND = 100;

export async function findCustomers(stripe: Stripe, email: string): Promise<FoundCustomer[]> {
  const { data } = await stripe.customers.list({ email, limit: MOST_FOUND });
  return data.map((found) => ({ providerCustomerId: found.id, statedUserId: ownerOf(found) ?? null }));
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
