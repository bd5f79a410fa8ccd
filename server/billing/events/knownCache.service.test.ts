import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../database/client.ts';
import { freshName, recordsOf, startTwoProcesses, type TwoProcesses } from '../../testing/app/twoProcesses.ts';
import { eventOf as toldEvent } from '../../testing/events/toldEvents.ts';
import { applyBatch } from './applyBatch.ts';
import type { ProviderEvent } from './event.ts';
import { createKnownCache } from './knownCache.ts';

/** One process decides from its cache while the other one changes the records. */

let processes: TwoProcesses;
beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const poolOf = (process: 0 | 1) => processes.apps[process].deps.billing.database.webhookPool;
const records = () => recordsOf(processes.apps[0], 'alpha');

interface Facts {
  at: number;
  status?: 'active' | 'past_due' | 'canceled';
  id?: string;
  deleted?: boolean;
}

/** A subscription of a customer, both known: here with a cache and a statement counter, there without. */
async function setUp() {
  const name = freshName();
  const [customer, subscription] = [`cus_${name}`, `sub_${name}`];
  let time = 1_000;
  const cache = createKnownCache(() => time);
  let statements = 0;
  const counted = {
    query: (...given: Parameters<Pool['query']>) => {
      statements += 1;
      return poolOf(0).query(...given);
    },
  } as Pool;
  const eventOf = ({ at, status = 'active', id = `evt_${freshName()}`, deleted }: Facts): ProviderEvent =>
    toldEvent({
      id,
      at,
      type: deleted ? 'customer.deleted' : 'subscription.updated',
      customer: { providerCustomerId: customer, explicit: deleted === true, deleted },
      subscription: deleted
        ? undefined
        : { providerSubscriptionId: subscription, providerCustomerId: customer, status },
    });
  const here = async (told: Facts) => {
    statements = 0;
    const [applied] = await applyBatch(counted, [eventOf(told)], { cache });
    return { outcome: applied?.outcome, statements };
  };
  const there = (told: Facts) => applyBatch(poolOf(1), [eventOf(told)]);
  await here({ at: 0 });
  const later = (milliseconds: number) => {
    time += milliseconds;
  };
  return { here, there, later, cache, eventOf, subscription: () => records().subscription(subscription) };
}

test('a record that was just written is not read again', async () => {
  const { here, subscription } = await setUp();
  expect(await here({ at: 1, status: 'past_due' })).toEqual({ outcome: 'applied', statements: 1 });
  expect(await here({ at: 2, status: 'canceled' })).toEqual({ outcome: 'applied', statements: 1 });
  expect(await subscription()).toMatchObject({ status: 'canceled', version: 3 });
});

test('a record changed by another process is read again, and the event decided again', async () => {
  const { here, there, subscription } = await setUp();
  await there({ at: 5, status: 'past_due' });
  // The cached record would let it apply; its write finds another version, and the event turns out to be stale.
  expect(await here({ at: 3, status: 'canceled' })).toEqual({ outcome: 'stale', statements: 3 });
  expect(await subscription()).toMatchObject({ status: 'past_due', version: 2 });
  expect(await here({ at: 6, status: 'canceled' })).toEqual({ outcome: 'applied', statements: 1 });
});

test('an event that changes no record is never decided from the cache: stale and duplicate are read', async () => {
  const { here } = await setUp();
  expect(await here({ at: 4, id: `evt_${freshName()}` })).toEqual({ outcome: 'applied', statements: 1 });
  expect(await here({ at: 1 })).toEqual({ outcome: 'stale', statements: 2 });
});

test('an event that another process wrote counts as a duplicate', async () => {
  const { here, there, subscription } = await setUp();
  const id = `evt_${freshName()}`;
  await there({ at: 1, status: 'past_due', id });
  expect(await here({ at: 1, status: 'past_due', id })).toEqual({ outcome: 'duplicate', statements: 3 });
  expect(await subscription()).toMatchObject({ status: 'past_due', version: 2 });
  expect(await records().event(id)).toMatchObject({ deliveries: 2 });
});

test('a customer deleted by another process has no live subscription, whatever the cache holds', async () => {
  const { here, there, subscription } = await setUp();
  await there({ at: 5, deleted: true });
  expect(await here({ at: 3 })).toMatchObject({ outcome: 'applied' });
  expect(await subscription()).toMatchObject({ status: 'canceled' });
});

test('cached records expire after ten seconds', async () => {
  const { here, later } = await setUp();
  later(9_900);
  expect(await here({ at: 1, status: 'past_due' })).toEqual({ outcome: 'applied', statements: 1 });
  later(10_100);
  expect(await here({ at: 2, status: 'active' })).toEqual({ outcome: 'applied', statements: 2 });
});

test('updatedAt keeps increasing, whether the time was read or extrapolated', async () => {
  const { here, later, subscription } = await setUp();
  const times = [(await subscription())?.updatedAt];
  for (let at = 1; at < 4; at += 1) {
    later(5);
    await here({ at, status: at % 2 ? 'past_due' : 'active' });
    times.push((await subscription())?.updatedAt);
  }
  expect(times.map(Number)).toEqual(times.map(Number).sort((a, b) => a - b));
  expect(new Set(times.map(Number)).size).toBe(times.length);
});
