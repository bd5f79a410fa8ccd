import type { CheckoutInterval, EventType, SubscriptionStatus } from '../../adapters/adapter.ts';

export interface SeedEvent {
  type: EventType;
  daysAgo: number;
  /** Absent: the typical plan. */
  plan?: 'lowest' | 'highest';
  /** Absent: `month`. */
  interval?: CheckoutInterval;
  status?: SubscriptionStatus;
  cancelAtPeriodEnd?: boolean;
  /** Has a price that is in no setting. */
  retired?: boolean;
  /** About another subscription of the same user. */
  second?: boolean;
}

export interface Seed {
  name: string;
  email: string;
  state: string;
  /** The start of the current period; a second subscription's is its purchase. */
  startedDaysAgo: number;
  /** The number of a test card; absent: one that works. */
  card?: string;
  /** Oldest first. */
  events: SeedEvent[];
  /** What happens at the company now, and is told by webhooks: at once, or when the service runs next. */
  afterwards?: 'pause' | 'refund' | 'dispute';
}

/** Companies end what stays incomplete for a day. */
const HOUR = 1 / 24;

type Purchase = Partial<Omit<SeedEvent, 'type' | 'daysAgo'>>;

function bought(daysAgo: number, purchase: Purchase = {}): SeedEvent[] {
  return [
    { type: 'customer.created', daysAgo },
    { type: 'subscription.created', daysAgo, ...purchase },
    { type: 'invoice.payment_succeeded', daysAgo, ...purchase },
  ];
}

/** A user for each state in which a subscription can be. */
export const seeds: readonly Seed[] = [
  person('Mona Monthly', 'active, monthly', { startedDaysAgo: 10, events: bought(10) }),
  person('Yuri Yearly', 'active, yearly', { startedDaysAgo: 100, events: bought(100, { interval: 'year' }) }),
  person('Tria Trial', 'trialing', {
    startedDaysAgo: 4,
    events: [
      { type: 'customer.created', daysAgo: 4 },
      { type: 'subscription.created', daysAgo: 4, status: 'trialing' },
    ],
  }),
  person('Paul Pastdue', 'past due, in the grace period', {
    startedDaysAgo: 3,
    card: '4000000000000341',
    events: [...bought(3).slice(0, 2), { type: 'invoice.payment_failed', daysAgo: 2 }],
  }),
  person('Cora Canceling', 'active, cancels at the end of the period', {
    startedDaysAgo: 12,
    events: [...bought(12), { type: 'subscription.updated', daysAgo: 5, cancelAtPeriodEnd: true }],
  }),
  person('Pia Paused', 'paused', { startedDaysAgo: 9, events: bought(9), afterwards: 'pause' }),
  person('Rita Refunded', 'refunded', { startedDaysAgo: 11, events: bought(11), afterwards: 'refund' }),
  person('Didi Disputed', 'disputed', { startedDaysAgo: 13, events: bought(13), afterwards: 'dispute' }),
  person('Carl Canceled', 'canceled', {
    startedDaysAgo: 40,
    events: [...bought(40), { type: 'subscription.canceled', daysAgo: 8 }],
  }),
  person('Dina Deleted', 'deleted', {
    startedDaysAgo: 40,
    events: [...bought(40), { type: 'subscription.deleted', daysAgo: 9 }],
  }),
  person('Ines Incomplete', 'incomplete: the first payment is pending', {
    startedDaysAgo: HOUR,
    events: [
      { type: 'customer.created', daysAgo: HOUR },
      { type: 'subscription.created', daysAgo: HOUR, status: 'incomplete' },
    ],
  }),
  person('Uma Unknown', 'active, with a plan that is in no setting', {
    startedDaysAgo: 6,
    events: bought(6, { retired: true }),
  }),
  person('Nora None', 'no subscription', { startedDaysAgo: 0, events: [] }),
  person('Theo Two', 'two subscriptions: the lowest plan monthly, the highest yearly', {
    startedDaysAgo: 20,
    events: [
      ...bought(20, { plan: 'lowest' }),
      ...bought(15, { plan: 'highest', interval: 'year', second: true }).slice(1),
    ],
  }),
  person('Otto Onetime', 'a one-time payment, no subscription', {
    startedDaysAgo: 7,
    events: [
      { type: 'customer.created', daysAgo: 7 },
      { type: 'order.paid', daysAgo: 7, interval: 'one_time' },
    ],
  }),
];

function person(name: string, state: string, rest: Omit<Seed, 'name' | 'email' | 'state'>): Seed {
  const email = `${name.split(' ')[1]}@example.com`.toLowerCase();
  return { name, email, state, ...rest };
}
