import { toDecimal } from '../../plans/money.ts';
import { amountOf, type ModelSubscription, type Provider } from '../events/wire.ts';
import { permutations } from '../faults/parts/lives.ts';
import type { ModelCompany, Step } from './modelCompany.ts';

export const START = Date.UTC(2026, 0, 5, 10);

/** Trial, first payment, plan change, failed renewal, end: five actions, each with one fact of the subscription. */
export function life(after: number): Step[] {
  return [
    { do: 'start', trial: true, plan: 'starter', interval: 'month', after },
    { do: 'renew', which: 0, after },
    { do: 'changePlan', which: 0, plan: 'pro', after },
    { do: 'fail', which: 0, after },
    { do: 'cancel', which: 0, after },
  ];
}

/** All 120 orders of five actions. */
export const orders = permutations([0, 1, 2, 3, 4]);

/** The five facts of a subscription's life; the failure is represented by one of its two facts. */
export function told(company: ModelCompany, failure: 'updated' | 'failed') {
  const facts = company.facts.filter(({ kind }) => ['created', 'updated', 'failed', 'deleted'].includes(kind));
  const isOther = ({ kind, subscription }: (typeof facts)[number]) =>
    subscription?.status === 'past_due' && kind !== failure;
  return facts.filter((fact) => !isOther(fact));
}

type Instant = Date | string | null;

interface Recorded {
  status: string;
  plan: string;
  interval: string;
  amount: string;
  currency: string;
  cancelAtPeriodEnd: boolean;
  customerId: string | null;
  currentPeriodStart: Instant;
  currentPeriodEnd: Instant;
  canceledAt: Instant;
  trialStart: Instant;
  trialEnd: Instant;
}

const time = (instant: Instant) => (instant === null ? undefined : new Date(instant).getTime());

/** A record in the form of `expected`. */
export function described(provider: Provider, record: Recorded) {
  const { status, plan, interval, amount, currency, cancelAtPeriodEnd } = record;
  return {
    status,
    plan,
    interval,
    amount,
    currency,
    cancelAtPeriodEnd,
    hasCustomer: record.customerId !== null,
    dates: [record.currentPeriodStart, record.currentPeriodEnd, record.canceledAt].map(time),
    trial: provider === 'beta' ? 'not told' : [time(record.trialStart), time(record.trialEnd)],
  };
}

/** The expected record. Creem sends trial dates only during the trial: a late event loses them. */
export function expected(provider: Provider, sub: ModelSubscription) {
  const { plan, interval, cancelAtPeriodEnd, trialStart, trialEnd } = sub;
  const ended = provider === 'beta' ? 'canceled' : 'deleted';
  return {
    status: sub.status === 'canceled' ? ended : sub.status,
    plan,
    interval,
    cancelAtPeriodEnd,
    currency: 'usd',
    amount: toDecimal({ minorUnits: amountOf(sub), currency: 'usd' }),
    hasCustomer: true,
    dates: [sub.periodStart, sub.periodEnd, sub.canceledAt ?? undefined],
    trial: provider === 'beta' ? 'not told' : [trialStart, trialEnd],
  };
}
