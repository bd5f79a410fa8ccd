import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventType } from '../../adapters/adapter.ts';
import { loadMakeUp } from '../../cli/madeUp.ts';
import { SECRET } from '../../testing/app/app.ts';
import { NOON, recordsOf, startTwoProcesses, type TwoProcesses, tellAlpha } from '../../testing/app/twoProcesses.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { sweepWaiting } from './sweepWaiting.ts';

mayComplain(/Waiting events were left for the sweep/);

let processes: TwoProcesses;
beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

test('an event is answered in time even if waiting events are locked; the sweep applies those later', async () => {
  const [app] = processes.apps;
  const subscriptions = ['sub_waits_1', 'sub_waits_2'];
  for (const id of subscriptions) {
    const object = { id, customer: 'cus_late', status: 'active' };
    const told = await tellAlpha(app, { type: 'customer.subscription.updated', created: NOON, object });
    expect(told).toMatchObject({ status: 200, event: { outcome: 'unmatched' } });
  }
  const holder = new pg.Client({ connectionString: app.deps.settings.databaseUrl });
  await holder.connect();
  try {
    await holder.query(`BEGIN; SELECT id FROM webhook_event WHERE outcome = 'unmatched' FOR UPDATE`);
    const begun = Date.now();
    const object = { id: 'cus_late', email: 'late@example.com', metadata: { userId: 'late' } };
    const told = await tellAlpha(app, { type: 'customer.created', created: NOON, object });
    expect(told).toMatchObject({ status: 200, event: { outcome: 'applied' } });
    expect(Date.now() - begun).toBeLessThan(2_000);
  } finally {
    await holder.end();
  }
  await sweepWaiting(app.deps.billing);
  for (const id of subscriptions)
    expect(await recordsOf(app, 'alpha').subscription(id)).toMatchObject({ userId: 'late' });
});

const ENDING: EventType[] = [
  'subscription.created',
  'invoice.payment_failed',
  'subscription.deleted',
  'customer.deleted',
];

test.each(['alpha', 'beta', 'gamma'])(
  '%s: the check after a customer ends writes nothing to a subscription that ended after its failed payment',
  async (provider) => {
    const [app] = processes.apps;
    const makeUp = await loadMakeUp({ provider, secret: SECRET });
    const userId = `ended_${provider}`;
    const subscription = () => app.deps.billing.database.prisma.subscription.findFirst({ where: { userId } });
    const versions: (number | undefined)[] = [];
    for (const [step, type] of ENDING.entries()) {
      const occurredAt = new Date((NOON + step) * 1_000);
      const { body, headers } = makeUp(type, {
        userId,
        email: `${userId}@example.com`,
        plan: 'pro',
        interval: 'month',
        priceId: 'price_pro_month',
        amount: { minorUnits: 990, currency: 'usd' },
        eventId: `${userId}_${step}`,
        occurredAt,
        periodStart: occurredAt,
      });
      expect(await app.deliver(body, { provider, headers })).toMatchObject({ status: 200 });
      versions.push((await subscription())?.version);
    }
    expect(await subscription()).toMatchObject({ status: 'deleted' });
    expect(versions).toEqual([1, 2, 3, 3]);
  },
);
