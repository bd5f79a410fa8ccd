import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelCompany, type Step } from '../../testing/histories.ts';
import {
  apply,
  atOnce,
  recordsOf,
  refetchAll,
  startTwoProcesses,
  type TwoProcesses,
} from '../../testing/twoProcesses.ts';
import { amountOf, type ModelSubscription, type Provider, providers, toSnapshot } from '../../testing/wire.ts';
import { toDecimal } from '../plans/money.ts';

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const START = Date.UTC(2026, 0, 5, 10);

/** Trial, first payment, another plan, a failed renewal, the end: five deeds, each told in one fact of the subscription. */
function life(after: number): Step[] {
  return [
    { do: 'start', trial: true, plan: 'starter', interval: 'month', after },
    { do: 'renew', which: 0, after },
    { do: 'changePlan', which: 0, plan: 'pro', after },
    { do: 'fail', which: 0, after },
    { do: 'cancel', which: 0, after },
  ];
}

/** Five deeds after which the subscription lives on: no rank says which of their words came last. */
function lifeGoesOn(after: number): Step[] {
  return [
    { do: 'start', trial: true, plan: 'starter', interval: 'month', after },
    { do: 'renew', which: 0, after },
    { do: 'scheduleCancel', which: 0, after },
    { do: 'undo', which: 0, after },
    { do: 'changePlan', which: 0, plan: 'pro', after },
  ];
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

const orders = permutations([0, 1, 2, 3, 4]);

function told(company: ModelCompany, failure: 'updated' | 'failed') {
  const facts = company.facts.filter(({ kind }) => ['created', 'updated', 'failed', 'deleted'].includes(kind));
  const isOther = ({ kind, subscription }: (typeof facts)[number]) =>
    subscription?.status === 'past_due' && kind !== failure;
  return facts.filter((fact) => !isOther(fact));
}

interface Lived {
  name: string;
  steps: Step[];
  failure?: 'updated' | 'failed';
}

async function liveThrough(provider: Provider, { name, steps, failure = 'updated' }: Lived) {
  const companies = orders.map((order) => {
    const company = new ModelCompany(`${provider}${name}${order.join('')}`, START).live(steps);
    const [sub] = company.subscriptions as [ModelSubscription];
    processes.snapshot.subscriptions.set(sub.id, toSnapshot(provider, sub, company.customer));
    return { order, company, sub, facts: told(company, failure) };
  });
  expect(companies.every(({ facts }) => facts.length === 5)).toBe(true);
  const tasks = companies.map(({ order, facts }) => async () => {
    for (const index of order) await apply(processes.apps[index % 2 === 0 ? 0 : 1], provider, facts[index] as never);
  });
  await atOnce(24, tasks);
  return companies;
}

/** The record as the company would describe it. Creem tells of a trial only while it lasts, so a late word of it is lost. */
async function found(provider: Provider, sub: ModelSubscription) {
  const record = await recordsOf(processes.apps[0], provider).subscription(sub.id);
  if (!record) return null;
  const { status, plan, interval, amount, currency, cancelAtPeriodEnd, customerId, trialStart, trialEnd } = record;
  const dates = [record.currentPeriodStart, record.currentPeriodEnd, record.canceledAt].map((date) => date?.getTime());
  const trial = provider === 'beta' ? 'not told' : [trialStart?.getTime(), trialEnd?.getTime()];
  return {
    status,
    plan,
    interval,
    amount,
    currency,
    cancelAtPeriodEnd,
    hasCustomer: customerId !== null,
    dates,
    trial,
  };
}

function expected(provider: Provider, sub: ModelSubscription) {
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

describe.each(providers)('%s', (provider) => {
  test.each(['updated', 'failed'] as const)(
    '120 of 120 orders end right with distinct seconds (%s)',
    async (failure) => {
      const wrong: object[] = [];
      for (const { order, sub } of await liveThrough(provider, { name: failure, steps: life(3_000), failure })) {
        const is = await found(provider, sub);
        // An invoice's failure tells neither the new period nor the plan: those come from the others.
        if (!isDeepStrictEqual(is, expected(provider, sub))) wrong.push({ order, is });
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each([
    ['that ends', life(0)],
    ['that goes on', lifeGoesOn(0)],
  ])('120 of 120 orders of a life %s end right when all five share a second, after settling', async (name, steps) => {
    const companies = await liveThrough(provider, { name: name.replaceAll(' ', ''), steps });
    await refetchAll(processes.apps[0]);
    const wrong: object[] = [];
    for (const { order, sub } of companies) {
      const is = await found(provider, sub);
      if (!isDeepStrictEqual(is, expected(provider, sub))) wrong.push({ order, is });
    }
    expect(wrong).toEqual([]);
  });
});
