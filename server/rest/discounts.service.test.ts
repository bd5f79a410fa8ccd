import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentView } from '../billing/records/payment.ts';
import type { ChangePreview } from '../billing/subscriptions/changes/previewChange.ts';
import type { SubscriptionDetails } from '../billing/subscriptions/details.ts';
import { comparePrices } from '../billing/sync/prices/comparePrices.ts';
import { openCommand } from '../testing/app/command.ts';
import { paymentsOf } from '../testing/app/rows.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { providersHere } from '../testing/run/storey.ts';

/** 20 % off every invoice, at each provider by its own API. */
const makers: Record<string, (post: Post) => Promise<unknown>> = {
  async alpha(post) {
    const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields).toString() });
    await post('/v1/coupons', form({ id: 'fifth', percent_off: '20', duration: 'forever' }));
    const code = { 'promotion[type]': 'coupon', 'promotion[coupon]': 'fifth', code: 'FIFTH' };
    await post('/v1/promotion_codes', form(code));
  },
  beta: (post) =>
    post(
      '/v1/discounts',
      json({ name: 'Fifth', code: 'FIFTH', type: 'percentage', percentage: 20, duration: 'forever' }),
    ),
  gamma: (post) =>
    post(
      '/v1/discounts/',
      json({ name: 'Fifth', code: 'FIFTH', type: 'percentage', basis_points: 2_000, duration: 'forever' }),
    ),
};
const json = (body: object) => ({ body: JSON.stringify(body), type: 'application/json' });
type Post = (path: string, sent: { body: string; type?: string }) => Promise<unknown>;

function postTo(app: SandboxedApp): Post {
  return async (path, { body, type = 'application/x-www-form-urlencoded' }) => {
    const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'x-api-key': SANDBOX_KEY, 'content-type': type };
    const answer = await fetch(app.sandboxUrl + path, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
}

interface Exported {
  subscriptions: SubscriptionDetails[];
  payments: PaymentView[];
}

describe.each(providersHere('gamma'))('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { CHECKOUT_DISCOUNT_CODES: 'on', CHECKOUT_TAX: 'on' } });
    await makers[provider]?.(postTo(app));
  });
  afterAll(() => app.close());

  test('a code entered by the buyer reduces every invoice, and the records show the amount paid', async () => {
    const person = await app.signUp();
    const { sessionId, url } = await app.checkout(person, { plan: 'starter' });
    expect(await (await fetch(url)).text()).toContain('Discount code');
    await app.pay(sessionId, { code: 'fifth', taxId: 'DE123456789' });
    await app.control('POST', 'clock', { days: 32 });
    await app.settle();
    const paid = (await paymentsOf(app, person)).map(({ amount }) => amount);
    expect(new Set(paid.filter((amount) => amount !== '0.00'))).toEqual(new Set(['3.92']));
    expect(await app.subscription(person)).toMatchObject({ plan: 'starter', amount: '3.92' });
    const charged = (await app.history(person)).filter(({ amount }) => amount !== '0.00');
    expect(charged.length).toBeGreaterThan(0);
    for (const payment of charged) expect(payment).toMatchObject({ amount: '3.92', amountDiscounted: '0.98' });
    // Stripe's webhooks only name a discount, so the amount comes from the last invoice.
    const amountKnown = provider !== 'alpha';
    const discounted = { amount: '3.92', amountDiscounted: '0.98', discountUntil: null, amountKnown };
    expect(await app.subscriptions(person)).toMatchObject([discounted]);
    const saved = await app.trpc<Exported>(person, 'account.export');
    expect(saved.subscriptions).toMatchObject([discounted]);
    expect(saved.payments.filter(({ amountDiscounted }) => amountDiscounted === '0.98')).toEqual(
      expect.arrayContaining(charged),
    );
    const billing = openCommand(app);
    const { out } = await billing.run('explain', person.id);
    billing.close();
    expect(out).toMatch(/3\.92 usd \(.*0\.98 off\)/);
    expect(out).toMatch(/3\.92 usd +0\.98 +succeeded/);
  });

  test('what a change costs at once is told with the discount, or not at all', async () => {
    const person = await app.signUpPaying({ plan: 'starter' });
    await app.as(person.cookie, '/api/payments/change', { kind: 'cancel_now' });
    await app.settle();
    await app.buy(person, { plan: 'starter' }, { code: 'FIFTH' });
    await app.moveClock({ days: 3 });
    const told = await app.as<ChangePreview>(person.cookie, '/api/payments/change/preview', { plan: 'pro' });
    const { prorationDate } = told;
    await app.as(person.cookie, '/api/payments/change', { plan: 'pro', ...(prorationDate ? { prorationDate } : {}) });
    await app.settle();
    const charged = (await app.history(person))[0]?.amount ?? '';
    expect(Number(charged)).toBeGreaterThan(0);
    expect(told.dueNow).toBe(provider === 'alpha' ? charged : null);
  });

  test('the payment of a one-time purchase with a code shows the discount', async () => {
    const person = await app.signUp();
    const asked = { plan: 'pro', interval: 'one_time' };
    await app.buy(person, asked, { code: 'FIFTH' });
    expect(await app.history(person)).toMatchObject([{ type: 'one_time', amount: '79.20', amountDiscounted: '19.80' }]);
  });

  test('a discount does not count as a price difference', async () => {
    const { billing } = app.deps;
    const compared = await comparePrices(billing, billing.adapter);
    expect(compared.length).toBeGreaterThan(0);
    expect(billing.prices.differences(provider)).toEqual([]);
  });
});

test.each(['alpha', 'gamma'])('%s: without the setting the checkout page accepts no codes', async (provider) => {
  const app = await startSandboxedApp(provider);
  try {
    const person = await app.signUp();
    const { sessionId, url } = await app.checkout(person, { plan: 'pro' });
    expect(await (await fetch(url)).text()).not.toContain('Discount code');
    await expect(app.pay(sessionId, { code: 'FIFTH' })).rejects.toThrow('takes no codes');
  } finally {
    await app.close();
  }
});
