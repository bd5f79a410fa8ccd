import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepWaiting } from '../billing/events/sweepWaiting.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { until } from '../testing/run/until.ts';

// A busy machine leaves waiting events to the sweep.
mayComplain(/Failed to process [a-z._]+ event/, /left for the sweep/);

/**
 * Stripe's thin events only name their object (promise 13: what was answered 200 is applied, or known to change
 * nothing).
 */
let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha', { repeatDelaysMs: [200, 400, 400, 400, 400, 400, 400, 400] });
});
afterAll(() => app.close());
beforeEach(() => app.control('POST', 'switches', { reset: true }));

const prisma = () => app.deps.billing.database.prisma;
const switchTo = (more: object) => app.control('POST', 'switches', more);

/** Buys, pays the first invoice, gets part of it refunded, and cancels. */
async function live() {
  const person = await app.signUp();
  await app.buy(person, { plan: 'pro' });
  const subscription = await prisma().subscription.findFirstOrThrow({ where: { userId: person.id } });
  await app.control('POST', 'clock', { days: 15 });
  await app.settle();
  const payment = await prisma().payment.findFirstOrThrow({ where: { userId: person.id, amount: '9.90' } });
  await app.control('POST', 'refund', { invoiceId: payment.providerPaymentId, amount: 300 });
  await app.control('POST', `subscriptions/${subscription.providerSubscriptionId}/cancel_now`, {});
  await app.settle();
  await sweepWaiting(app.deps.billing);
  await app.settle();
  return person;
}

/** Fetched in the background, after the answer. */
const asked = ['provider.snapshot', 'invoice_payment.paid'];

async function recordsOf({ id: userId }: { id: string }) {
  const where = { userId };
  const [customers, subscriptions, payments, events] = await Promise.all([
    prisma().customer.count({ where }),
    prisma().subscription.findMany({ where, select: { status: true, plan: true, amount: true, currency: true } }),
    prisma().payment.findMany({
      where,
      orderBy: { createdAt: 'asc' },
      select: { status: true, amount: true, amountRefunded: true, type: true, currency: true },
    }),
    prisma().webhookEvent.findMany({
      where: { ...where, nativeType: { notIn: asked } },
      orderBy: { id: 'asc' },
      select: { nativeType: true, outcome: true },
    }),
  ]);
  return { customers, subscriptions, payments, events };
}

test('a lifecycle reported only by thin events ends in the same records as full events', async () => {
  const shown = await recordsOf(await live());
  await switchTo({ payload: 'thin' });
  const named = await recordsOf(await live());
  expect(named).toEqual(shown);
  expect(named.subscriptions).toHaveLength(1);
  expect(named.payments.map(({ amountRefunded }) => amountRefunded)).toContain('3.00');
});

test('while the provider is unreachable they are refused, and applied when it retries', async () => {
  await switchTo({ payload: 'thin' });
  const person = await app.signUp();
  const { sessionId } = await app.checkout(person, { plan: 'pro' });
  await switchTo({ payload: 'thin', api: { mode: 'error500' } });
  await app.payPage(sessionId);
  const tried = async () => {
    const { deliveries } = await app.control<{ deliveries: { attempts: { status: number | null }[] }[] }>(
      'GET',
      'deliveries',
    );
    return deliveries.some(({ attempts }) => attempts.at(-1)?.status === 500);
  };
  await until('a thin event was refused', tried);
  expect(await prisma().subscription.count({ where: { userId: person.id } })).toBe(0);
  await switchTo({ payload: 'thin', api: { mode: 'ok' } });
  await app.settle();
  expect(await prisma().subscription.findFirst({ where: { userId: person.id } })).toMatchObject({ plan: 'pro' });
});

test('one whose object the provider does not know gets 500 and is recorded as failed', async () => {
  const id = 'evt_of_nobody';
  const related_object = { id: 'sub_of_nobody', type: 'subscription', url: '/v1/subscriptions/sub_of_nobody' };
  const body = { id, object: 'v2.core.event', type: 'v1.customer.subscription.updated', related_object };
  const answer = await app.deliver({ ...body, created: '2026-10-01T00:00:00.000Z', livemode: false });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: 'Failed to process subscription.updated event' });
  const kept = await prisma().webhookEvent.findFirst({ where: { eventId: id } });
  expect(kept).toMatchObject({ outcome: 'failed', error: 'the provider does not know what it names' });
});

test('one of a connected account is not fetched', async () => {
  const related_object = { id: 'sub_other', type: 'subscription', url: '/v1/subscriptions/sub_other' };
  const body = { id: 'evt_other', object: 'v2.core.event', type: 'v1.customer.subscription.updated', related_object };
  const answer = await app.deliver({ ...body, context: 'acct_other', created: '2026-10-01T00:00:00.000Z' });
  expect(answer.status).toBe(200);
  const kept = await prisma().webhookEvent.findFirst({ where: { eventId: 'evt_other' } });
  expect(kept).toMatchObject({ outcome: 'ignored', reason: 'it belongs to the account acct_other, not to ours' });
});
