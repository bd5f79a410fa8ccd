import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { freshName, NOON } from '../../testing/app/twoProcesses.ts';
import { applyBatch } from './applyBatch.ts';
import { decide } from './decide.ts';
import { type ProviderEvent, toProviderEvent } from './event.ts';
import { readSnapshots, type Snapshot } from './snapshot.ts';
import { writeStatement } from './sql/writeStatement.ts';
import { toWrite } from './toWrite.ts';
import { queryOf, shapeOf, valuesOf, type Write, writeAll } from './write.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pool = () => app.deps.billing.database.webhookPool;

/** A subscription's state, `at` seconds after noon; a later `price` changes what few events change. */
function eventOf(name: string, at: number, price = 0): ProviderEvent {
  const occurredAt = new Date((NOON + at) * 1000).toISOString();
  const period = { currentPeriodStart: occurredAt, currentPeriodEnd: new Date((NOON + at + 60) * 1000).toISOString() };
  return toProviderEvent({
    event: {
      id: `evt_${name}_${at}`,
      type: 'subscription.updated',
      nativeType: 'customer.subscription.updated',
      provider: 'alpha',
      occurredAt,
      data: {},
      rawEvent: {},
    },
    body: Buffer.from(JSON.stringify({ text: 'größer', at })),
    result: {
      customer: { providerCustomerId: `cus_${name}`, userId: 'u', explicit: false },
      subscription: {
        kind: 'state',
        providerSubscriptionId: `sub_${name}`,
        userId: 'u',
        status: at === 0 ? 'trialing' : 'active',
        nativeStatus: 'native',
        plan: 'pro',
        interval: 'year',
        priceId: `price_${price}`,
        quantity: 3 + price,
        amount: { minorUnits: 9_900 + price, currency: 'eur' },
        cancelAtPeriodEnd: at > 0,
        canceledAt: occurredAt,
        trialStart: new Date(NOON * 1000).toISOString(),
        trialEnd: null,
        ...period,
      },
      warnings: ['an odd value', '{"quoted", \\\\ and {braced}'],
    },
  });
}

/** Every stored column, except those that name or number the row. */
async function keptOf(name: string) {
  const strip = `- 'id' - 'customerId' - 'providerSubscriptionId' - 'subscriptionId' - 'eventId' - 'lastEventId'
    - 'createdAt' - 'updatedAt' - 'receivedAt' - 'lastReceivedAt'`;
  const { rows } = await pool().query(
    `SELECT to_jsonb(s) ${strip} AS subscription, to_jsonb(l) ${strip} AS ledger, b.body, b.day::text
     FROM subscription s JOIN webhook_event l ON l."subscriptionId" = s.id
     LEFT JOIN webhook_event_body b ON b.id = l.id WHERE s."providerSubscriptionId" = $1 ORDER BY l.id`,
    [`sub_${name}`],
  );
  return rows;
}

/** What the events decide from what is known now. */
async function decided(events: ProviderEvent[]): Promise<Write[]> {
  const snapshots = await readSnapshots(pool(), events);
  return events.map((event, place) => {
    const { known, now } = snapshots[place] as Snapshot;
    return toWrite(event, known, decide(event, known, now));
  });
}

const nameOf = (writes: Write[]) => queryOf(writes, null).name;

/** New names, each with a known subscription. */
async function known(count: number, bodyDays: string | null = null): Promise<string[]> {
  const names = Array.from({ length: count }, freshName);
  for (const name of names) await applyBatch(pool(), [eventOf(name, 0)], { bodyDays });
  return names;
}

/** The statement that can write everything, as the yardstick for the two that cannot. */
async function writeAsAny(writes: Write[], bodyDays: string | null) {
  const shape = shapeOf(writes);
  await pool().query({ text: writeStatement(shape), values: valuesOf(writes, shape, bodyDays) });
}

describe.each([
  ['brief', 0],
  ['whole', 1],
])('%s', (way, price) => {
  test.each([
    ['apart', '9999-12-31'],
    ['with its row', null],
  ])(
    'a new state is stored alike alone, in a batch, and by the statement for any write; its body %s',
    async (_where, bodyDays) => {
      const [alone = '', beside = '', other = '', any = ''] = await known(4, bodyDays);
      const one = await decided([eventOf(alone, 1, price)]);
      const two = await decided([beside, other].map((name) => eventOf(name, 1, price)));
      expect([nameOf(one), nameOf(two)]).toEqual([`write one ${way}`, `write plain ${way}`]);
      for (const writes of [one, two]) expect(await writeAll(pool(), writes, bodyDays)).not.toContain(undefined);
      await writeAsAny(await decided([eventOf(any, 1, price)]), bodyDays);
      const kept = await keptOf(any);
      expect(kept.map(({ ledger }) => ledger.outcome)).toEqual(['applied', 'applied']);
      expect(kept[1].subscription).toMatchObject({ quantity: 3 + price, status: 'active', version: 2 });
      for (const name of [alone, beside, other]) expect(await keptOf(name)).toEqual(kept);
    },
  );
});

test('one event of a batch that changes more than the others is stored whole', async () => {
  const [first = '', second = ''] = await known(2);
  const writes = await decided([eventOf(first, 1), eventOf(second, 1, 7)]);
  expect(nameOf(writes)).toBe('write plain whole');
  await writeAll(pool(), writes);
  expect((await keptOf(second)).at(-1)?.subscription).toMatchObject({ priceId: 'price_7', quantity: 10 });
});

test.each([
  ['brief', 0],
  ['whole', 1],
])('%s: the event of a batch whose subscription changed since is not written, the others are', async (_way, price) => {
  const [changed = '', other = ''] = await known(2);
  const events = [eventOf(changed, 5, price), eventOf(other, 5, price)];
  const writes = await decided(events);
  await applyBatch(pool(), [eventOf(changed, 6)]);
  expect(await writeAll(pool(), writes)).toEqual([undefined, expect.any(String)]);
  expect((await keptOf(changed)).map(({ subscription }) => subscription.version)).toEqual([2, 2]);
  expect((await keptOf(other)).map(({ subscription }) => subscription.version)).toEqual([2, 2]);
});

test('an event that another process wrote first leaves nothing of its batch, which is then decided again', async () => {
  const [taken = '', other = ''] = await known(2);
  const events = [eventOf(taken, 1), eventOf(other, 1)];
  const writes = await decided(events);
  await pool().query(
    `INSERT INTO webhook_event (provider, "eventId", outcome, "subscriptionId") SELECT provider, $1, 'applied', id
     FROM subscription WHERE "providerSubscriptionId" = $2`,
    [events[0]?.id, `sub_${taken}`],
  );
  await expect(writeAll(pool(), writes)).rejects.toMatchObject({ code: '23505' });
  expect((await keptOf(other)).map(({ subscription }) => subscription.version)).toEqual([1]);
  const applied = await applyBatch(pool(), events);
  expect(applied.map(({ outcome }) => outcome)).toEqual(['duplicate', 'applied']);
  expect((await keptOf(taken)).map(({ subscription }) => subscription.version)).toEqual([1, 1]);
});

test('batches of the same subscriptions in opposite orders never deadlock', async () => {
  const names = await known(8);
  const deadlocks = async () =>
    (await pool().query('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()')).rows[0]
      .deadlocks;
  const before = await deadlocks();
  for (let round = 1; round <= 20; round += 1) {
    const batch = (order: string[], at: number) =>
      applyBatch(
        pool(),
        order.map((name) => eventOf(name, at)),
      );
    await Promise.all([batch(names, 10 * round), batch(names.toReversed(), 10 * round + 1)]);
  }
  expect(await deadlocks()).toBe(before);
  for (const name of names) expect((await keptOf(name))[0]?.subscription.currentPeriodEnd).toContain('12:04:21');
});
