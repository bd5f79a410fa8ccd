import type { LinePayment, PastPoint, Records } from './points.ts';
import type { StatedSubscription } from './stated.ts';
import type { Statement } from './statement.ts';

/** A charge may be dated a little before the period that it pays for. */
const EARLY_MS = 86_400_000;
/** Of several charges in one period, the last ones. */
const MOST = 4;

type Lived = Records & { subscription: StatedSubscription };

/** What was charged for the present period, what came back of it, and how it ended. */
export function pastOf(statement: Statement, lived: Lived): PastPoint[] {
  const { subscription, now } = lived;
  const charged = chargesOf(lived).flatMap(chargedAndReturned);
  const points = [...(charged.length > 0 ? charged : begunOf(statement, subscription)), ...sinceOf(statement, lived)];
  return points
    .filter(({ at }) => at === null || Date.parse(at) <= now.getTime())
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
    .slice(-MOST);
}

/** Of what was bought once, the purchase. */
export function purchaseOf({ use, plan }: Statement, { payments }: Omit<Records, 'subscription'>): PastPoint[] {
  if (use.reason !== 'purchased') return [];
  const bought = payments
    .filter((payment) => payment.type === 'one_time' && payment.plan === plan && payment.status !== 'failed')
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return bought ? chargedAndReturned(bought) : [];
}

function chargesOf({ subscription, payments }: Lived): LinePayment[] {
  const start = Date.parse(subscription.currentPeriodStart);
  return payments.filter(({ subscriptionId, status, periodEnd, createdAt }) => {
    const isOfPeriod = periodEnd ? Date.parse(periodEnd) > start : Date.parse(createdAt) >= start - EARLY_MS;
    return subscriptionId === subscription.id && status !== 'failed' && isOfPeriod;
  });
}

const RETURNED = { refunded: 'refunded', partially_refunded: 'partly_refunded', disputed: 'disputed' } as const;

function chargedAndReturned(payment: LinePayment): PastPoint[] {
  const { type, status, amount, amountRefunded, currency, createdAt, returnedAt } = payment;
  const money = (sum: string) => ({ amount: sum, currency, taxIncluded: null });
  const kind = type === 'one_time' ? 'bought' : 'paid';
  const paid: PastPoint = { place: 'past', kind, at: createdAt, money: money(amount) };
  if (!Object.hasOwn(RETURNED, status)) return [paid];
  const back = Number(amountRefunded) > 0 ? money(`-${amountRefunded}`) : null;
  const returned = RETURNED[status as keyof typeof RETURNED];
  return [paid, { place: 'past', kind: returned, at: returnedAt ?? createdAt, money: back }];
}

/** Where no charge for the period is known. */
function begunOf({ kind, next }: Statement, subscription: StatedSubscription): PastPoint[] {
  const { status, trialStart, currentPeriodStart, currency } = subscription;
  if (kind === 'awaited' || kind === 'first_failed' || next.kind === 'due') return [];
  if (status !== 'trialing') return [{ place: 'past', kind: 'began', at: currentPeriodStart, money: null }];
  const nothing = { amount: '0', currency, taxIncluded: null };
  return [{ place: 'past', kind: 'trial', at: trialStart ?? currentPeriodStart, money: nothing }];
}

/** What happened to the subscription after its last charge. */
function sinceOf({ kind, next, ends }: Statement, { subscription, now }: Lived): PastPoint[] {
  const { currency, taxIncluded, currentPeriodEnd, endedAt } = subscription;
  const point = (what: PastPoint['kind'], at: string | null, amount: string | null = null): PastPoint[] => [
    { place: 'past', kind: what, at, money: amount === null ? null : { amount, currency, taxIncluded } },
  ];
  if (next.kind === 'due') return point('failed', next.since, next.amount);
  if (next.kind === 'awaited') return point(kind === 'awaited' ? 'debit' : 'failed', next.since, next.amount);
  if (next.kind === 'late') return point('late', next.at, next.amount);
  if (kind === 'ended') return point('ended', ends);
  if (kind === 'paid_left') return endedAt === null ? [] : point('ended', endedAt);
  const isRestedOut = kind === 'paused' && new Date(currentPeriodEnd) <= now;
  return isRestedOut ? point('paid_until', currentPeriodEnd) : [];
}
