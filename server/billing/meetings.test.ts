import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atOnce, type Heart, post, recordsOf, startHeart } from '../testing/heart.ts';
import { recordId } from './recordId.ts';

let heart: Heart;
let count = 0;

beforeAll(async () => {
  heart = await startHeart();
});
afterAll(() => heart.close());

const NOON = Date.UTC(2026, 0, 5, 12) / 1000;
const prisma = () => heart.apps[0].deps.billing.database.prisma;

interface Told {
  type: string;
  created?: number;
  object: object;
  app?: 0 | 1;
}

async function tell({ type, created = NOON, object, app = 0 }: Told) {
  const id = `evt_${count++}`;
  expect(await post(heart.apps[app], 'alpha', { id, body: { id, type, created, data: { object } } })).toMatchObject({
    status: 200,
  });
}

const customer = (name: string) => ({
  type: 'customer.created',
  object: { id: `cus_${name}`, metadata: { userId: `u_${name}` } },
});
const subscription = (name: string) => ({
  id: `sub_${name}`,
  customer: `cus_${name}`,
  status: 'active',
  metadata: { userId: `u_${name}` },
});
const invoice = (name: string) => ({
  ...{ id: `in_${name}`, customer: `cus_${name}`, subscription: `sub_${name}`, amount_due: 990, currency: 'usd' },
  metadata: { userId: `u_${name}` },
});

/** Runs `first` up to where it inserts its customer, then all of `second`, then the rest of `first`. */
async function interleave(name: string, first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  const blocker = await heart.apps[0].deps.billing.database.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query(
    `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email) VALUES ($1, 'x', 'alpha', $2, '')`,
    [recordId('customer', 'alpha', `cus_${name}`), `cus_${name}`],
  );
  const waits = first();
  for (let blocked = 0; blocked === 0; ) {
    const { rows } = await blocker.query('SELECT count(*)::int AS blocked FROM pg_locks WHERE NOT granted');
    blocked = rows[0].blocked;
  }
  await second();
  await blocker.query('ROLLBACK');
  blocker.release();
  await waits;
}

describe('what meets a subscription at the moment of its insert', () => {
  const meetings = Array.from({ length: 60 }, (_, n) => n);
  const nameless = (object: object) => ({ ...object, customer: undefined });

  test('a failed payment that is committed while the subscription is being inserted', async () => {
    const created = { type: 'customer.subscription.created', object: subscription('mid1') };
    const failed = {
      type: 'invoice.payment_failed',
      created: NOON + 1,
      object: nameless(invoice('mid1')),
      app: 1 as const,
    };
    await interleave(
      'mid1',
      () => tell(created),
      () => tell(failed),
    );
    const record = await recordsOf(heart.apps[0], 'alpha').subscription('sub_mid1');
    expect(record).toMatchObject({ status: 'past_due', paymentFailedAt: new Date((NOON + 1) * 1000) });
  });

  test('a subscription that is committed while its failed payment is being inserted', async () => {
    const created = { type: 'customer.subscription.created', object: nameless(subscription('mid2')), app: 1 as const };
    const failed = { type: 'invoice.payment_failed', created: NOON + 1, object: invoice('mid2') };
    await interleave(
      'mid2',
      () => tell(failed),
      () => tell(created),
    );
    expect(await recordsOf(heart.apps[0], 'alpha').subscription('sub_mid2')).toMatchObject({ status: 'past_due' });
  });

  test('a failed payment of the same second asks for the truth', async () => {
    const created = { type: 'customer.subscription.updated', object: subscription('mid3') };
    const failed = { type: 'invoice.payment_failed', object: nameless(invoice('mid3')), app: 1 as const };
    await interleave(
      'mid3',
      () => tell(created),
      () => tell(failed),
    );
    const subscriptionId = recordId('subscription', 'alpha', 'sub_mid3');
    expect(await prisma().settlement.findUnique({ where: { subscriptionId } })).toMatchObject({ reason: 'tie' });
  });

  test('the end of its customer, told to another process at once, is not lost', async () => {
    for (const n of meetings) await tell(customer(`end${n}`));
    await atOnce(
      4,
      meetings.map((n) => async () => {
        await Promise.all([
          tell({ type: 'customer.subscription.created', created: NOON + 1, object: subscription(`end${n}`) }),
          tell({ type: 'customer.deleted', created: NOON + 2, object: { id: `cus_end${n}` }, app: 1 }),
        ]);
      }),
    );
    const kept = await prisma().subscription.findMany({ where: { providerSubscriptionId: { startsWith: 'sub_end' } } });
    expect(kept.filter(({ status, canceledAt }) => status === 'canceled' && canceledAt)).toHaveLength(60);
  });
});
