import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../testing/app/app.ts';
import { PASSWORD } from '../../../testing/app/canaries.ts';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { post } from '../../../testing/calls/requests.ts';
import { liveOf } from '../../../testing/company/purchases.ts';
import { twoTabs } from '../../../testing/company/twoTabs.ts';
import { mailKept, mailsTo } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { askOwnerCheck } from '../../sync/askOwnerCheck.ts';
import { reconcile } from '../../sync/reconcile/reconcile.ts';
import { releaseHeld } from '../brake/releaseHeld.ts';
import { beginEnd } from './endDuplicate.ts';
import type { LiveSubscriptions } from './listLive.ts';
import { listReported } from './listReported.ts';
import { lookAtOwners } from './lookAtOwners.ts';

mayComplain(
  /A user has two live subscriptions/,
  /A second subscription (was ended|is held)/,
  /An operator released held refunds/,
);

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

describe('DUPLICATES=report', () => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp('alpha', { environment: reportOnly });
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
    expect(await driftsOf(app)).toEqual([['duplicate', 'starter at alpha, enterprise at alpha']]);
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
    expect((await mailsTo(app, ada.email))[0]?.subject).toBe('Ihr zweites Abo wurde beendet');
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

describe('the brake', () => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp('gamma', { environment: mailKept });
  });
  afterAll(() => app.close());
  const duplicates = () => app.deps.billing.database.prisma.duplicate;
  const ofOthers = (many: number, userId: (number: number) => string, endingAt = new Date()) => {
    const ended = Array.from({ length: many }, (_, number) => ({
      subscriptionId: `${userId(number)}-${number}`,
      number,
    }));
    const rest = { state: 'done', endingAt, notifiedAt: endingAt };
    const data = ended.map(({ subscriptionId, number }) => ({ subscriptionId, userId: userId(number), ...rest }));
    return duplicates().createMany({ data });
  };
  const rowsOf = async ({ id }: Person) => {
    const rows = await duplicates().findMany({ where: { userId: id } });
    return rows.map(({ state, reason }) => [state, reason]);
  };
  const paidTwice = async () => {
    const person = await app.signUp();
    await app.spendTrial(person);
    await twoTabs(app, person).payBoth();
    return person;
  };
  beforeEach(async () => {
    await duplicates().deleteMany();
    await app.deps.billing.database.prisma.ownerCheck.deleteMany();
  });

  test('one person who is charged often uses up nobody else’s protection', async () => {
    await ofOthers(14, () => 'greedy');
    const ada = await paidTwice();
    await lookAtOwners(app.deps.billing);
    expect(await rowsOf(ada)).toEqual([['done', null]]);
  });

  test('a fourth end of one person within 30 days is left to a person', async () => {
    const ada = await paidTwice();
    await ofOthers(3, () => ada.id, new Date(Date.now() - 29 * 86_400_000));
    await lookAtOwners(app.deps.billing);
    expect(await rowsOf(ada)).toContainEqual(['reported', 'more than three in 30 days']);
    expect(liveOf(await app.truthOf(ada))).toHaveLength(2);
  });

  test('at most ten people in an hour, even if two are checked at once, or 1 % of its purchases', async () => {
    const { billing } = app.deps;
    const people = [await paidTwice(), await paidTwice()];
    await ofOthers(9, (number) => `other${number}`);
    const where = { userId: { in: people.map(({ id }) => id) }, status: 'active' };
    const sold = await billing.database.prisma.subscription.findMany({ where, distinct: ['userId'] });
    const begun = await Promise.all(sold.map((each) => beginEnd(billing, each, each)));
    expect(begun.map((row) => row?.state).toSorted()).toEqual(['ending', 'held']);
    await duplicates().deleteMany({ where: { state: { in: ['ending', 'held'] } } });
    const [{ id: userId = '' } = {}] = people;
    const bought = Array.from({ length: 1_100 }, (_, number) => `bought-${number}`);
    const purchase = {
      provider: 'gamma',
      plan: 'pro',
      interval: 'month',
      completedAt: new Date(),
      expiresAt: new Date(),
    };
    const data = bought.map((id) => ({ id, userId: id, idempotencyKey: id, ...purchase }));
    await billing.database.prisma.checkout.createMany({ data });
    await ofOthers(1, () => 'another');
    const [one] = sold.filter((each) => each.userId === userId);
    expect((one && (await beginEnd(billing, one, one)))?.state).toBe('ending');
    await billing.database.prisma.checkout.deleteMany({ where: { id: { in: bought } } });
  });

  test('a held one is not ended later by itself; released, it is judged afresh, and the time held makes it no older', async () => {
    const { billing } = app.deps;
    await ofOthers(10, (number) => `other${number}`);
    const ada = await paidTwice();
    await lookAtOwners(billing);
    expect(await rowsOf(ada)).toEqual([['held', null]]);
    expect(await listReported(billing)).toMatchObject([{ userId: ada.id, reason: 'held' }]);
    await duplicates().deleteMany({ where: { state: 'done' } });
    const { now } = billing;
    billing.now = () => new Date(now().getTime() + 10 * 86_400_000);
    await askOwnerCheck(billing.database.pool, ada.id);
    await lookAtOwners(billing);
    expect(await rowsOf(ada)).toEqual([['held', null]]);
    expect(await releaseHeld(billing, { reason: 'looked at', actor: 'a test' })).toMatchObject({ duplicates: 1 });
    await lookAtOwners(billing);
    billing.now = now;
    expect(await rowsOf(ada)).toEqual([['done', null]]);
    expect((await app.truthOf(ada)).invoices.filter(({ refunded }) => refunded > 0)).toHaveLength(1);
  });
});
