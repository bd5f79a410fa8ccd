import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AlphaEvent,
  atOnce,
  NOON,
  recordsOf,
  startTwoProcesses,
  type TwoProcesses,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { untilBlocked } from '../../testing/database/untilBlocked.ts';
import { bareCustomer, bareInvoice, bareSubscription } from '../../testing/events/bareObjects.ts';
import { recordId } from '../records/recordId.ts';

let processes: TwoProcesses;
beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const prisma = () => processes.apps[0].deps.billing.database.prisma;

type EventAt = AlphaEvent & { app?: 0 | 1 };

async function tell({ app = 0, ...told }: EventAt) {
  const { status } = await tellAlpha(processes.apps[app], told);
  expect(status).toBe(200);
}

const customer = (name: string) => ({ type: 'customer.created', object: bareCustomer(name) });
/** A failed invoice without a customer. */
const nameless = (name: string) => bareInvoice(name, { customer: undefined, amount_paid: undefined, amount_due: 990 });

const INSERTS = {
  subscription: `INSERT INTO subscription (id, "userId", provider, "providerSubscriptionId", status, plan, "interval",
    amount, currency, "currentPeriodStart", "currentPeriodEnd")
    VALUES ($1, 'x', 'alpha', $2, 'active', 'pro', 'month', '1', 'usd', now(), now())`,
  customer: `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email) VALUES ($1, 'x', 'alpha', $2, '')`,
  payment: `INSERT INTO payment (id, "userId", provider, "providerPaymentId", type, status, amount, currency)
    VALUES ($1, 'x', 'alpha', $2, 'subscription', 'failed', '1', 'usd')`,
};

interface Interleaved {
  at: keyof typeof INSERTS;
  key: string;
  first: EventAt;
  second: EventAt;
}

/** Runs `first` up to its insert of that record, then all of `second`, then the rest of `first`. */
async function interleave({ at, key, first, second }: Interleaved): Promise<void> {
  const { pool } = processes.apps[0].deps.billing.database;
  const blocker = await pool.connect();
  await blocker.query('BEGIN');
  await blocker.query(INSERTS[at], [recordId(at, 'alpha', key), key]);
  const waits = tell(first);
  await untilBlocked(pool);
  await tell({ ...second, app: 1 });
  await blocker.query('ROLLBACK');
  blocker.release();
  await waits;
}

describe('an event that races with the insert of a subscription', () => {
  const meetings = Array.from({ length: 60 }, (_, n) => n);

  test('a failed payment that is committed while the subscription is being inserted', async () => {
    const first = { type: 'customer.subscription.created', object: bareSubscription('mid1') };
    await tell(customer('mid1'));
    const second = { type: 'invoice.payment_failed', created: NOON + 1, object: nameless('mid1') };
    await interleave({ at: 'subscription', key: 'sub_mid1', first, second });
    const record = await recordsOf(processes.apps[0], 'alpha').subscription('sub_mid1');
    expect(record).toMatchObject({ status: 'past_due', paymentFailedAt: new Date((NOON + 1) * 1000) });
  });

  test('a subscription that is committed while its failed payment is being inserted', async () => {
    await tell(customer('mid2'));
    const first = { type: 'invoice.payment_failed', created: NOON + 1, object: nameless('mid2') };
    const second = { type: 'customer.subscription.created', object: bareSubscription('mid2') };
    await interleave({ at: 'payment', key: 'in_mid2', first, second });
    expect(await recordsOf(processes.apps[0], 'alpha').subscription('sub_mid2')).toMatchObject({ status: 'past_due' });
  });

  test('a failed payment of the same second asks for the provider snapshot', async () => {
    const first = { type: 'customer.subscription.updated', object: bareSubscription('mid3') };
    await tell(customer('mid3'));
    await interleave({
      at: 'subscription',
      key: 'sub_mid3',
      first,
      second: { type: 'invoice.payment_failed', object: nameless('mid3') },
    });
    const subscriptionId = recordId('subscription', 'alpha', 'sub_mid3');
    expect(await prisma().refetch.findUnique({ where: { subscriptionId } })).toMatchObject({ reason: 'tie' });
  });

  test("its customer's deletion, received by another process at the same time, is not lost", async () => {
    for (const n of meetings) await tell(customer(`end${n}`));
    await atOnce(
      4,
      meetings.map((n) => async () => {
        await Promise.all([
          tell({ type: 'customer.subscription.created', created: NOON + 1, object: bareSubscription(`end${n}`) }),
          tell({ type: 'customer.deleted', created: NOON + 2, object: { id: `cus_end${n}` }, app: 1 }),
        ]);
      }),
    );
    const kept = await prisma().subscription.findMany({ where: { providerSubscriptionId: { startsWith: 'sub_end' } } });
    expect(kept.filter(({ status, canceledAt }) => status === 'canceled' && canceledAt)).toHaveLength(60);
  });
});
