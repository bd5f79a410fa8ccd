import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { answerOf } from '../testing/calls/requests.ts';
import { alphaEvent, alphaSubscription, iso, MOMENT } from '../testing/events/alphaObjects.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DAY = 86_400;
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const read = async (cookie: string) => answerOf(await app.call('/api/payments/subscription', { headers: { cookie } }));

async function deliver(
  id: string,
  userId: string,
  { at = 0, ...more }: Record<string, unknown> & { at?: number } = {},
) {
  const object = alphaSubscription(id, userId, more);
  expect((await app.deliver(alphaEvent('customer.subscription.updated', object, at))).status).toBe(200);
}

const running = { canceledAt: null, trialStart: null, trialEnd: null, cancelAtPeriodEnd: false };

const shapes: { name: string; more: Record<string, unknown>; expected: Record<string, unknown> }[] = [
  { name: 'active', more: {}, expected: { ...running, status: 'active' } },
  {
    name: 'trialing',
    more: { status: 'trialing', trial_start: MOMENT, trial_end: MOMENT + 14 * DAY },
    expected: { ...running, status: 'trialing', trialStart: iso(MOMENT), trialEnd: iso(MOMENT + 14 * DAY) },
  },
  {
    name: 'ending',
    more: { cancel_at_period_end: true, canceled_at: MOMENT + 5 },
    expected: { ...running, status: 'active', cancelAtPeriodEnd: true, canceledAt: iso(MOMENT + 5) },
  },
  {
    name: 'canceled',
    more: { status: 'canceled', canceled_at: MOMENT + 5 },
    expected: { ...running, status: 'canceled', canceledAt: iso(MOMENT + 5) },
  },
];

test.each(shapes)('a subscription that is $name has exactly the fields of the specification', async (shape) => {
  const [{ id: userId, cookie }, id] = [await app.signUp(), randomUUID()];
  await deliver(id, userId, shape.more);
  const customer = await app.deps.billing.database.prisma.customer.findFirst({ where: { userId } });
  expect(await read(cookie)).toEqual({
    status: 200,
    body: {
      subscription: {
        id: expect.stringMatching(/./),
        userId,
        customerId: customer?.id,
        provider: 'alpha',
        providerSubscriptionId: id,
        plan: 'pro',
        interval: 'month',
        amount: '9.90',
        currency: 'usd',
        currentPeriodStart: iso(MOMENT),
        currentPeriodEnd: iso(MOMENT + 30 * DAY),
        createdAt: ISO,
        updatedAt: ISO,
        ...shape.expected,
      },
    },
  });
});

test('returns null without a subscription', async () => {
  const { cookie } = await app.signUp();
  expect(await read(cookie)).toEqual({ status: 200, body: { subscription: null } });
});

test('of several, the one with the latest updatedAt is returned, whatever its status and age', async () => {
  const { id: userId, cookie } = await app.signUp();
  const [first, second] = [randomUUID(), randomUUID()];
  await deliver(first, userId);
  await deliver(second, userId, { at: 5 });
  expect(await read(cookie)).toMatchObject({ body: { subscription: { providerSubscriptionId: second } } });
  await deliver(first, userId, { at: 1, status: 'canceled' });
  expect(await read(cookie)).toMatchObject({
    body: { subscription: { providerSubscriptionId: first, status: 'canceled' } },
  });
});

test("another user's is never shown", async () => {
  const [ada, eve] = [await app.signUp(), await app.signUp()];
  const id = randomUUID();
  await deliver(id, ada.id);
  expect(await read(eve.cookie)).toEqual({ status: 200, body: { subscription: null } });
  await deliver(id, eve.id, { at: 9 });
  expect(await read(eve.cookie)).toEqual({ status: 200, body: { subscription: null } });
  expect(await read(ada.cookie)).toMatchObject({ body: { subscription: { userId: ada.id } } });
});

test('updatedAt is the time of the last applied delivery', async () => {
  const { id: userId, cookie } = await app.signUp();
  const id = randomUUID();
  const start = Date.now();
  await deliver(id, userId);
  const { body } = (await read(cookie)) as { body: { subscription: { createdAt: string; updatedAt: string } } };
  const stamp = Date.parse(body.subscription.updatedAt);
  expect(stamp).toBeGreaterThanOrEqual(start - 1_000);
  expect(stamp).toBeLessThanOrEqual(Date.now() + 1_000);
});

test('HEAD answers like GET without a body, and personal data is never cached', async () => {
  const { cookie } = await app.signUp();
  const response = await app.call('/api/payments/subscription', { method: 'HEAD', headers: { cookie } });
  expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: '' });
  expect(response.headers.get('cache-control')).toContain('no-store');
});
