import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fact } from '../../../sandbox/wordEvent.ts';
import { wordEvent } from '../../../sandbox/wordEvent.ts';
import type { TestApp } from '../../../testing/app/app.ts';
import { openCommand } from '../../../testing/app/command.ts';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { providersHere } from '../../../testing/run/storey.ts';
import { endErasedSubscriptions } from '../../accounts/endErasedSubscriptions.ts';
import { eraseUser } from '../../accounts/eraseUser.ts';
import { lookAtOwners } from '../../subscriptions/duplicates/lookAtOwners.ts';
import { askProviders } from '../askProviders.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { learnPrices } from './learnPrices.ts';
import { loadPrices } from './storedPrices.ts';

/** A product that the same company sells elsewhere, in the same account at the provider. */
const newsletter = {
  plan: 'newsletter',
  label: 'Newsletter',
  interval: 'month',
  amount: 700,
  currency: 'usd',
} as const;
const DAY_MS = 86_400_000;

interface Other {
  person: Person;
  customerId: string;
  subscriptionId: string;
  events: object[];
}

let numbers = 0;

/** Someone whose customer is linked here and who pays for the other product. */
async function subscribeElsewhere(app: SandboxedApp, provider: string, priceId = 'price_newsletter'): Promise<Other> {
  const person = await app.signUp();
  await app.spendTrial(person);
  const { providerCustomerId: customerId } = await app.deps.billing.database.prisma.customer.findFirstOrThrow({
    where: { userId: person.id },
  });
  const number = ++numbers;
  const subscriptionId = `sub_other_${number}`;
  const at = Date.now();
  const about = { at, customer: { id: customerId, email: person.email }, price: { id: priceId, ...newsletter } };
  const subscription = { id: subscriptionId, status: 'active', periodStart: at, periodEnd: at + 30 * DAY_MS } as const;
  const bought = {
    ...about,
    subscription,
    paymentId: `pay_other_${number}`,
    checkoutId: `checkout_${number}`,
    metadata: {},
  };
  const facts: Fact[] = (
    ['checkout.session.completed', 'subscription.created', 'invoice.payment_succeeded', 'subscription.updated'] as const
  ).map((type, index) => ({ ...bought, id: `evt_${number}_${index}`, type }));
  await app.control('POST', 'facts', facts.at(-1));
  return { person, customerId, subscriptionId, events: facts.map((fact) => wordEvent(provider, fact)) };
}

describe.each(providersHere('gamma'))('another product of the company, at %s', (provider) => {
  const setting = `${provider.toUpperCase()}_PRICE_IGNORE`;
  let app: SandboxedApp;
  let unset: TestApp;
  mayComplain(/Not ignored|not refunded/);
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { [setting]: 'price_newsletter' } });
    unset = await app.startPeer({ [setting]: '' });
    await loadPrices(app.deps.billing);
  });
  afterAll(async () => {
    await unset.close();
    await app.close();
  });

  const prisma = () => app.deps.billing.database.prisma;
  const kept = async ({ subscriptionId }: Other) =>
    (await app.truth()).subscriptions.find(({ id }) => id === subscriptionId);
  const recorded = ({ subscriptionId: providerSubscriptionId }: Other) =>
    prisma().subscription.count({ where: { providerSubscriptionId } });
  const deliver = async (to: TestApp, { events }: Other) => {
    for (const event of events) expect((await to.deliver(event)).status).toBe(200);
  };

  const acts: [string, (other: Other) => Promise<unknown>][] = [
    ['its events', (other) => deliver(app, other)],
    ['a check of the page', ({ person }) => askProviders(app.deps.billing, { ...person, emailVerified: false })],
    ['a reconcile', () => reconcileAll(app)],
    ['a purchase', ({ person }) => app.buy(person, { plan: 'pro' })],
    ['an upgrade', ({ person }) => change(person, { plan: 'enterprise' })],
    ['the end at the period', ({ person }) => change(person, { kind: 'cancel_at_period_end' })],
    ['its undoing', ({ person }) => change(person, { kind: 'resume' })],
    ['the portal', ({ person }) => app.as(person.cookie, '/api/payments/portal', { returnUrl: '/dashboard' })],
    ['the search for duplicates', () => lookAtOwners(app.deps.billing)],
    ['the end at once', ({ person }) => change(person, { kind: 'cancel_now' })],
    ['its events again', (other) => deliver(app, other)],
    ['the deletion of the account', ({ person }) => erase(person)],
    ['the job after a deletion', () => endErasedSubscriptions(app.deps.billing)],
  ];
  const change = (person: Person, wanted: object) => app.as(person.cookie, '/api/payments/change', wanted);
  const erase = ({ id, email }: Person) =>
    eraseUser(app.deps.billing, { id, email, emailVerified: false, operator: false, scopes: new Set() });

  test('neither grants nor blocks, and nothing of ours touches its subscriptions', async () => {
    const other = await subscribeElsewhere(app, provider);
    const before = await kept(other);
    expect(before).toMatchObject({ status: 'active' });
    for (const [name, act] of acts) {
      await act(other);
      await app.settle();
      expect([name, await kept(other), await recorded(other)]).toEqual([name, before, 0]);
      if (name === 'a purchase') expect(await app.access(other.person)).toMatchObject({ plan: 'pro' });
      if (name === 'a check of the page') expect(await app.access(other.person)).toMatchObject({ plan: 'free' });
    }
    expect(await prisma().payment.count({ where: { providerPaymentId: { startsWith: 'pay_other' } } })).toBe(0);
    const ignored = { outcome: 'ignored', reason: { contains: 'PRICE_IGNORE' } };
    expect(await prisma().webhookEvent.count({ where: ignored })).toBeGreaterThanOrEqual(other.events.length);
  });

  test('recorded before the setting named it, it is forgotten, and no longer blocks', async () => {
    const other = await subscribeElsewhere(app, provider);
    const before = await kept(other);
    await deliver(unset, other);
    expect(await recorded(other)).toBe(1);
    expect(await command(unset, 'prices')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/price_newsletter +unclassified +1/),
    });
    expect((await command(unset, 'doctor')).out).toContain('price_newsletter is unclassified, with 1 payers');
    expect((await app.checkout(other.person, { plan: 'pro' })).url).not.toContain('/pay/');
    await expect(change(other.person, { plan: 'enterprise' })).rejects.toThrow('409');
    await learnPrices(app.deps.billing);
    expect(await recorded(other)).toBe(0);
    expect(await command(app, 'prices')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/price_newsletter +ignored +not recorded/),
    });
    await app.buy(other.person, { plan: 'pro' });
    expect(await app.access(other.person)).toMatchObject({ plan: 'pro' });
    expect(await kept(other)).toEqual(before);
  });

  test('an id whose live payers have a plan here is not ignored, and that is said', async () => {
    const { id } = await app.signUpPaying({ plan: 'enterprise' });
    const name = `${provider.toUpperCase()}_PRICE_ENTERPRISE_MONTH`;
    await learnPrices(app.deps.billing);
    const mistaken = await app.startPeer({ [name]: 'price_of_now', [setting]: 'price_enterprise_month' });
    try {
      await learnPrices(mistaken.deps.billing);
      const { prices } = mistaken.deps.billing;
      expect(prices.classOf(provider, 'price_enterprise_month')).toEqual({ class: 'ours', plan: 'enterprise' });
      expect(prices.notIgnored()).toEqual([{ provider, id: 'price_enterprise_month', payers: 1 }]);
      expect(mistaken.logged.join()).toContain('Not ignored: 1 live payers of price_enterprise_month');
      await askProviders(mistaken.deps.billing, { id, email: '', emailVerified: false });
      expect(await prisma().subscription.findFirst({ where: { userId: id, status: 'active' } })).toMatchObject({
        plan: 'enterprise',
      });
    } finally {
      await mistaken.close();
    }
  });
});

async function command(app: TestApp, ...args: string[]) {
  const { provider, providers } = app.deps.settings;
  const ignored = providers[provider].ignoredPrices?.join() ?? '';
  const billing = openCommand(app, { [`${provider.toUpperCase()}_PRICE_IGNORE`]: ignored });
  const ran = await billing.run(...args);
  billing.close();
  return ran;
}

async function reconcileAll({ deps: { billing } }: SandboxedApp): Promise<void> {
  const { id: runId } = await reconcile(billing, {
    adapter: billing.adapter,
    fix: true,
    trigger: 'command',
    paceMs: 0,
  });
  expect(await billing.database.prisma.drift.findMany({ where: { runId } })).toEqual([]);
}
