import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangePreview } from '../billing/subscriptions/changes/previewChange.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { providersHere } from '../testing/run/storey.ts';

const DAY_MS = 86_400_000;

/** A plan that changes in a trial of pro, which has 14 days. */
describe.each(providersHere('gamma'))('a change in a trial, at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  /** At Polar, where trials can be extended. */
  async function extend(id: string, days: number) {
    const trial_end = new Date(app.deps.billing.now().getTime() + days * DAY_MS).toISOString();
    const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/json' };
    const url = `${app.sandboxUrl}/v1/subscriptions/${id}`;
    const answer = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ trial_end }) });
    expect(answer.status).toBe(200);
  }

  it.each([
    ['another plan', { plan: 'enterprise' }, 3],
    ['another interval', { plan: 'pro', interval: 'year' }, 3],
    ...(provider === 'gamma' ? ([['a plan whose own trial is over', { plan: 'enterprise' }, 31]] as const) : []),
  ] as const)('%s: the previewed day, and nothing unsaid is charged before', async (_name, asked, days) => {
    const buyer = await app.signUp();
    const { subscriptionId: id } = await app.buy(buyer, { plan: 'pro' });
    const isOver = days > 14;
    if (isOver) await extend(id, 40);
    await app.moveClock({ days });
    expect(await app.subscription(buyer)).toMatchObject({ status: 'trialing', plan: 'pro' });
    const told = await app.as<ChangePreview>(buyer.cookie, '/api/payments/change/preview', asked);
    await app.as(buyer.cookie, '/api/payments/change', asked);
    await app.settle();
    const { invoices } = await app.truth();
    const charged = invoices.filter((each) => each.subscriptionId === id).reduce((sum, { amount }) => sum + amount, 0);
    expect([told.dueNow, charged]).toEqual(isOver ? ['99.90', 9_990] : ['0.00', 0]);
    const [now] = await app.subscriptions(buyer);
    expect(now).toMatchObject({ status: isOver ? 'active' : 'trialing', ...asked });
    const end = `${(now as { currentPeriodEnd?: string } | undefined)?.currentPeriodEnd}`;
    expect(Math.abs(Date.parse(told.nextAt ?? '') - Date.parse(end))).toBeLessThan(5_000);
  });
});
