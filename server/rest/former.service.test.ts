import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../adapters/index.ts';
import { ensureCustomer } from '../billing/checkout/customer/ensureCustomer.ts';
import { warnOfFormer } from '../billing/status/formerSubscriptions.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { addSubscription } from '../testing/app/rows.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { forgetCalls, pagesMade } from '../testing/company/pages.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

mayComplain(/live subscriptions are at/, /request completed/);

const FAILS_LATER = '4000000000000341';
const METRICS_TOKEN = 'token-for-metrics-0123456789';
const PAGE = 'https://company.example.com/sign-in';

/** Where trials belong to products, the price list also contains a product without a trial. */
const lists = (provider: string): Record<string, string> =>
  provider === 'beta' ? { BETA_PRICE_PRO_MONTH: 'price_pro_month,price_pro_month_without_trial' } : {};

/** Subscribers pay a provider that is no longer the active one. */
describe.each(providersHere('beta'))('subscribers of %s, which is a former provider', (provider) => {
  const next = providerNames.find((name) => name !== provider) ?? '';
  const prefix = provider.toUpperCase();
  let former: SandboxedApp;
  /** The former provider is still configured. */
  let draining: TestApp;
  /** The former provider is no longer configured. */
  let without: TestApp;
  /** The active provider. */
  let selling: SandboxedApp;
  let ada: Person;

  beforeAll(async () => {
    former = await startSandboxedApp(provider);
    selling = await startSandboxedApp(next, { environment: lists(next) });
    const others = {
      [`${next.toUpperCase()}_SECRET_KEY`]: SANDBOX_KEY,
      [`${next.toUpperCase()}_API_URL`]: selling.sandboxUrl,
    };
    const active = { PAYMENT_PROVIDER: next, METRICS_TOKEN, ...lists(next), ...others };
    const keys = { [`${prefix}_SECRET_KEY`]: SANDBOX_KEY, [`${prefix}_API_URL`]: former.sandboxUrl };
    draining = await startTestApp({ ...active, DRAINING_PROVIDERS: provider, ...keys }, former);
    without = await startTestApp({ ...active, [`${prefix}_DASHBOARD_URL`]: PAGE }, former);
    // Other processes may refetch a tie of the former provider.
    await without.deps.worker.stop();
    ada = await buyer();
  });
  afterAll(async () => {
    await without.close();
    await draining.close();
    await former.close();
    await selling.close();
  });

  const prisma = () => former.deps.billing.database.prisma;
  const mismatch = { error: `Customer provider (${provider}) does not match active provider (${next})` };
  /** An app's calls: over REST, and over tRPC like the pages. */
  const by = (app: TestApp, { cookie }: Person) => ({
    rest: async (path: string, body: unknown = {}) =>
      answerOf(await app.call(`/api/payments/${path}`, post(body, cookie))),
    async trpc(path: string, body: unknown = {}) {
      const answer = await answerOf(await app.call(`/api/trpc/${path}`, post(body, cookie)));
      const { result, error } = answer.body as { result?: { data: object }; error?: { message: string } };
      return { status: answer.status, body: result?.data ?? error?.message };
    },
  });
  const recordOf = ({ id: userId }: Person) => prisma().subscription.findFirstOrThrow({ where: { userId } });
  const shown = async (app: TestApp, person: Person) =>
    (await app.trpc<{ subscription: object }>(person, 'subscription.current')).subscription;

  async function buyer(number?: string): Promise<Person> {
    const person = await former.signUp();
    await former.buy(person, { plan: 'pro' }, { number });
    return person;
  }

  test("configured: pages open its portal, and the API's portal stays the active provider's", async () => {
    expect(await by(draining, ada).rest('portal')).toEqual({ status: 400, body: mismatch });
    expect(await by(draining, ada).trpc('portal.open')).toEqual({ status: 400, body: mismatch.error });
    const { status, body } = await by(draining, ada).trpc('portal.manage');
    expect([status, body]).toEqual([200, { url: expect.stringContaining(former.sandboxUrl) }]);
    expect((await fetch((body as { url: string }).url)).status).toBe(200);
    expect(await shown(draining, ada)).toMatchObject({ provider, isLive: true, former: null });
  });

  test('configured: its portal opens only for its own customers and reports a deleted one', async () => {
    const stranger = await former.signUp();
    expect(await by(draining, stranger).trpc('portal.manage')).toEqual({ status: 404, body: 'No customer found' });
    const lost = await buyer();
    const customer = await prisma().customer.findFirstOrThrow({ where: { userId: lost.id } });
    await former.control('POST', 'switches', { drop: 1 });
    await former.control('DELETE', `customers/${customer.providerCustomerId}`);
    await former.settle();
    await former.control('POST', 'switches', { drop: 0 });
    expect(await by(draining, lost).trpc('portal.manage')).toEqual({ status: 404, body: 'No customer found' });
    expect((await recordOf(lost)).status).toBe('canceled');
  });

  test('configured: plans are changed, canceled and resumed at the former provider', async () => {
    const { providerSubscriptionId: id } = await recordOf(ada);
    const truth = async () => {
      const { subscriptions } = await former.truth();
      return subscriptions.find((each) => each.id === id);
    };
    const change = (body: object) => by(draining, ada).rest('change', body);
    expect(await change({ plan: 'enterprise' })).toMatchObject({
      status: 200,
      body: { subscription: { plan: 'enterprise' } },
    });
    expect(await truth()).toMatchObject({ plan: 'enterprise' });
    expect((await change({ kind: 'cancel_at_period_end' })).status).toBe(200);
    expect(await recordOf(ada)).toMatchObject({ cancelAtPeriodEnd: true });
    expect((await by(draining, ada).trpc('subscription.change', { kind: 'resume' })).status).toBe(200);
    expect(await recordOf(ada)).toMatchObject({ cancelAtPeriodEnd: false });
    const { body } = await by(draining, ada).rest('checkout', { plan: 'enterprise' });
    expect(body).toMatchObject({ url: expect.stringContaining(former.sandboxUrl), sessionId: id });
  });

  test('configured: who pays there is sold nothing here, though the webhooks of the purchase are lost', async () => {
    const person = await former.signUp();
    await former.control('POST', 'switches', { drop: 1 });
    const page = await former.checkout(person, { plan: 'starter' });
    await former.payPage(page.sessionId);
    await former.settle();
    await former.control('POST', 'switches', { drop: 0 });
    await prisma().checkout.deleteMany({ where: { userId: person.id } });
    await forgetCalls(selling);
    const { status, body } = await by(draining, person).rest('checkout', { plan: 'pro' });
    expect([status, body]).toMatchObject([200, { url: expect.stringContaining(`${draining.url}/change-plan`) }]);
    expect(await pagesMade(selling)).toBe(0);
  });

  test('configured: a past due subscriber pays with another card', async () => {
    const late = await buyer(FAILS_LATER);
    await former.control('POST', 'clock', { days: 15 });
    await former.settle();
    expect((await recordOf(late)).status).toBe('past_due');
    expect((await by(draining, late).trpc('portal.manage')).status).toBe(200);
    const { providerCustomerId: customerId } = await prisma().customer.findFirstOrThrow({ where: { userId: late.id } });
    await former.control('POST', 'card', { customerId, number: '4242424242424242' });
    await former.settle();
    expect((await recordOf(late)).status).toBe('active');
  });

  test('configured: each of several subscriptions opens the portal of its own customer', async () => {
    const person = await buyer();
    const { id: atFormer } = await recordOf(person);
    const user = { ...person, emailVerified: false, operator: false, scopes: new Set(['write']) };
    const { id: customerId } = await ensureCustomer(draining.deps.billing, user);
    const sold = { provider: next, customerId, plan: 'starter', amount: '4.90' };
    const { id: atNext } = await addSubscription(former, person, sold);
    for (const [subscriptionId, { sandboxUrl }] of [
      [atFormer, former],
      [atNext, selling],
    ] as const) {
      const opened = await by(draining, person).trpc('portal.manage', { subscriptionId });
      expect(opened).toEqual({ status: 200, body: { url: expect.stringContaining(sandboxUrl) } });
    }
    expect((await by(draining, person).rest('portal', { subscriptionId: atFormer })).body).toMatchObject({
      url: expect.stringContaining(selling.sandboxUrl),
    });
    const foreign = await by(draining, ada).trpc('portal.manage', { subscriptionId: atNext });
    expect(foreign).toEqual({ status: 404, body: 'No customer found' });
    await prisma().subscription.delete({ where: { id: atNext } });
  });

  test('not configured: pages show where to cancel, and no second subscription is sold', async () => {
    expect(await by(without, ada).trpc('portal.manage')).toEqual({ status: 400, body: mismatch.error });
    expect(await shown(without, ada)).toMatchObject({ provider, isLive: true, former: { url: PAGE } });
    expect((await by(without, ada).rest('change', { kind: 'cancel_at_period_end' })).status).toBe(404);
    const { status, body } = await by(without, ada).rest('checkout', { plan: 'starter' });
    expect([status, body]).toMatchObject([200, { url: expect.stringContaining(`${without.url}/change-plan`) }]);
  });

  test('not configured: an answer without it is remembered and never counts as complete', async () => {
    const person = await buyer();
    const check = async (app: TestApp) => (await by(app, person).trpc('subscription.check')).body;
    const live = (app: TestApp) => app.trpc(person, 'subscription.live');
    expect(await check(without)).toEqual({ asked: false, now: true, away: false });
    expect(await check(without)).toEqual({ asked: false, now: false, away: false });
    expect(await Promise.all([check(without), check(without)])).toMatchObject([{ asked: false }, { asked: false }]);
    expect(await live(without)).toMatchObject({ asked: false });
    await prisma().providerCheck.deleteMany({ where: { userId: person.id } });
    const together = await Promise.all([check(without), check(without), check(without)]);
    expect(together).toMatchObject([{ asked: false }, { asked: false }, { asked: false }]);
    await prisma().providerCheck.deleteMany({ where: { userId: person.id } });
    expect(await check(draining)).toEqual({ asked: true, now: true, away: false });
    expect(await live(draining)).toMatchObject({ asked: true });
  });

  test('not configured: a subscription whose end has passed does not block a purchase', async () => {
    const leaving = await buyer();
    const { id } = await recordOf(leaving);
    const past = new Date(Date.now() - 60_000);
    await prisma().subscription.update({ where: { id }, data: { cancelAtPeriodEnd: true, currentPeriodEnd: past } });
    expect(await shown(without, leaving)).toMatchObject({ isLive: false, former: { url: PAGE } });
    expect(await shown(draining, leaving)).toMatchObject({ isLive: true });
    await selling.payPage((await without.checkout(leaving, { plan: 'pro' })).sessionId);
    const { subscriptions } = await selling.truth();
    expect(subscriptions).toMatchObject([{ status: 'active', trialStart: null }]);
  });

  test('not configured: the start and the metrics report the count until it is configured or ignored', async () => {
    const live = await prisma().subscription.count({ where: { status: { in: ['active', 'trialing', 'past_due'] } } });
    expect(live).toBeGreaterThan(2);
    const sample = async (app: TestApp) => {
      const text = await (await app.call('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
      return /^billing_former_subscriptions\{.*$/m.exec(text)?.[0];
    };
    const ignoring = await startTestApp({ PAYMENT_PROVIDER: next, IGNORE_FORMER: provider, METRICS_TOKEN }, former);
    const said = async (app: TestApp) => {
      app.logged.length = 0;
      await warnOfFormer(app.deps.billing);
      return app.logged.map((line) => JSON.parse(line)).map(({ level, count, provider: of }) => ({ level, count, of }));
    };
    expect(await said(without)).toEqual([{ level: 40, count: live, of: provider }]);
    expect(await said(ignoring)).toEqual([{ level: 30, count: live, of: provider }]);
    expect(await said(draining)).toEqual([]);
    expect(await sample(without)).toBe(`billing_former_subscriptions{provider="${provider}",ignored="false"} ${live}`);
    expect(await sample(ignoring)).toBe(`billing_former_subscriptions{provider="${provider}",ignored="true"} ${live}`);
    expect(await sample(draining)).toBeUndefined();
    await ignoring.close();
  });
});
