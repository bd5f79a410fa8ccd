import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addCustomer } from '../../testing/app/rows.ts';
import {
  type AlphaEvent,
  atOnce,
  freshName,
  NOON,
  recordsOf,
  startTwoProcesses,
  type TwoProcesses,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { bareCustomer, bareInvoice, bareSubscription } from '../../testing/events/bareObjects.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { sampleOr } from '../../testing/run/storey.ts';
import { sweepWaiting } from './sweepWaiting.ts';

mayComplain(/A waiting event could not be applied/);

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

/** On a busy machine waiting events are applied a moment after the answer. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
const records = () => recordsOf(processes.apps[0], 'alpha');
const prisma = () => processes.apps[0].deps.billing.database.prisma;

type EventAt = AlphaEvent & { app?: 0 | 1 };

async function tell({ app = 0, ...told }: EventAt) {
  const { status, event } = await tellAlpha(processes.apps[app], told);
  expect(status).toBe(200);
  return event?.eventId ?? '';
}

const customer = (name: string) => ({ type: 'customer.created', object: bareCustomer(name) });
/** Without a user. */
const subscription = (name: string, more: object = {}) => bareSubscription(name, { metadata: undefined, ...more });
const invoice = (name: string) => bareInvoice(name, { metadata: undefined });

describe('events that name no known user', () => {
  test('wait, and are applied in the order of their times when their customer becomes known', async () => {
    const name = freshName();
    const ids = [
      await tell({ type: 'invoice.payment_succeeded', created: NOON + 3, object: invoice(name) }),
      await tell({
        type: 'customer.subscription.updated',
        created: NOON + 2,
        object: subscription(name, { status: 'past_due' }),
      }),
      await tell({
        type: 'customer.subscription.created',
        created: NOON + 1,
        object: subscription(name, { status: 'trialing' }),
      }),
    ];
    expect(await Promise.all(ids.map(async (id) => (await records().event(id))?.outcome))).toEqual(
      Array(3).fill('unmatched'),
    );
    await tell(customer(name));
    const applied = { outcome: 'applied', reason: null, userId: `u_${name}`, waitingFor: null, deliveries: 1 };
    await soon(async () => expect(await Promise.all(ids.map(records().event))).toMatchObject(ids.map(() => applied)));
    expect(await records().subscription(`sub_${name}`)).toMatchObject({
      userId: `u_${name}`,
      status: 'past_due',
      version: 2,
    });
    expect(await records().payment(`in_${name}`)).toMatchObject({ userId: `u_${name}`, status: 'succeeded' });
  });

  test('without times are applied in the order of their arrival', async () => {
    const name = freshName();
    for (const status of ['trialing', 'active', 'past_due']) {
      await tell({ type: 'customer.subscription.updated', created: null, object: subscription(name, { status }) });
    }
    await tell(customer(name));
    const last = { status: 'past_due', version: 3 };
    await soon(async () => expect(await records().subscription(`sub_${name}`)).toMatchObject(last));
  });

  test('are applied once their subscription is known, even without their customer', async () => {
    const name = freshName();
    const id = await tell({ type: 'invoice.payment_succeeded', object: invoice(name) });
    const born = bareSubscription(name, { customer: undefined });
    await tell({ type: 'customer.subscription.created', object: born });
    await soon(async () => expect(await records().event(id)).toMatchObject({ outcome: 'applied' }));
    expect(await records().payment(`in_${name}`)).toMatchObject({ userId: `u_${name}` });
  });

  test('trigger the events that wait for the records they create', async () => {
    const name = freshName();
    const payment = { ...invoice(name), customer: `cus_other_${name}` };
    const last = await tell({ type: 'invoice.payment_succeeded', object: payment });
    await tell({ type: 'customer.subscription.created', object: subscription(name) });
    await tell(customer(name));
    const applied = { outcome: 'applied', userId: `u_${name}` };
    await soon(async () => expect(await records().event(last)).toMatchObject(applied));
  });

  test('that can no longer be applied block no other', async () => {
    const name = freshName();
    const broken = await tell({
      type: 'customer.subscription.created',
      created: NOON - 9,
      object: subscription(`${name}b`, { customer: `cus_${name}` }),
    });
    const whole = await tell({ type: 'customer.subscription.created', object: subscription(name) });
    await prisma().webhookEvent.update({
      where: { provider_eventId: { provider: 'alpha', eventId: broken } },
      data: { body: '{' },
    });
    await tell(customer(name));
    await soon(async () => expect(await records().event(whole)).toMatchObject({ outcome: 'applied' }));
    expect(await records().event(broken)).toMatchObject({ outcome: 'unmatched' });
    expect(processes.apps[0].logged.some((line) => line.includes('A waiting event could not be applied'))).toBe(true);
  });

  test('left behind by a crash are found by the sweep', async () => {
    const name = freshName();
    const id = await tell({ type: 'customer.subscription.created', object: subscription(name) });
    const known = { id: (await records().event(id))?.waitingFor ?? '', providerCustomerId: `cus_${name}` };
    await addCustomer(processes.apps[0], { id: 'u' }, known);
    expect((await sweepWaiting(processes.apps[0].deps.billing)).applied).toBeGreaterThan(0);
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ userId: 'u' });
  });

  const TIMES = sampleOr(40, 120);
  test(`and their customer, at two processes at once, are matched ${TIMES} of ${TIMES} times without the sweep`, async () => {
    const names = Array.from({ length: TIMES }, (_, n) => `race${n}`);
    await atOnce(
      4,
      names.map((name, n) => async () => {
        const [here, there] = n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        await Promise.all([
          tell({ ...customer(name), app: here }),
          tell({ type: 'customer.subscription.created', object: subscription(name), app: there }),
        ]);
      }),
    );
    const where = { providerSubscriptionId: { startsWith: 'sub_race' } };
    await soon(async () => {
      const kept = await prisma().subscription.findMany({ where });
      expect(kept.filter(({ status, customerId }) => status === 'active' && customerId)).toHaveLength(TIMES);
    });
  });
});
