import { randomUUID } from 'node:crypto';
import { type Fact, type FactType, wordObject, wrapEvent } from '../../sandbox/wordEvent.ts';

type Fields = Record<string, unknown>;

/** Unix seconds at which the provider created the objects below. */
export const MOMENT = 1_790_000_000;
const AT = MOMENT * 1_000;
const MONTH_MS = 30 * 86_400_000;

/** Converts Unix seconds to ISO 8601. */
export const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** A Stripe event about `object`, `at` seconds after `MOMENT`. */
export function alphaEvent(type: string, object: Fields, at = 0) {
  const id = `evt_${randomUUID()}`;
  return { ...wrapEvent('alpha', { id, at: AT + at * 1_000, name: type, object }), id };
}

interface Named {
  userId: string | undefined;
  customerId: string;
  subscriptionId?: string;
}

/** The provider's records of Ada, who has a monthly `pro` subscription. */
export function factOf(type: FactType, { userId, customerId, subscriptionId }: Named, more: Partial<Fact> = {}): Fact {
  return {
    id: '',
    type,
    at: AT,
    ...more,
    customer: { id: customerId, email: 'ada@example.com', userId },
    price: { id: 'price_pro_month', plan: 'pro', label: 'Pro', interval: 'month', amount: 990, currency: 'usd' },
    ...(subscriptionId
      ? { subscription: { id: subscriptionId, status: 'active', periodStart: AT, periodEnd: AT + MONTH_MS } }
      : {}),
  };
}

function word(type: FactType, named: Named, more?: Partial<Fact>): Fields {
  return { ...wordObject('alpha', factOf(type, named, more)) };
}

export function alphaCustomer(id: string, userId: string | undefined, more: Fields = {}): Fields {
  return { ...word('customer.updated', { userId, customerId: id }), ...more };
}

/** A subscription to `pro` by the month. `more` replaces fields. */
export function alphaSubscription(id: string, userId: string | undefined, more: Fields = {}): Fields {
  const named = { userId, customerId: `cus_${id}`, subscriptionId: id };
  return { ...word('subscription.updated', named), ...more };
}

export function alphaInvoice(id: string, userId: string | undefined, more: Fields = {}): Fields {
  const named = { userId, customerId: `cus_${id}`, subscriptionId: `sub_${id}` };
  const invoice = word('invoice.payment_succeeded', named, { paymentId: id });
  return { ...invoice, description: 'Pro, one month', ...more };
}

export function alphaCheckout(id: string, userId: string | undefined, more: Fields = {}): Fields {
  const named = { userId, customerId: `cus_${id}`, subscriptionId: `sub_${id}` };
  const checkout = word('checkout.session.completed', named, { checkoutId: id, paymentId: `in_${id}` });
  return { ...checkout, metadata: userId ? { userId, plan: 'pro', interval: 'month' } : {}, ...more };
}

/** The provider's record of `sub_<id>`. */
export function subscriptionOf(id: string | number, changes: Partial<Fact['subscription']> = {}): Fact {
  const fact = factOf('subscription.updated', {
    userId: `u_${id}`,
    customerId: `cus_${id}`,
    subscriptionId: `sub_${id}`,
  });
  return fact.subscription ? { ...fact, subscription: { ...fact.subscription, ...changes } } : fact;
}
