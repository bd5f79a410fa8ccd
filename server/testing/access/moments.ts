import type { PaymentRecord, SubscriptionRecord } from '../../billing/access/timeline/ownerRecords.ts';

const DAY = 86_400_000;
export const now = new Date('2026-06-15T12:00:00Z');
export const days = (count: number) => new Date(now.getTime() + count * DAY);

export const running: SubscriptionRecord = {
  status: 'active',
  standing: 'running',
  plan: 'pro',
  interval: 'month',
  priceId: 'price_pro',
  scheduledChange: null,
  currentPeriodStart: days(-10),
  currentPeriodEnd: days(20),
  cancelAtPeriodEnd: false,
  trialEnd: null,
  quantity: null,
  lastEventAt: days(-1),
  grantedPlan: null,
  unknownSince: null,
  payments: [],
};
export const paid = (day: number, more: Partial<PaymentRecord> = {}): PaymentRecord => ({
  status: 'succeeded',
  amount: '9.90',
  amountRefunded: '0.00',
  currency: 'usd',
  dispute: null,
  writtenOff: null,
  paidAt: days(day),
  failedAt: null,
  lastEventAt: days(day),
  createdAt: days(day),
  ...more,
});
export const failed = (day: number, more: Partial<PaymentRecord> = {}): PaymentRecord =>
  paid(day, { status: 'failed', paidAt: null, failedAt: days(day), ...more });

export const free = (reason: string) => ({ plan: 'free', until: null, endsAt: null, reason, seats: 1 });
export const pro = (reason: string, until: Date | null) => ({ plan: 'pro', until, reason });
