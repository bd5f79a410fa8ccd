import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Subscription } from '../../database/generated/client.ts';
import {
  freshName,
  NOON,
  recordsOf,
  startTwoProcesses,
  type Told,
  type TwoProcesses,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { bareSubscription } from '../../testing/events/bareObjects.ts';
import { replayEvent } from './replayEvent.ts';

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const tell = (told: Told) => tellAlpha(processes.apps[0], told);
const records = () => recordsOf(processes.apps[0], 'alpha');

const unchanged = (record: Subscription | null) => JSON.stringify(record);

describe('a duplicate', () => {
  test.each([
    ['with a time', NOON],
    ['without a time', null],
  ])('%s raises only the count of the ledger', async (_name, created) => {
    const name = freshName();
    const told = { id: `evt_${name}`, type: 'customer.subscription.created', created, object: bareSubscription(name) };
    expect((await tell(told)).event).toMatchObject({ outcome: 'applied', deliveries: 1 });
    const before = await records().subscription(`sub_${name}`);
    expect((await tell(told)).event).toMatchObject({ outcome: 'applied', deliveries: 2 });
    expect(unchanged(await records().subscription(`sub_${name}`))).toBe(unchanged(before));
  });

  test('of an event without a time does not undo later events', async () => {
    const name = freshName();
    const first = {
      id: `evt_${name}`,
      type: 'customer.subscription.updated',
      created: null,
      object: bareSubscription(name),
    };
    await tell(first);
    await tell({ type: 'customer.subscription.updated', object: bareSubscription(name, { status: 'past_due' }) });
    const { event } = await tell(first);
    await replayEvent(processes.apps[0].deps.billing, `${event?.id}`);
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: 'past_due' });
  });
});

describe('order', () => {
  test('an older event after a newer one is stale and changes nothing', async () => {
    const name = freshName();
    await tell({ type: 'customer.subscription.updated', object: bareSubscription(name) });
    const before = await records().subscription(`sub_${name}`);
    const late = {
      type: 'customer.subscription.updated',
      created: NOON - 1,
      object: bareSubscription(name, { status: 'unpaid' }),
    };
    expect((await tell(late)).event).toMatchObject({ outcome: 'stale', reason: 'not newer than what was applied' });
    expect(unchanged(await records().subscription(`sub_${name}`))).toBe(unchanged(before));
  });

  const ranked = [
    ['subscription.created', 'active', 'active'],
    ['subscription.updated', 'past_due', 'past_due'],
    ['subscription.canceled', 'canceled', 'canceled'],
    ['subscription.deleted', 'canceled', 'deleted'],
  ] as const;
  const pairs = ranked.flatMap((lower, index) => ranked.slice(index + 1).map((higher) => [lower, higher] as const));

  test.each(pairs)('at the same instant %s loses to %s in both orders', async (lower, higher) => {
    for (const inOrder of [
      [lower, higher],
      [higher, lower],
    ]) {
      const name = freshName();
      for (const [type, status] of inOrder) await tell({ type, object: bareSubscription(name, { status }) });
      expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: higher[2] });
    }
  });

  test('a scheduled cancellation ranks no higher than an update', async () => {
    const name = freshName();
    await tell({ type: 'subscription.updated', object: bareSubscription(name, { quantity: 1 }) });
    const scheduled = bareSubscription(name, { cancel_at_period_end: true });
    expect((await tell({ type: 'subscription.canceled', object: scheduled })).event).toMatchObject({
      outcome: 'stale',
    });
    expect(await processes.apps[0].deps.billing.database.prisma.refetch.count()).toBeGreaterThan(0);
  });

  test('an event without a time always applies and leaves the order mark unchanged', async () => {
    const name = freshName();
    await tell({ type: 'customer.subscription.updated', object: bareSubscription(name) });
    const timeless = {
      type: 'customer.subscription.updated',
      created: null,
      object: bareSubscription(name, { status: 'unpaid' }),
    };
    expect((await tell(timeless)).event).toMatchObject({ outcome: 'applied' });
    expect(await records().subscription(`sub_${name}`)).toMatchObject({
      status: 'past_due',
      lastEventAt: new Date(NOON * 1000),
    });
    const late = { type: 'customer.subscription.updated', created: NOON - 1, object: bareSubscription(name) };
    expect((await tell(late)).event).toMatchObject({ outcome: 'stale' });
  });

  test('replaying everything in any order regresses nothing', async () => {
    const name = freshName();
    const states = ['trialing', 'active', 'past_due', 'canceled'];
    const events = [];
    for (const [index, status] of states.entries()) {
      const told = {
        type: 'customer.subscription.updated',
        created: NOON + index,
        object: bareSubscription(name, { status }),
      };
      events.push((await tell(told)).event);
    }
    for (const event of [...events].reverse()) await replayEvent(processes.apps[1].deps.billing, `${event?.id}`);
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: 'canceled' });
    expect((await records().event(events[0]?.eventId ?? ''))?.deliveries).toBe(1);
  });
});

describe('a failed payment', () => {
  const failure = (name: string, id = 'in') => ({
    type: 'invoice.payment_failed',
    created: NOON + 10,
    object: {
      id: `${id}_${name}`,
      subscription: `sub_${name}`,
      customer: `cus_${name}`,
      metadata: { userId: `u_${name}` },
      amount_due: 990,
      currency: 'usd',
    },
  });
  const success = (name: string) => ({ ...failure(name), type: 'invoice.payment_succeeded', created: NOON + 20 });
  const active = (name: string, created: number) => ({
    type: 'customer.subscription.updated',
    created,
    object: bareSubscription(name),
  });

  test.each([
    ['after the state', (name: string) => [active(name, NOON), failure(name)]],
    ['before the subscription is known', (name: string) => [failure(name), active(name, NOON)]],
    ['before an older word of active', (name: string) => [active(name, NOON), failure(name), active(name, NOON + 5)]],
  ])('makes an active subscription past due: %s', async (_case, tell3) => {
    const name = freshName();
    for (const told of tell3(name)) await tell(told);
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: 'past_due' });
  });

  test.each([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])('that was paid later leaves it active, in the order %i %i %i', async (...order) => {
    const name = freshName();
    const told = [active(name, NOON), failure(name), success(name)];
    for (const index of order) await tell(told[index] as Told);
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: 'active' });
    expect(await records().payment(`in_${name}`)).toMatchObject({ status: 'succeeded' });
  });

  test('leaves it past due while another invoice is open or the provider calls it past due', async () => {
    const [open, said] = [freshName(), freshName()];
    for (const told of [active(open, NOON), failure(open, 'other'), failure(open), success(open)]) await tell(told);
    expect(await records().subscription(`sub_${open}`)).toMatchObject({ status: 'past_due' });
    const pastDue = { ...active(said, NOON + 10), object: bareSubscription(said, { status: 'past_due' }) };
    for (const told of [pastDue, failure(said), success(said)]) await tell(told);
    expect(await records().subscription(`sub_${said}`)).toMatchObject({ status: 'past_due' });
  });
});
