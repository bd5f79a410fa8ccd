import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Explanation } from '../billing/ledger/explain.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Failed to process [a-z._]+ event/);

let app: TestApp;
let billing: BillingCommand;
let user: Awaited<ReturnType<TestApp['signUp']>>;

const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;
let made = 0;

function event(type: string, created: number, object: object): object {
  made += 1;
  return { id: `evt_${made}`, type, created, data: { object } };
}

function subscription(more: object = {}): object {
  const price = { id: 'price_pro_month', currency: 'usd', unit_amount: 990, recurring: { interval: 'month' } };
  const period = { current_period_start: NOW - DAY, current_period_end: NOW + 29 * DAY };
  return {
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    metadata: { userId: user.id },
    items: { data: [{ price, quantity: 1, ...period }] },
    ...more,
  };
}

beforeAll(async () => {
  app = await startTestApp();
  billing = openCommand(app);
  user = await app.signUpByForm('Ada.L@example.com');
  const { id: _id, ...withoutId } = subscription() as { id: string };
  await app.deliver(event('customer.subscription.created', NOW - 100, subscription()));
  await app.deliver(event('customer.subscription.updated', NOW - 200, subscription({ status: 'past_due' })));
  await app.deliver(event('customer.subscription.updated', NOW - 50, withoutId));
  const invoice = { id: 'in_9', customer: 'cus_9', customer_email: user.email, amount_paid: 990, currency: 'usd' };
  await app.deliver(event('invoice.payment_succeeded', NOW - 40, invoice));
  await app.deliver(event('invoice.payment_succeeded', NOW - 40, { ...invoice, id: 'in_8', customer_email: 'a@b.co' }));
});
afterAll(async () => {
  billing.close();
  await app.close();
});

test("lists every delivery with its reason, then the user's current access and its reason", async () => {
  const { code, out } = await billing.run('explain', user.id);
  expect(code).toBe(0);
  expect(out).toContain(`User ${user.id} <ada.l@example.com>`);
  const line = (outcome: string) => out.split('\n').find((text) => new RegExp(` ${outcome}\\b`).test(text)) ?? '';
  expect(line('applied')).toContain('customer.subscription.created from alpha');
  expect(line('stale')).toMatch(/customer\.subscription\.updated from alpha .*not newer than what was applied/);
  expect(line('failed')).toContain('the subscription has no usable id');
  expect(line('unmatched')).toMatch(/invoice\.payment_succeeded from alpha .*names no known user/);
  const end = new Date((NOW + 29 * DAY) * 1000).toISOString();
  expect(out.trim().split('\n').at(-1)).toBe(`Current access: pro until ${end} (active)`);
});

test('finds the user by email address, whatever its case, and prints JSON', async () => {
  const { code, out } = await billing.run('explain', 'ADA.L@example.com', '--json');
  expect(code).toBe(0);
  const explanation = JSON.parse(out) as Explanation;
  expect(explanation).toMatchObject({ userId: user.id, email: 'ada.l@example.com', refetchesWaiting: 0 });
  expect(explanation.timeline.map(({ outcome }) => outcome)).toEqual(['applied', 'stale', 'failed', 'unmatched']);
  expect(explanation.subscriptions).toMatchObject([{ providerSubscriptionId: 'sub_1', status: 'active' }]);
  expect(explanation.access).toMatchObject({ plan: 'pro', reason: 'active' });
});

test('shows an event that names a user without a match, and treats wildcards literally', async () => {
  const { id: _id, ...withoutId } = subscription({ metadata: { userId: 'lost_user' } }) as { id: string };
  await app.deliver(event('customer.subscription.updated', NOW, withoutId));
  const { code, out } = await billing.run('explain', 'lost_user');
  expect(code).toBe(0);
  expect(out).toMatch(/customer\.subscription\.updated from alpha .*no usable id/);
  expect(await billing.run('explain', 'lost%')).toMatchObject({ code: 1 });
  expect(await billing.run('explain', 'lost-user')).toMatchObject({ code: 1 });
});

test('an account without purchases has the free plan; an unknown name gives exit code 1', async () => {
  const { email } = await app.signUp();
  const free = await billing.run('explain', email);
  expect(free.code).toBe(0);
  expect(free.out.trim().split('\n').at(-1)).toBe('Current access: free (none)');
  const unknown = await billing.run('explain', 'nobody');
  expect(unknown).toMatchObject({ code: 1, out: 'No account, record or event matches nobody\n', err: '' });
});
