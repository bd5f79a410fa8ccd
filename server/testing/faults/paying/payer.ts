import { randomUUID } from 'node:crypto';
import type { Fact, FactSubscription } from '../../../sandbox/facts.ts';
import type { Provider } from '../../events/wire.ts';
import { prices } from '../parts/sandbox.ts';
import type { Random } from '../random.ts';

export const OTHER_PRODUCT = 'price_newsletter';
const DAY_MS = 86_400_000;
/** Three pages of the largest size. */
const HISTORY = 205;
const CUSTOMERS = 15;

/** What is particular about the company or its customer. `only another product` is a control: it must be sold. */
export const companies = [
  'well',
  'slow',
  'down',
  'rate-limited',
  'three pages',
  '15 customers',
  'upper case',
  'other product',
  'only another product',
] as const;
export type CompanyState = (typeof companies)[number];

export interface Payer {
  email: string;
  /** The customer with the live subscription. */
  customerId: string;
  /** What is paid; null: nothing that concerns us. */
  plan: string | null;
  facts: Fact[];
}

interface PayerOptions {
  provider: Provider;
  state: CompanyState;
  email: string;
  /** The id that the customer names; absent: none. */
  userId?: string;
}

const price = (id: string) => {
  const found = prices.find((one) => one.id === id);
  return (
    found ?? ({ id, plan: 'newsletter', label: 'Newsletter', interval: 'month', currency: 'usd', amount: 700 } as const)
  );
};

/** A customer that the company had before us, in its books. */
export function payer(random: Random, { provider, state, email, userId }: PayerOptions): Payer {
  const plan = state === 'only another product' ? null : random.pick(['starter', 'pro', 'enterprise']);
  const address = state === 'upper case' ? email.toUpperCase() : email;
  // Creem and Polar keep one customer per address.
  const many = state === '15 customers' && provider === 'alpha' && userId === undefined ? CUSTOMERS : 1;
  const customers = Array.from({ length: many }, () => ({ id: randomUUID(), email: address, userId }));
  const paying = random.pick(customers);
  const facts: Fact[] = customers.map((customer) => fact(customer, OTHER_PRODUCT));
  if (plan) facts.push(fact(paying, `price_${plan}_month`, live(random)));
  if (state.includes('other product') || plan === null) facts.push(fact(paying, OTHER_PRODUCT, live(random)));
  const past = state === 'three pages' ? HISTORY : random.below(3);
  for (let nth = 0; nth < past; nth += 1) facts.push(fact(paying, 'price_pro_month', ended(nth)));
  return { email, customerId: paying.id, plan, facts };
}

function fact(customer: Fact['customer'], priceId: string, subscription?: FactSubscription): Fact {
  const type = subscription ? 'subscription.updated' : 'customer.created';
  return { id: randomUUID(), type, at: Date.now(), customer, price: price(priceId), subscription, metadata: {} };
}

function live(random: Random): FactSubscription {
  const status = random.pick(['active', 'active', 'past_due', 'trialing'] as const);
  // A subscription past due keeps its plan for the days of grace.
  const periodStart = Date.now() - random.below(status === 'past_due' ? 5 : 25) * DAY_MS;
  const periodEnd = periodStart + 30 * DAY_MS;
  const trial = status === 'trialing' ? { trialStart: periodStart, trialEnd: periodEnd } : {};
  const cancelAtPeriodEnd = status === 'active' && random.next() < 0.3;
  return { id: randomUUID(), status, periodStart, periodEnd, cancelAtPeriodEnd, ...trial };
}

function ended(nth: number): FactSubscription {
  const periodStart = Date.now() - (400 + nth) * DAY_MS;
  return { id: randomUUID(), status: 'canceled', periodStart, periodEnd: periodStart + 30 * DAY_MS };
}
