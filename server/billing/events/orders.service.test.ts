import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  apply,
  atOnce,
  recordsOf,
  refetchAll,
  startTwoProcesses,
  type TwoProcesses,
} from '../../testing/app/twoProcesses.ts';
import { type ModelSubscription, type Provider, providers, truthOf } from '../../testing/events/wire.ts';
import { ModelCompany, type Step } from '../../testing/histories/modelCompany.ts';
import { described, expected, life, lifeGoesOn, orders, START, told } from '../../testing/histories/orders.ts';
import { sampleOr } from '../../testing/run/storey.ts';

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

/** A sample of the orders; `orders.test.ts` runs all of them against the rules alone. */
const sample = orders.filter((_, index) => index % sampleOr(10, 1) === 0);

interface Lived {
  name: string;
  steps: Step[];
  failure?: 'updated' | 'failed';
}

async function liveThrough(provider: Provider, { name, steps, failure = 'updated' }: Lived) {
  const companies = sample.map((order) => {
    const company = new ModelCompany(`${provider}${name}${order.join('')}`, START).live(steps);
    const [sub] = company.subscriptions as [ModelSubscription];
    return { order, company, sub, facts: told(company, failure) };
  });
  expect(companies.every(({ facts }) => facts.length === 5)).toBe(true);
  await processes.companies[provider].know(...companies.map(({ sub, company }) => truthOf(sub, company.customer)));
  const tasks = companies.map(({ order, facts }) => async () => {
    for (const index of order) await apply(processes.apps[index % 2 === 0 ? 0 : 1], provider, facts[index] as never);
  });
  await atOnce(24, tasks);
  return companies;
}

/** The record as the provider would describe it. */
async function found(provider: Provider, sub: ModelSubscription) {
  const record = await recordsOf(processes.apps[0], provider).subscription(sub.id);
  return record && described(provider, record);
}

describe.each(providers)('%s', (provider) => {
  test.each(['updated', 'failed'] as const)(
    `${sample.length} orders end right with distinct seconds (%s)`,
    async (failure) => {
      const wrong: object[] = [];
      for (const { order, sub } of await liveThrough(provider, { name: failure, steps: life(3_000), failure })) {
        const is = await found(provider, sub);
        // An invoice's failure carries neither the new period nor the plan; those come from the other events.
        if (!isDeepStrictEqual(is, expected(provider, sub))) wrong.push({ order, is });
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each([
    ['that ends', life(0)],
    ['that goes on', lifeGoesOn(0)],
  ])(
    `${sample.length} orders of a life %s end right when all five share a second, after settling`,
    async (name, steps) => {
      const companies = await liveThrough(provider, { name: name.replaceAll(' ', ''), steps });
      await refetchAll(processes.apps[0]);
      const wrong: object[] = [];
      for (const { order, sub } of companies) {
        const is = await found(provider, sub);
        if (!isDeepStrictEqual(is, expected(provider, sub))) wrong.push({ order, is });
      }
      expect(wrong).toEqual([]);
    },
  );
});
