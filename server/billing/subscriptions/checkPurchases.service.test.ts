import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app/app.ts';
import type { Person } from '../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { post } from '../../testing/calls/requests.ts';
import { companyPurchase } from '../../testing/company/companySide.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { providersHere } from '../../testing/run/storey.ts';
import type { ProviderCheck } from './checkPurchases.ts';
import type { LiveSubscriptions } from './duplicates/listLive.ts';

mayComplain(/Failed to create checkout session/, /request completed/);

const ASKED: ProviderCheck = { asked: true, now: true, away: false };
const KNOWN: ProviderCheck = { asked: true, now: false, away: false };
const AWAY: ProviderCheck = { asked: false, now: true, away: true };

/** Webhooks are lost; every page that opens checks its user with the provider. */
describe.each(providersHere('alpha'))('%s', (provider) => {
  let app: SandboxedApp;
  let peer: TestApp;
  let ada: Person;
  let asked = 0;

  beforeAll(async () => {
    // One is ended by our timeout before its calls are; the others' own calls end sooner.
    app = await startSandboxedApp(provider, { waits: { provider: provider === 'alpha' ? 5_000 : 2_000 } });
    peer = await app.startPeer();
    for (const { deps } of [app, peer]) {
      const { adapter } = deps.billing;
      const { fetchCheckout, listSubscriptions } = adapter;
      const count =
        <A extends unknown[], T>(call: (...given: A) => T) =>
        (...given: A) => {
          asked += 1;
          return call(...given);
        };
      const counted = { fetchCheckout: count(fetchCheckout), listSubscriptions: count(listSubscriptions) };
      Object.assign(adapter, counted);
    }
  });
  afterAll(async () => {
    await peer.close();
    await app.close();
  });
  beforeEach(async () => {
    ada = await app.signUp(undefined, false);
    await app.control('POST', 'switches', { drop: 1 });
    asked = 0;
  });
  afterEach(() => app.control('POST', 'switches', { reset: true }));

  const prisma = () => app.deps.billing.database.prisma;
  const check = (one: TestApp = app) => one.trpc<ProviderCheck>(ada, 'subscription.check', {});
  const live = () => app.trpc<LiveSubscriptions>(ada, 'subscription.live');
  /** Paid, and no webhook came. */
  const buy = (plan: string, interval = 'month') => app.buy(ada, { plan, interval });

  test('no provider is asked about a user who never bought anything', async () => {
    expect(await check()).toEqual(KNOWN);
    expect(await live()).toEqual({
      live: [],
      awaited: [],
      latest: null,
      ended: [],
      superseded: [],
      asked: true,
      proven: false,
    });
    expect(asked).toBe(0);
  });

  test('a paid plan whose webhooks are all lost is active when the user returns', async () => {
    await buy('pro');
    expect(await live()).toMatchObject({ live: [], asked: false });
    expect(await check()).toEqual(ASKED);
    expect(await live()).toMatchObject({ live: [{ plan: 'pro', isLive: true }], asked: true });
    expect(await app.access(ada)).toMatchObject({ plan: 'pro' });
  });

  test('a one-time purchase whose webhooks are all lost is recorded', async () => {
    await buy('pro', 'one_time');
    expect(await check()).toEqual(ASKED);
    expect(await prisma().payment.count({ where: { userId: ada.id, type: 'one_time' } })).toBe(1);
  });

  test('a purchase, resume or end elsewhere whose webhooks are lost shows on the next page', async () => {
    const { subscriptionId: id } = await buy('pro');
    await check();
    expect(await check()).toEqual(KNOWN);
    const change = { kind: 'cancel_at_period_end' };
    await app.as(ada.cookie, '/api/payments/change', change);
    await app.deps.billing.adapter.changeSubscription(id, { kind: 'resume' });
    await forgetAnswer();
    expect(await live()).toMatchObject({ live: [{ cancelAtPeriodEnd: true }], asked: false });
    await check();
    expect(await live()).toMatchObject({ live: [{ cancelAtPeriodEnd: false }], asked: true });
    await app.deps.billing.adapter.changeSubscription(id, { kind: 'cancel_now' });
    await forgetAnswer();
    await check();
    const ended = await live();
    expect(ended).toMatchObject({ live: [], asked: true });
    expect(['canceled', 'deleted']).toContain(ended.latest?.status);
  });

  /** Moves the last answer back by more than a few minutes. */
  const forgetAnswer = () => prisma().providerCheck.delete({ where: { userId: ada.id } });

  test.skipIf(provider === 'alpha')('a purchase that the same customer makes at the provider is found', async () => {
    await buy('starter');
    await check();
    await companyPurchase(app, { plan: 'pro', email: ada.email });
    await app.settle();
    await forgetAnswer();
    await check();
    expect((await live()).live.map(({ plan }) => plan)).toEqual(['pro', 'starter']);
  });

  test('many pages at once, in two processes, ask once; a fresh answer is reused', async () => {
    await buy('pro');
    const answers = await Promise.all([check(), check(peer), check(), check(peer), check()]);
    // On a busy machine one may begin only after the answer, which it then reuses.
    for (const answer of answers) expect([ASKED, KNOWN]).toContainEqual(answer);
    expect(answers).toContainEqual(ASKED);
    expect(asked).toBe(2);
    expect(await Promise.all([check(), check(peer)])).toEqual([KNOWN, KNOWN]);
    expect(asked).toBe(2);
  });

  test('while a checkout is open each page asks again, up to the limit', async () => {
    const { callLimits } = app.deps.billing;
    const { sessionId } = await app.checkout(ada, { plan: 'pro' });
    const before = callLimits.refresh;
    callLimits.refresh = 2;
    try {
      expect(await check()).toEqual(ASKED);
      await app.pay(sessionId);
      await prisma().providerCheck.update({
        where: { userId: ada.id },
        data: { askedAt: new Date(Date.now() - 5_000) },
      });
      expect(await check()).toEqual(ASKED);
      expect((await live()).live).toMatchObject([{ plan: 'pro' }]);
      await forgetAnswer();
      const refused = await app.call('/api/trpc/subscription.check', post('', ada.cookie));
      expect(refused.status).toBe(429);
    } finally {
      callLimits.refresh = before;
    }
  });

  test.each(['hang', 'error500', 'refuse'])(
    'unavailable provider (%s): the known state is returned at once',
    async (mode) => {
      await buy('starter');
      await app.control('POST', 'switches', { api: { mode } });
      const begun = Date.now();
      const checked = check();
      expect(await live()).toMatchObject({ live: [], asked: false });
      const answered = Date.now() - begun;
      expect(await checked).toEqual(AWAY);
      expect(answered).toBeLessThan(2_000);
      expect(Date.now() - begun).toBeLessThan(6_500);
      const refused = await app.call('/api/payments/checkout', post({ plan: 'enterprise' }, ada.cookie));
      expect(refused.status).toBe(500);
      expect(await prisma().checkout.count({ where: { userId: ada.id } })).toBe(1);
      await app.control('POST', 'switches', { api: { mode: 'ok' } });
      await expect.poll(() => check()).toEqual(ASKED);
      expect((await live()).live).toMatchObject([{ plan: 'starter' }]);
    },
  );
});
