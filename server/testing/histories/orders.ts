import { toDecimal } from '../../billing/plans/money.ts';
import { amountOf, type ModelSubscription, type Provider } from '../events/wire.ts';
import { permutations } from '../faults/parts/lives.ts';
import type { ModelCompany, Step } from './modelCompany.ts';

export const START = Date.UTC(2026, 0, 5, 10);

/** Trial, first payment, another plan, a failed renewal, the end: five deeds, each told in one fact of the subscription. */
export function life(after: number): Step[] {
  return [
    { do: 'start', trial: true, plan: 'starter', interval: 'month', after },
    { do: 'renew', which: 0, after },
    { do: 'changePlan', which: 0, plan: 'pro', after },
    { do: 'fail', which: 0, after },
    { do: 'cancel', which: 0, after },
  ];
}

/** Five deeds after which the subscription lives on: no rank says which of their words came last. */
export function lifeGoesOn(after: number): Step[] {
  return [
    { do: 'start', trial: true, plan: 'starter', interval: 'month', after },
    { do: 'renew', which: 0, after },
    { do: 'scheduleCancel', which: 0, after },
    { do: 'undo', which: 0, after },
    { do: 'changePlan', which: 0, plan: 'pro', after },
  ];
}

/** Of five deeds: all 120. */
export const orders = permutations([0, 1, 2, 3, 4]);

/** The five facts of the subscription that tell of a life; its failure is told by one of two. */
export function told(company: ModelCompany, failure: 'updated' | 'failed') {
  const facts = company.facts.filter(({ kind }) => ['created', 'updated', 'failed', 'deleted'].includes(kind));
  const isOther = ({ kind, subscription }: (typeof facts)[number]) =>
    subscription?.status === 'past_due' && kind !== failure;
  return facts.filter((fact) => !isOther(fact));
}

/** The record as it should be. Creem tells of a trial only while it lasts, so a late word of it is lost. */
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
