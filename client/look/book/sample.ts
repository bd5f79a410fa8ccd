import type { AccessView, PaymentView, PlanView, UsedSubscription, User } from '../../trpc.ts';
import { pro } from '../../views/sample.ts';
import { accessOf, statedAt, statedNow, statedSubscription } from '../../views/statement/sample.ts';
import type { StatedSubscription } from '../../views/statement/stated.ts';
import type { StatedAccess } from '../../views/statement/statement.ts';

export const person: User = {
  id: 'ada',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  emailVerified: true,
  operator: true,
  mail: true,
};

export const plans: PlanView[] = [pro];

interface Card {
  subscription: UsedSubscription | null;
  access: AccessView;
}

/** The sheet reads no more of either. */
function card(subscription: StatedSubscription | null, access: Partial<StatedAccess> = { plan: 'pro' }): Card {
  const asOf = statedNow.toISOString();
  return {
    subscription: subscription as UsedSubscription | null,
    access: { ...accessOf(access), asOf } as AccessView,
  };
}

const use = (reason: AccessView['reason'], failedAt: string | null = null) => ({
  usable: false,
  reason,
  until: null,
  failedAt,
});
const free = { plan: 'free' };

/** By what is said of them. */
export const cards: Record<string, Card> = {
  Free: card(null, free),
  'Bought once': card(null, { plan: 'pro', reason: 'purchased', until: statedAt(30) }),
  Active: card(statedSubscription({})),
  Trial: card(statedSubscription({ status: 'trialing', trialStart: statedAt(14), trialEnd: statedAt(28) })),
  Ending: card(statedSubscription({ cancelAtPeriodEnd: true, cancelAt: statedAt(30) })),
  'Past due': card(statedSubscription({ status: 'past_due' })),
  Refunded: card(statedSubscription({ use: use('refunded') }), free),
  Disputed: card(statedSubscription({ use: use('disputed') }), free),
  Paused: card(statedSubscription({ paused: true, isRunning: false, use: use('paused') }), free),
  'At the bank': card(statedSubscription({ status: 'incomplete' }), free),
  'First payment failed': card(statedSubscription({ status: 'incomplete', use: use('not_live', statedAt(20)) }), free),
  Ended: card(statedSubscription({ status: 'canceled', endedAt: statedAt(15) }), free),
  'Unknown plan': card(statedSubscription({ plan: 'unknown' }), free),
};

const paid: PaymentView = {
  id: 'paid',
  userId: 'ada',
  customerId: 'ada',
  subscriptionId: 'sub',
  provider: 'alpha',
  providerPaymentId: 'paid',
  type: 'subscription',
  status: 'succeeded',
  amount: '9.90',
  amountRefunded: '0.00',
  amountDiscounted: null,
  currency: 'usd',
  description: '',
  plan: 'pro',
  priceId: null,
  periodStart: statedAt(1),
  periodEnd: statedAt(30),
  receiptUrl: 'https://example.com/receipt',
  invoiceUrl: 'https://example.com/invoice',
  actionUrl: null,
  writtenOff: null,
  returnedAt: null,
  createdAt: statedAt(1),
  updatedAt: statedAt(1),
};

/** In every state. */
export const payments: PaymentView[] = [
  paid,
  { ...paid, id: 'discounted', amountDiscounted: '1.98' },
  { ...paid, id: 'once', type: 'one_time', plan: null, periodStart: null, periodEnd: null },
  { ...paid, id: 'failed', status: 'failed', receiptUrl: null, actionUrl: 'https://example.com/confirm' },
  { ...paid, id: 'written off', status: 'failed', writtenOff: 'voided', receiptUrl: null },
  { ...paid, id: 'partly', status: 'partially_refunded', amountRefunded: '3.30' },
  { ...paid, id: 'refunded', status: 'refunded', amountRefunded: '9.90' },
  { ...paid, id: 'disputed', status: 'disputed' },
];
