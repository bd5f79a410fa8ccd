import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../../../adapters/index.ts';
import type { TestApp } from '../../../testing/app/app.ts';
import { PASSWORD } from '../../../testing/app/canaries.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { post } from '../../../testing/calls/requests.ts';
import { liveOf } from '../../../testing/company/purchases.ts';
import { twoTabs } from '../../../testing/company/twoTabs.ts';
import { mailKept, mailsTo } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { reconcile } from '../../sync/reconcile/reconcile.ts';
import { beginEnd } from './endDuplicate.ts';
import type { LiveSubscriptions } from './listLive.ts';
import { listReported } from './listReported.ts';
import { lookAtOwners } from './lookAtOwners.ts';

mayComplain(/A user has two live subscriptions/);

const METRICS_TOKEN = 'metrics-token-for-tests';
const reportOnly = { ...mailKept, DUPLICATES: 'report', METRICS_TOKEN };

async function reportedMetric(app: TestApp): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await app.call('/metrics', { headers })).text();
  return Number(/^billing_duplicate_subscriptions\{state="reported"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function driftsOf({ deps: { billing } }: TestApp) {
  const run = await reconcile(billing, { adapter: billing.adapter, fix: false, trigger: 'command', paceMs: 0 });
  const drifts = await billing.database.prisma.drift.findMany({ where: { runId: run.id } });
  return drifts.map((drift) => [drift.class, drift.ours]);
}

describe.each(providerNames)('DUPLICATES=report, %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: reportOnly });
  });
  afterAll(() => app.close());

  test('both paid: nothing is ended or refunded, and everyone is notified until one is kept', async () => {
    const { billing } = app.deps;
    const ada = await app.signUp();
    await app.spendTrial(ada);
    await twoTabs(app, ada).payBoth();
    await lookAtOwners(billing);
    const books = await app.truthOf(ada);
    expect(liveOf(books)).toHaveLength(2);
    expect(books.invoices.every(({ refunded }) => refunded === 0)).toBe(true);
    expect(await listReported(billing)).toMatchObject([
      { userId: ada.id, reason: 'DUPLICATES=report', subscriptions: [{ plan: 'starter' }, { plan: 'enterprise' }] },
    ]);
    expect((await mailsTo(app, ada.email)).map(({ subject }) => subject)).toContain('You have two subscriptions');
    expect(await reportedMetric(app)).toBe(1);
    expect(await driftsOf(app)).toEqual([['duplicate', `starter at ${provider}, enterprise at ${provider}`]]);
    await lookAtOwners(billing);
    const told = (await mailsTo(app, ada.email)).filter(({ subject }) => subject === 'You have two subscriptions');
    expect(told).toHaveLength(1);
    const kept = (await listReported(billing))[0]?.subscriptions[1]?.id;
    await app.as(ada.cookie, '/api/trpc/subscription.keep', { subscriptionId: kept });
    await app.settle();
    expect(await listReported(billing)).toEqual([]);
    expect(await reportedMetric(app)).toBe(0);
    expect(await driftsOf(app)).toEqual([]);
  });
});

describe('who is notified', () => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp('beta', { environment: mailKept });
  });
  afterAll(() => app.close());
  const prisma = () => app.deps.billing.database.prisma;

  test('in the language of the last sign-in', async () => {
    const ada = await app.signUp();
    const language = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
    const signIn = post({ email: ada.email, password: PASSWORD }, undefined, language);
    expect((await app.call('/api/auth/sign-in/email', signIn)).status).toBe(200);
    await twoTabs(app, ada).payBoth();
    await lookAtOwners(app.deps.billing);
    expect((await mailsTo(app, ada.email))[0]?.subject).toBe('Ihr zweites Abonnement wurde beendet');
  });

  test('never at an address that belongs to another user: the page shows it', async () => {
    const holder = await app.signUpByForm();
    const before = await mailsTo(app, holder.email);
    const ada = await app.signUpByForm(holder.email);
    expect((await prisma().user.findUnique({ where: { id: ada.id } }))?.email).toMatch(/@unproven\.invalid$/);
    await twoTabs(app, ada).payBoth();
    await lookAtOwners(app.deps.billing);
    const { rows } = await app.deps.billing.database.pool.query('SELECT kind FROM mail WHERE "userId" = $1', [ada.id]);
    expect(rows.filter(({ kind }) => kind === 'duplicate_ended')).toEqual([]);
    expect((await mailsTo(app, holder.email)).filter((mail) => mail.subject.includes('subscription'))).toEqual([]);
    expect(before.length).toBeGreaterThan(0);
    const { ended } = await app.trpc<LiveSubscriptions>(ada, 'subscription.live');
    expect(ended).toMatchObject([{ plan: 'starter' }]);
  });

  test('that an older page no longer counts, until it is paid', async () => {
    const ada = await app.signUp();
    const [older] = await twoTabs(app, ada).openBoth();
    const superseded = async () => (await app.trpc<LiveSubscriptions>(ada, 'subscription.live')).superseded;
    const enterprise = { plan: 'enterprise', interval: 'month' };
    expect(await superseded()).toMatchObject([{ plan: 'starter', interval: 'month', by: enterprise, payable: true }]);
    await app.pay(older);
    expect(await superseded()).toEqual([]);
  });

  test('the export includes ended and still reported duplicates', async () => {
    const ada = await app.signUp();
    await twoTabs(app, ada).payBoth();
    await lookAtOwners(app.deps.billing);
    await prisma().ownerCheck.create({ data: { userId: ada.id } });
    const { duplicates, ownerChecks } = await app.trpc<Record<string, object[]>>(ada, 'account.export');
    expect(duplicates).toMatchObject([{ state: 'done', userId: ada.id }]);
    expect(ownerChecks).toMatchObject([{ queuedAt: expect.any(String) }]);
    const gone = await app.call('/api/auth/delete-user', post({ password: PASSWORD }, ada.cookie));
    expect(gone.status).toBe(200);
    expect(await prisma().ownerCheck.count({ where: { userId: ada.id } })).toBe(0);
    const [left] = await prisma().duplicate.findMany({ where: { userId: ada.id } });
    expect(left).toMatchObject({ state: 'done', subscriptionId: expect.any(String) });
  });
});

test('a refund in progress completes even if the account is deleted in the meantime', async () => {
  const app = await startSandboxedApp('alpha', { environment: mailKept });
  try {
    const { billing } = app.deps;
    const ada = await app.signUp();
    await app.spendTrial(ada);
    await twoTabs(app, ada).payBoth();
    const { refundCharge } = billing.adapter;
    Object.assign(billing.adapter, { refundCharge: () => Promise.reject(new Error('killed')) });
    await lookAtOwners(billing);
    Object.assign(billing.adapter, { refundCharge });
    const gone = await app.call('/api/auth/delete-user', post({ password: PASSWORD }, ada.cookie));
    expect(gone.status).toBe(200);
    await billing.database.prisma.ownerCheck.updateMany({ data: { dueAt: new Date(0) } });
    await lookAtOwners(billing);
    const books = await app.truthOf(ada);
    expect(liveOf(books)).toEqual([]);
    expect(books.invoices.filter(({ refunded }) => refunded > 0)).toMatchObject([{ refunded: 490 }]);
    expect(await billing.database.prisma.ownerCheck.count()).toBe(0);
  } finally {
    await app.close();
  }
});

test('at most ten in an hour, even if two are checked at once', async () => {
  const app = await startSandboxedApp('gamma', { environment: mailKept });
  try {
    const { billing } = app.deps;
    const { duplicate } = billing.database.prisma;
    const people = await Promise.all([app.signUp(), app.signUp()]);
    for (const person of people) await twoTabs(app, person).payBoth();
    const endingAt = new Date(Date.now() - 3_000_000);
    const ended = Array.from({ length: 9 }, (_, index) => `ended${index}`);
    const sold = await billing.database.prisma.subscription.findMany();
    const data = ended.map((id) => ({ subscriptionId: id, userId: id, state: 'done', endingAt, toldAt: endingAt }));
    await duplicate.createMany({ data });
    const begun = await Promise.all(sold.map((each) => beginEnd(billing, each, each)));
    expect(begun.filter((row) => row !== null)).toHaveLength(1);
    await duplicate.deleteMany({ where: { state: 'ending' } });
    await lookAtOwners(billing);
    await app.settle();
    const rows = await duplicate.findMany({ where: { userId: { in: people.map(({ id }) => id) } } });
    expect(rows.map(({ state, reason }) => [state, reason]).toSorted()).toEqual([
      ['done', null],
      ['reported', 'more than ten in an hour'],
    ]);
    await duplicate.updateMany({ where: { subscriptionId: { in: ended } }, data: { endingAt: new Date(0) } });
    expect(await driftsOf(app)).toMatchObject([['duplicate', expect.any(String)]]);
    await lookAtOwners(billing);
    expect(await duplicate.count({ where: { state: 'done', amount: null, endingAt: { gt: new Date(0) } } })).toBe(2);
  } finally {
    await app.close();
  }
});
