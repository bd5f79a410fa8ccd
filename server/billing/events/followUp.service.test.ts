import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
