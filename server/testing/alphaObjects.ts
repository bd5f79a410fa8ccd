import { randomUUID } from 'node:crypto';

type Fields = Record<string, unknown>;

/** Unix seconds of the moment that the objects below were made at the company. */
export const MOMENT = 1_790_000_000;
const MONTH = 30 * 86_400;

/** ISO 8601 of Unix seconds. */
export const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** A Stripe event about `object`, `at` seconds after `MOMENT`. */
export function alphaEvent(type: string, object: Fields, at = 0) {
  return { id: `evt_${randomUUID()}`, object: 'event', type, created: MOMENT + at, data: { object } };
}

export function alphaCustomer(id: string, userId: string | undefined, more: Fields = {}): Fields {
  return { id, object: 'customer', email: 'ada@example.com', metadata: userId ? { userId } : {}, ...more };
}

/** A subscription to `pro` by the month. `more` replaces fields. */
export function alphaSubscription(id: string, userId: string | undefined, more: Fields = {}): Fields {
  const price = { id: 'price_pro_month', currency: 'usd', unit_amount: 990, recurring: { interval: 'month' } };
  const period = { current_period_start: MOMENT, current_period_end: MOMENT + MONTH };
  return {
    ...{ id, object: 'subscription', customer: `cus_${id}`, status: 'active', currency: 'usd' },
    ...{ cancel_at_period_end: false, cancel_at: null, canceled_at: null, trial_start: null, trial_end: null },
    items: { data: [{ id: `si_${id}`, quantity: 1, price, ...period }] },
    metadata: userId ? { userId } : {},
    ...more,
  };
}

export function alphaInvoice(id: string, userId: string | undefined, more: Fields = {}): Fields {
  const metadata = userId ? { userId } : {};
  return {
    ...{ id, object: 'invoice', customer: `cus_${id}`, amount_paid: 990, amount_due: 990, currency: 'usd' },
    description: 'Pro, one month',
    parent: { subscription_details: { subscription: `sub_${id}`, metadata } },
    ...more,
  };
}

export function alphaCheckout(id: string, userId: string | undefined, more: Fields = {}): Fields {
  return {
    ...{ id, object: 'checkout.session', mode: 'subscription', status: 'complete', payment_status: 'paid' },
    ...{ customer: `cus_${id}`, subscription: `sub_${id}`, invoice: `in_${id}`, amount_total: 990, currency: 'usd' },
    ...{ customer_details: { email: 'ada@example.com' }, client_reference_id: userId ?? null },
    metadata: userId ? { userId, plan: 'pro', interval: 'month' } : {},
    ...more,
  };
}
