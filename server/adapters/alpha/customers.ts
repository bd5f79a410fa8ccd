import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { CustomerInput } from '../calls.ts';
import { key } from '../read.ts';
import { halfTime } from './api.ts';

const ATTEMPTS = 8;
const POLL_MS = 250;

/** Stripe knows any number of customers of one address, so that what it makes for us is always ours. */
export async function createCustomer(stripe: Stripe, input: CustomerInput): Promise<string> {
  const params = { email: input.userEmail, metadata: { userId: input.userId } };
  const options = { ...halfTime(stripe), idempotencyKey: input.idempotencyKey };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = key((await stripe.customers.create(params, options)).id);
      if (id) return id;
      throw new Error('The provider answered without a customer id');
    } catch (error) {
      if (!isUnderWay(error) || attempt === ATTEMPTS) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Another call with the same key has not been answered yet: a repeat gets its answer. */
function isUnderWay(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409;
}
