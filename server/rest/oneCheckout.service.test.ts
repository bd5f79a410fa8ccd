import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { liveOf } from '../testing/company/purchases.ts';
import { providersHere } from '../testing/run/storey.ts';

/** A user has one open checkout: choosing another plan supersedes the older one (two tabs, two processes). */
describe.each(providersHere('beta'))('%s', (provider) => {
  /** Only Stripe expires an open session. */
  const ends = provider === 'alpha';
  let app: SandboxedApp;
  let peer: TestApp;
  let ada: Person;

  beforeAll(async () => {
    app = await startSandboxedApp(provider);
    peer = await app.startPeer();
  });
  afterAll(async () => {
    await peer.close();
    await app.close();
  });
  beforeEach(async () => {
    ada = await app.signUp();
  });

  const prisma = () => app.deps.billing.database.prisma;
  const rows = () => prisma().checkout.findMany({ where: { userId: ada.id }, orderBy: { createdAt: 'asc' } });
  const drop = (part: 0 | 1) => app.control('POST', 'switches', { drop: part });
  const checkout = (wanted: object, one: TestApp = app) => one.checkout(ada, wanted);
  const liveAtCompany = async () => liveOf(await app.truthOf(ada));

  test('the same plan and interval returns the same session in every tab and process', async () => {
    const first = await checkout({ plan: 'pro' });
    expect(await checkout({ plan: 'pro' })).toEqual(first);
    expect(await checkout({ plan: 'pro', interval: 'month' }, peer)).toEqual(first);
    expect(await rows()).toHaveLength(1);
  });

  test('another plan supersedes the older session, which is expired where the provider can', async () => {
    const older = await checkout({ plan: 'starter' });
    const newer = await checkout({ plan: 'pro' }, peer);
    expect(newer.sessionId).not.toBe(older.sessionId);
    const [one, two] = await rows();
    expect(one).toMatchObject({ openKey: null, supersededAt: expect.any(Date), supersededBy: two?.id });
    expect(one?.endedAt !== null).toBe(ends);
    expect(two).toMatchObject({ supersededAt: null, sessionId: newer.sessionId });
    if (ends) await expect(app.payPage(older.sessionId)).rejects.toThrow('expired');
    expect((await app.pay(newer.sessionId)).outcome).toBe('paid');
    expect(await liveAtCompany()).toMatchObject([{ plan: 'pro' }]);
  });

  test('another interval of the plan is another checkout; a one-time purchase stays beside it', async () => {
    const month = await checkout({ plan: 'pro' });
    const once = await checkout({ plan: 'pro', interval: 'one_time' });
    expect(await checkout({ plan: 'pro' })).toEqual(month);
    const year = await checkout({ plan: 'pro', interval: 'year' });
    expect(new Set([month, once, year].map(({ sessionId }) => sessionId)).size).toBe(3);
    const superseded = (await rows()).filter(({ supersededAt }) => supersededAt);
    expect(superseded.map(({ sessionId }) => sessionId)).toEqual([month.sessionId]);
  });

  test('an older session that was paid, its webhook lost: its plan is changed, with no second purchase', async () => {
    const older = await checkout({ plan: 'starter' });
    await drop(1);
    await app.pay(older.sessionId);
    await drop(0);
    expect(await prisma().subscription.count({ where: { userId: ada.id } })).toBe(0);
    const next = await checkout({ plan: 'enterprise' }, peer);
    const [live] = await liveAtCompany();
    expect(next.sessionId).toBe(live?.id);
    expect(await rows()).toHaveLength(1);
    expect(await prisma().subscription.findMany({ where: { userId: ada.id } })).toMatchObject([{ plan: 'starter' }]);
  });

  test.skipIf(ends)(
    'a superseded session that was paid, its webhook lost: no second subscription is sold',
    async () => {
      const older = await checkout({ plan: 'starter' });
      await checkout({ plan: 'pro' });
      await drop(1);
      await app.pay(older.sessionId);
      await drop(0);
      const next = await checkout({ plan: 'enterprise' });
      expect((await liveAtCompany()).map(({ id }) => id)).toEqual([next.sessionId]);
    },
  );

  test('simultaneous clicks on two plans in two processes leave one open session', async () => {
    const sessions = await Promise.all([
      checkout({ plan: 'starter' }),
      checkout({ plan: 'pro' }, peer),
      checkout({ plan: 'starter' }, peer),
      checkout({ plan: 'pro' }),
    ]);
    const open = (await rows()).filter(({ openKey }) => openKey !== null);
    expect(open).toHaveLength(1);
    expect(sessions.map(({ sessionId }) => sessionId)).toContain(open[0]?.sessionId);
    const others = (await rows()).filter(({ openKey }) => openKey === null);
    // A click may find that another one has just ended the page, before the page that replaces it is written.
    const dead = others.filter(({ supersededAt, supersededBy, endedAt }) => (supersededAt && supersededBy) || endedAt);
    expect(dead).toEqual(others);
  });
});
