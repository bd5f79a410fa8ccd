import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';

const CONNECTIONS = 6;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: `${CONNECTIONS}` });
});
afterAll(() => app.close());

type Holder = { release(): void };

/** Takes every connection for user calls, like calls that never end. */
async function holdAll(): Promise<Holder[]> {
  const { pool } = app.deps.billing.database;
  const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
  expect(pool.idleCount).toBe(0);
  return held;
}

const subscription = (n: number) => ({
  id: `evt_sub_${n}`,
  type: 'customer.subscription.updated',
  created: 1_780_000_000 + n,
  data: { object: { id: `sub_${n}`, customer: `cus_${n}`, status: 'active', items: { data: [] } } },
});
const customer = (n: number, userId: string) => ({
  id: `evt_cus_${n}`,
  type: 'customer.created',
  created: 1_780_000_000,
  data: { object: { id: `cus_${n}`, email: 'ada@example.com', metadata: { userId } } },
});

test('while user calls hold all their connections, webhooks and waiting events are applied and the process is ready', async () => {
  const user = await app.signUp();
  const held = await holdAll();
  try {
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const answers = await Promise.all(numbers.map((n) => app.deliver(subscription(n))));
    const owners = await Promise.all(numbers.map((n) => app.deliver(customer(n, user.id))));
    expect([...answers, ...owners].map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect((await app.call('/api/health/ready')).status).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
  const { prisma } = app.deps.billing.database;
  expect(await prisma.webhookEvent.count({ where: { outcome: 'applied' } })).toBe(40);
});

test('both pools together take no more than DATABASE_POOL connections', async () => {
  const held = await holdAll();
  const { webhookPool } = app.deps.billing.database;
  const others = await Promise.all(Array.from({ length: webhookPool.options.max ?? 0 }, () => webhookPool.connect()));
  const { rows } = await (others[0] as (typeof others)[number]).query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'subscription-payments'`,
  );
  for (const client of [...held, ...others]) client.release();
  expect(rows[0].count).toBe(CONNECTIONS);
  expect(held.length).toBeGreaterThanOrEqual(others.length);
});
