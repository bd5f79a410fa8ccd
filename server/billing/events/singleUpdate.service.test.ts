import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { freshName, NOON } from '../../testing/app/twoProcesses.ts';
import { applyBatch } from './applyBatch.ts';
import { decide } from './decide.ts';
import { type ProviderEvent, toProviderEvent } from './event.ts';
import { readSnapshots } from './snapshot.ts';
import { SINGLE_UPDATE } from './sql/singleUpdate.ts';
import { toWrite } from './toWrite.ts';
import { queryOf } from './write.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pool = () => app.deps.billing.database.webhookPool;

/** A subscription's state, `at` seconds after noon. */
function eventOf(name: string, at: number): ProviderEvent {
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
        priceId: `price_${at}`,
        quantity: 3 + at,
        amount: { minorUnits: 9_900 + at, currency: 'eur' },
        cancelAtPeriodEnd: at > 0,
        canceledAt: occurredAt,
        trialStart: occurredAt,
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

test.each([
  ['apart', '9999-12-31'],
  ['with its row', null],
])('an event written alone has the same result as in a batch, its body %s', async (_where, bodyDays) => {
  const [alone, beside, other] = [freshName(), freshName(), freshName()];
  for (const at of [0, 1]) {
    await applyBatch(pool(), [eventOf(alone, at)], { bodyDays });
    await applyBatch(pool(), [eventOf(beside, at), eventOf(other, at)], { bodyDays });
  }
  const kept = await keptOf(alone);
  expect(kept.map(({ ledger }) => ledger.outcome)).toEqual(['applied', 'applied']);
  expect(kept[1].subscription).toMatchObject({ quantity: 4, amount: '99.01', version: 2 });
  expect(kept).toEqual(await keptOf(beside));
});

test('and is written by the single-event statement', async () => {
  const name = freshName();
  await applyBatch(pool(), [eventOf(name, 0)]);
  const event = eventOf(name, 1);
  const [snapshot] = await readSnapshots(pool(), [event]);
  if (!snapshot) throw new Error('Nothing was read');
  const write = toWrite(event, snapshot.known, decide(event, snapshot.known, snapshot.now));
  expect(queryOf([write], null).text).toBe(SINGLE_UPDATE);
});
