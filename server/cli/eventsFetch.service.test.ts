import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fetched } from '../billing/sync/fetchEvents.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';

const EARLIER = new Date(Date.now() - 3_600_000).toISOString();
/** More than two pages at either provider. */
const PEOPLE = 205;

const makers: Record<string, (number: number) => { path: string; type: string; body: string }> = {
  alpha: (number) => ({
    path: '/v1/customers',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ email: `c${number}@example.com`, 'metadata[userId]': `person_${number}` }).toString(),
  }),
  gamma: (number) => ({
    path: '/v1/customers/',
    type: 'application/json',
    body: JSON.stringify({ email: `c${number}@example.com`, external_id: `person_${number}` }),
  }),
};

describe.each(Object.keys(makers))('lost events of %s', (provider) => {
  let app: SandboxedApp;
  let billing: BillingCommand;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
    billing = openCommand(app);
  });
  afterAll(async () => {
    billing.close();
    await app.close();
  });

  const fetched = async (since = EARLIER) => {
    const { code, out, err } = await billing.run('events', 'fetch', '--since', since, '--json');
    expect(err).toBe('');
    return { code, ...(JSON.parse(out) as Fetched) };
  };
  const prisma = () => app.deps.billing.database.prisma;

  test('are fetched and applied: a purchase whose webhooks were all lost', async () => {
    const person = await app.signUp();
    await app.control('POST', 'switches', { seed: 1, drop: 1 });
    await app.buy(person, { plan: 'pro' });
    await app.control('POST', 'switches', { reset: true });
    expect(await prisma().subscription.count()).toBe(0);

    const { code, out, err } = await billing.run('events', 'fetch', '--since', EARLIER);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`${provider} shows `);
    expect(out).toMatch(/subscription\.created .*applied/);
    expect(await app.subscription(person)).toMatchObject({ plan: 'pro', status: 'trialing' });
    expect(await app.access(person)).toMatchObject({ plan: 'pro', reason: 'trialing' });
  });

  test('are known on the second run, and a later webhook is a duplicate', async () => {
    const before = await prisma().webhookEvent.findMany({ orderBy: { id: 'asc' } });
    const again = await fetched();
    expect(again).toMatchObject({ code: 0, events: [] });
    expect(again.known).toBeGreaterThan(3);
    expect(again.shown).toBe(again.known + again.ignored);
    expect(await prisma().webhookEvent.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
    const { deliveries } = await app.control<{ deliveries: { id: string }[] }>('GET', 'deliveries?status=dropped');
    for (const { id } of deliveries) await app.control('POST', `deliveries/${id}/resend`);
    await app.settle();
    const rows = await prisma().webhookEvent.findMany({ where: { id: { in: before.map(({ id }) => id) } } });
    expect(rows.filter((row) => row.deliveries === 2)).toHaveLength(again.known);
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual(before.map(({ outcome }) => outcome).sort());
  });

  test('are retried after a failure', async () => {
    const type = 'subscription.created';
    const changed = await prisma().webhookEvent.updateMany({ where: { type }, data: { outcome: 'failed' } });
    expect(changed.count).toBe(1);
    const { code, events } = await fetched();
    expect([code, events.length]).toEqual([0, 1]);
    expect(await prisma().webhookEvent.count({ where: { outcome: 'failed' } })).toBe(0);
  });

  test('are fetched from every page', async () => {
    await app.control('POST', 'switches', { seed: 1, drop: 1 });
    for (let number = 0; number < PEOPLE; number += 1) {
      const { path, type, body } = makers[provider]?.(number) ?? { path: '', type: '', body: '' };
      const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': type };
      const answer = await fetch(app.sandboxUrl + path, { method: 'POST', headers, body });
      expect([number, answer.ok]).toEqual([number, true]);
    }
    await app.settle();
    await app.control('POST', 'switches', { reset: true });
    const { code, events } = await fetched();
    expect([code, events.filter(({ outcome }) => outcome === 'applied').length]).toEqual([0, PEOPLE]);
    expect(await prisma().customer.count({ where: { userId: { startsWith: 'person_' } } })).toBe(PEOPLE);
    const times = events.map(({ occurredAt }) => Date.parse(occurredAt ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }, 120_000);

  test('from before the given time are not fetched', async () => {
    expect(await fetched(new Date(Date.now() + 86_400_000).toISOString())).toMatchObject({ code: 0, shown: 0 });
  });

  test('without a time, or with an invalid one, the command prints its usage', async () => {
    expect(await billing.run('events', 'fetch')).toMatchObject({ code: 2, err: expect.stringContaining('--since') });
    expect(await billing.run('events', 'fetch', '--since', 'soon')).toMatchObject({ code: 2 });
  });
});

test('a provider without an event list is reconciled instead, and the command says so', async () => {
  const app = await startSandboxedApp('beta');
  const billing = openCommand(app);
  try {
    expect(await billing.run('events', 'fetch', '--since', EARLIER)).toMatchObject({
      code: 1,
      out: '',
      err: 'beta has no event list: use `billing reconcile --fix --provider beta`, which compares every customer\n',
    });
  } finally {
    billing.close();
    await app.close();
  }
});
