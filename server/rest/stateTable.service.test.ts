import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { alphaCheckout, alphaEvent, alphaInvoice, alphaSubscription, MOMENT } from '../testing/events/alphaObjects.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const prisma = () => app.deps.billing.database.prisma;
const fresh = () => randomUUID().replaceAll('-', '');

async function send(type: string, object: Record<string, unknown>, at: number) {
  expect((await app.deliver(alphaEvent(type, object, at))).status).toBe(200);
}

const natives = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused'];
const ours: Record<string, string> = { unpaid: 'past_due', incomplete_expired: 'canceled', paused: 'incomplete' };
const statusOf = (native: string) => ours[native] ?? native;

async function begin(native: string) {
  const id = fresh();
  await send('subscription.created', alphaSubscription(id, 'ada', { status: native, customer: `cus_${id}` }), 0);
  const read = () => prisma().subscription.findFirstOrThrow({ where: { providerSubscriptionId: id } });
  expect(await read()).toMatchObject({ status: statusOf(native), nativeStatus: native });
  return { id, read };
}

test.each(natives.flatMap((from) => natives.map((to) => [from, to])))(
  'subscription.updated: from %s to %s',
  async (from = '', to = '') => {
    const { id, read } = await begin(from);
    await send('subscription.updated', alphaSubscription(id, undefined, { status: to }), 10);
    expect(await read()).toMatchObject({ status: statusOf(to), nativeStatus: to });
  },
);

test.each(natives)('subscription.canceled: from %s to canceled, with its time', async (from) => {
  const { id, read } = await begin(from);
  await send('subscription.canceled', { id }, 10);
  const { status, canceledAt, cancelAtPeriodEnd } = await read();
  expect({ status, cancelAtPeriodEnd }).toEqual({ status: 'canceled', cancelAtPeriodEnd: false });
  expect(canceledAt).not.toBeNull();
});

test.each(natives)('subscription.deleted: from %s to deleted, and no older event restores it', async (from) => {
  const { id, read } = await begin(from);
  await send('customer.subscription.deleted', alphaSubscription(id, undefined, { status: 'canceled' }), 10);
  await send('subscription.updated', alphaSubscription(id, 'ada'), 10);
  await send('subscription.updated', alphaSubscription(id, 'ada'), 5);
  expect(await read()).toMatchObject({ status: 'deleted' });
});

test.each(natives)('invoice.payment_failed: from %s, only a running subscription becomes past_due', async (from) => {
  const { id, read } = await begin(from);
  const names = { customer: `cus_${id}`, parent: { subscription_details: { subscription: id } } };
  await send('invoice.payment_failed', alphaInvoice(`in_${id}`, undefined, names), 10);
  expect((await read()).status).toBe(from === 'active' ? 'past_due' : statusOf(from));
  const payment = await prisma().payment.findFirst({ where: { providerPaymentId: `in_${id}` } });
  expect(payment).toMatchObject({ userId: 'ada', status: 'failed' });
});

test('a failed invoice of an older API version, and then its recovery', async () => {
  const { id, read } = await begin('active');
  const names = { customer: `cus_${id}`, parent: undefined, subscription: id };
  await send('invoice.payment_failed', alphaInvoice(`in_${id}`, undefined, names), 10);
  expect((await read()).status).toBe('past_due');
  await send('invoice.payment_succeeded', alphaInvoice(`in_${id}`, undefined, names), 20);
  await send('customer.subscription.updated', alphaSubscription(id, undefined), 21);
  expect((await read()).status).toBe('active');
});

test.each([
  ['a portal cancellation', { cancel_at: MOMENT + 1_000 }, true],
  ['a cancellation by the API', { cancel_at_period_end: true, cancel_at: MOMENT + 1_000 }, true],
  ['an old version of it', { cancel_at_period_end: true }, true],
  ['none', {}, false],
])('%s at the end of the period leaves the status', async (_name, more, scheduled) => {
  const { id, read } = await begin('active');
  const object = alphaSubscription(id, undefined, { ...more, canceled_at: scheduled ? MOMENT + 9 : null });
  await send('customer.subscription.updated', object, 10);
  expect(await read()).toMatchObject({ status: 'active', cancelAtPeriodEnd: scheduled });
  await send('customer.subscription.updated', alphaSubscription(id, undefined), 20);
  expect(await read()).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null });
});

test('an unknown status keeps the current one, with a warning in the ledger', async () => {
  const { id, read } = await begin('trialing');
  const event = alphaEvent('subscription.updated', alphaSubscription(id, undefined, { status: 'levitating' }), 10);
  expect((await app.deliver(event)).status).toBe(200);
  expect(await read()).toMatchObject({ status: 'trialing', plan: 'pro' });
  const row = await prisma().webhookEvent.findFirst({ where: { eventId: event.id } });
  expect(row).toMatchObject({ outcome: 'applied', warnings: [expect.stringContaining('status')] });
});

test.each([
  ['paid', 'active', 1],
  ['no_payment_required', 'trialing', 0],
  ['unpaid', 'incomplete', 0],
])('a checkout that is %s starts a subscription as %s', async (payment_status, status, payments) => {
  const key = fresh();
  await send('checkout.session.completed', alphaCheckout(key, 'ada', { payment_status }), 0);
  const subscription = await prisma().subscription.findFirst({ where: { providerSubscriptionId: `sub_${key}` } });
  expect(subscription).toMatchObject({ status, plan: 'pro', interval: 'month' });
  expect(await prisma().payment.count({ where: { providerPaymentId: `in_${key}` } })).toBe(payments);
});

test('a checkout never changes a known subscription', async () => {
  const { id, read } = await begin('past_due');
  const session = alphaCheckout(`cs_${id}`, 'ada', { subscription: id, customer: `cus_${id}` });
  await send('checkout.session.completed', session, 10);
  expect((await read()).status).toBe('past_due');
});
