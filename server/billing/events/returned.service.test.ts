import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import {
  type AlphaEvent,
  atOnce,
  freshName,
  NOON,
  recordsOf,
  refetchAll,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { inMemory } from '../../testing/events/randomSteps.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { sweepWaiting } from './sweepWaiting.ts';

const { seed } = inMemory;

// A busy machine leaves waiting events to the sweep.
mayComplain(/left for the sweep/);

/** Which invoice each payment intent paid, as the provider answers. */
const invoices = new Map<string, string>();
let company: Server;
let app: TestApp;
beforeAll(async () => {
  company = createServer((request, response) => {
    const intent = new URL(request.url ?? '', 'http://company').searchParams.get('payment[payment_intent]') ?? '';
    const invoice = invoices.get(intent);
    const data = invoice
      ? [{ id: 'inpay_1', invoice, payment: { type: 'payment_intent', payment_intent: intent } }]
      : [];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
  });
  await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve));
  const { port } = company.address() as AddressInfo;
  app = await startTestApp({ ALPHA_API_URL: `http://127.0.0.1:${port}` });
  await app.deps.worker.stop();
});
afterAll(async () => {
  await app.close();
  company.close();
});

/** The provider's events for one invoice: paid at the second attempt, refunded twice, disputed and won. */
function lifeOf(name: string): AlphaEvent[] {
  const money = { currency: 'usd', customer: `cus_${name}`, metadata: { userId: `u_${name}` } };
  const invoice = { id: `in_${name}`, ...money, amount_due: 990, amount_paid: 990, description: 'Pro' };
  const paid = { charge: `ch_${name}`, payment_intent: `pi_${name}`, currency: 'usd' };
  const refund = (id: string, amount: number, status: string) => ({ id: `${id}_${name}`, amount, status, ...paid });
  const charge = { id: `ch_${name}`, payment_intent: `pi_${name}`, currency: 'usd' };
  const dispute = { id: `du_${name}`, amount: 490, ...paid };
  const told: [number, string, object][] = [
    [0, 'invoice.payment_failed', invoice],
    [5, 'invoice.payment_succeeded', invoice],
    [10, 'refund.created', refund('re_a', 300, 'pending')],
    [10, 'charge.refunded', { ...charge, amount_refunded: 300 }],
    [12, 'refund.updated', refund('re_a', 300, 'succeeded')],
    [20, 'charge.dispute.created', { ...dispute, status: 'needs_response' }],
    [30, 'charge.dispute.closed', { ...dispute, status: 'won' }],
    [40, 'refund.created', refund('re_b', 200, 'pending')],
    [40, 'charge.refunded', { ...charge, amount_refunded: 500 }],
    [50, 'refund.failed', refund('re_b', 200, 'failed')],
  ];
  return told.map(([at, type, object]) => ({ id: `evt_${name}_${at}_${type}`, type, created: NOON + at, object }));
}

/** The work after the answers. */
async function settled(): Promise<void> {
  await refetchAll(app);
  await sweepWaiting(app.deps.billing);
}

const paymentOf = (name: string) => recordsOf(app, 'alpha').payment(`in_${name}`);

test(`in any order, concurrently and twice: the same result as in the provider's own order (seed ${seed})`, async () => {
  const random = fc.sample(fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), { seed, numRuns: 12 });
  for (const draws of random) {
    const name = freshName();
    invoices.set(`pi_${name}`, `in_${name}`);
    const all = [...lifeOf(name), ...lifeOf(name)];
    const order = all.map((told, index) => ({ told, by: draws[index] ?? 0 })).sort((a, b) => a.by - b.by);
    await atOnce(
      4,
      order.map(({ told }) => async () => {
        expect((await tellAlpha(app, told)).status).toBe(200);
      }),
    );
    await settled();
    const payment = await paymentOf(name);
    expect(payment).toMatchObject({
      status: 'partially_refunded',
      amountRefunded: '3.00',
      amount: '9.90',
      disputed: false,
    });
    const where = { paymentId: payment?.id ?? '' };
    const rows = await app.deps.billing.database.prisma.refund.findMany({
      where,
      orderBy: { providerRefundId: 'asc' },
    });
    expect(rows.map(({ kind, status, amount }) => [kind, status, amount])).toEqual([
      ['dispute', 'won', '4.90'],
      ['refund', 'succeeded', '3.00'],
      ['refund', 'failed', '2.00'],
    ]);
    const open = await app.deps.billing.database.prisma.webhookEvent.count({ where: { outcome: 'unmatched' } });
    expect(open).toBe(0);
  }
});

test('the provider is not called before the answer, and a payment that arrives last applies the waiting events', async () => {
  const name = freshName();
  invoices.set(`pi_${name}`, `in_${name}`);
  const [, paid, ...later] = lifeOf(name);
  for (const told of later) expect((await tellAlpha(app, told)).event?.outcome).toBe('unmatched');
  expect(await app.deps.billing.database.prisma.refetch.findMany()).toMatchObject([
    { providerSubscriptionId: `pi_${name}`, reason: 'link' },
  ]);
  await refetchAll(app);
  expect(await paymentOf(name)).toBeNull();
  if (paid) await tellAlpha(app, paid);
  await settled();
  expect(await paymentOf(name)).toMatchObject({ status: 'partially_refunded', amountRefunded: '3.00' });
});

test('an intent that belongs to no payment of ours is looked up once', async () => {
  const name = freshName();
  const refund = { id: `re_${name}`, payment_intent: `pi_${name}`, amount: 1, currency: 'usd', status: 'succeeded' };
  expect((await tellAlpha(app, { type: 'refund.created', object: refund })).event?.outcome).toBe('unmatched');
  await refetchAll(app);
  expect(await app.deps.billing.database.prisma.refetch.count()).toBe(0);
});
