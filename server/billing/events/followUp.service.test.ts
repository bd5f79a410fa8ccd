import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  NOON,
  recordsOf,
  startTwoProcesses,
  type TwoProcesses,
  tell,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { modelCustomer, modelSubscription } from '../../testing/events/model.ts';
import { type FactKind, providers } from '../../testing/events/wire.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { endedStatuses } from '../records/subscription.ts';
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

const ENDING: FactKind[] = ['created', 'failed', 'deleted', 'customer.deleted'];

test.each(providers)(
  '%s: the check after a customer ends writes nothing to a subscription that ended after its failed payment',
  async (provider) => {
    const [app] = processes.apps;
    const name = `ended_${provider}`;
    const start = NOON * 1_000;
    const customer = modelCustomer(name);
    const id = `sub_${name}`;
    const stored = () => recordsOf(app, provider).subscription(id);
    const versions: (number | undefined)[] = [];
    for (const [step, kind] of ENDING.entries()) {
      const subscription = modelSubscription(id, start, kind === 'deleted' ? { status: 'canceled' } : {});
      const invoice = kind === 'failed' ? { id: `in_${name}`, paid: false } : undefined;
      await tell(app, provider, {
        id: `${name}_${step}`,
        at: start + step * 1_000,
        kind,
        customer,
        subscription,
        invoice,
      });
      versions.push((await stored())?.version);
    }
    expect(endedStatuses).toContain((await stored())?.status);
    expect(versions).toEqual([1, 2, 3, 3]);
  },
);
