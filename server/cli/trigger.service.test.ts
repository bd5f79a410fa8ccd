import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';

let app: TestApp;
let billing: BillingCommand;

beforeAll(async () => {
  app = await startTestApp();
  billing = openCommand(app);
});
afterAll(async () => {
  billing.close();
  await app.close();
});

const prisma = () => app.deps.billing.database.prisma;

test('the event is received, applied and visible to the user; a second one updates the same record', async () => {
  const { id, email, cookie } = await app.signUp();
  const first = await billing.run('trigger', 'subscription.created', '--user', email.toUpperCase());
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toBe(`subscription.created to ${app.url}/api/webhooks/payments: 200 {"received":true}\n`);
  const args = ['--plan', 'enterprise', '--interval', 'year', '--status', 'past_due', '--amount', '12345'];
  expect(await billing.run('trigger', 'subscription.updated', '--user', id, ...args)).toMatchObject({ code: 0 });
  const answer = await app.call('/api/payments/subscription', { headers: { cookie } });
  const { subscription } = (await answer.json()) as { subscription: object };
  expect(subscription).toMatchObject({ status: 'past_due', plan: 'enterprise', interval: 'year', amount: '123.45' });
  expect(await prisma().subscription.count({ where: { userId: id } })).toBe(1);
});

test("a subscription event changes the user's existing subscription", async () => {
  const { id, email } = await app.signUp();
  const made = ['--subscription', 'sub_real', '--customer', 'cus_real'];
  await billing.run('trigger', 'subscription.created', '--user', id, ...made);
  for (const event of ['customer.subscription.updated', 'subscription.canceled']) {
    expect(await billing.run('trigger', event, '--user', email, '--plan', 'starter')).toMatchObject({ code: 0 });
  }
  const subscriptions = await prisma().subscription.findMany({ where: { userId: id } });
  expect(subscriptions).toMatchObject([{ providerSubscriptionId: 'sub_real', plan: 'starter', status: 'canceled' }]);
  expect(await prisma().customer.count({ where: { userId: id } })).toBe(1);
});

test('accepts a native name, ids and a time, and prints the answer as JSON', async () => {
  const ids = ['--subscription', 'sub_mine', '--customer', 'cus_mine', '--at', '2026-11-01T08:00:00Z'];
  const { id } = await app.signUp();
  const { code, out } = await billing.run('trigger', 'customer.subscription.paused', '--user', id, ...ids, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    event: 'customer.subscription.paused',
    type: 'subscription.updated',
    status: 200,
    answer: '{"received":true}',
    body: { type: 'customer.subscription.paused', created: 1793520000 },
  });
  const record = await prisma().subscription.findFirstOrThrow({ where: { userId: id } });
  expect(record).toMatchObject({ providerSubscriptionId: 'sub_mine', status: 'incomplete', standing: 'paused' });
});

test('a trial ends when the plan says', async () => {
  const at = '2026-11-01T08:00:00.000Z';
  const { id } = await app.signUp();
  await billing.run('trigger', 'subscription.created', '--user', id, '--status', 'trialing', '--at', at);
  const record = await prisma().subscription.findFirstOrThrow({ where: { userId: id } });
  expect(record).toMatchObject({ status: 'trialing', trialStart: new Date(at) });
  expect(record.trialEnd?.toISOString()).toBe('2026-11-15T08:00:00.000Z');
});

test('shows a refused delivery, with exit code 1', async () => {
  const stranger = openCommand(app, { ALPHA_WEBHOOK_SECRET: 'another-secret-long-enough' });
  const { id } = await app.signUp();
  const { code, out } = await stranger.run('trigger', 'order.paid', '--user', id);
  stranger.close();
  expect(code).toBe(1);
  expect(out).toContain('400 {"error":"Invalid signature"}');
});

test('without a service, and for an unknown user: one line, exit code 1', async () => {
  const lonely = openCommand(app, { BASE_URL: 'http://127.0.0.1:9' });
  const { id } = await app.signUp();
  const unheard = await lonely.run('trigger', 'order.paid', '--user', id);
  lonely.close();
  expect(unheard).toMatchObject({ code: 1, out: '' });
  expect(unheard.err).toMatch(
    /^No service answers at http:\/\/127\.0\.0\.1:9\/api\/webhooks\/payments; is it running\?\n$/,
  );
  for (const who of ['nobody@example.com', 'nobody']) {
    const unknown = await billing.run('trigger', 'subscription.updated', '--user', who);
    expect(unknown).toMatchObject({ code: 1, out: '', err: `No account, record or event matches ${who}\n` });
  }
});
