import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Subscription } from '../database/generated/client.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { until } from '../testing/run/until.ts';

const damages = ['missing_here', 'missing_there', 'status', 'plan', 'period', 'amount'] as const;

let app: SandboxedApp;
let billing: BillingCommand;
/** One subscriber for each kind of damage. */
const records = {} as Record<(typeof damages)[number], Subscription>;

const prisma = () => app.deps.billing.database.prisma;

async function subscribe(): Promise<Subscription> {
  const { id, cookie } = await app.signUp();
  await app.buy({ cookie }, { plan: 'pro' });
  return prisma().subscription.findFirstOrThrow({ where: { userId: id } });
}

beforeAll(async () => {
  app = await startSandboxedApp('alpha');
  billing = openCommand(app);
  for (const damage of damages) records[damage] = await subscribe();
});
afterAll(async () => {
  billing.close();
  await app.close();
});

interface Report {
  id: string;
  customers: number;
  subscriptions: number;
  finishedAt: string | null;
  drifts: {
    class: string;
    providerSubscriptionId: string;
    ours: string | null;
    theirs: string | null;
    fixed: boolean;
  }[];
}

async function reconcile(...args: string[]) {
  const { code, out, err } = await billing.run('reconcile', ...args, '--pace', '0', '--json');
  expect(err).toBe('');
  return { code, report: JSON.parse(out) as Report };
}

/** A record's state without the columns that every write changes. */
async function stateOf(damage: (typeof damages)[number]) {
  const { id } = records[damage];
  const { version, updatedAt, createdAt, lastEventAt, lastEventRank, lastEventId, ...state } =
    (await prisma().subscription.findUnique({ where: { id } })) ?? ({} as Partial<Subscription>);
  return state;
}

async function damageAll(): Promise<string> {
  const { subscription } = prisma();
  const where = (damage: (typeof damages)[number]) => ({ id: records[damage].id });
  await subscription.delete({ where: where('missing_here') });
  await subscription.update({ where: where('status'), data: { status: 'past_due' } });
  await subscription.update({ where: where('plan'), data: { plan: 'starter' } });
  await subscription.update({ where: where('period'), data: { currentPeriodEnd: new Date('2030-01-01') } });
  await subscription.update({ where: where('amount'), data: { amount: '1.00' } });
  const { customerId, userId } = records.missing_there;
  const { providerCustomerId } = await prisma().customer.findUniqueOrThrow({ where: { id: customerId ?? '' } });
  const args = ['--user', userId, '--customer', providerCustomerId, '--subscription', 'sub_never_was'];
  expect(await billing.run('trigger', 'subscription.created', ...args)).toMatchObject({ code: 0 });
  return 'sub_never_was';
}

test('matching records: no drift, exit code 0', async () => {
  const { code, report } = await reconcile();
  expect(report).toMatchObject({ customers: 6, subscriptions: 6, drifts: [], finishedAt: expect.any(String) });
  expect(code).toBe(0);
});

test('reports each drift once, in its class; --fix repairs all of them; then none is left', async () => {
  const before = Object.fromEntries(await Promise.all(damages.map(async (name) => [name, await stateOf(name)])));
  const invented = await damageAll();
  const damaged = await stateOf('status');
  const found = await reconcile();
  expect(found.code).toBe(1);
  const expected = damages.map((name) => ({
    class: name,
    providerSubscriptionId: name === 'missing_there' ? invented : records[name].providerSubscriptionId,
  }));
  const byClass = (a: { class: string }, b: { class: string }) => a.class.localeCompare(b.class);
  expect(found.report.drifts.toSorted(byClass)).toMatchObject(expected.toSorted(byClass));
  expect(found.report.drifts.some(({ fixed }) => fixed)).toBe(false);
  expect(await stateOf('status')).toEqual(damaged);
  expect(found.report.drifts.find((drift) => drift.class === 'status')).toMatchObject({
    ours: 'past_due',
    theirs: 'trialing',
  });

  const fixing = await reconcile('--fix');
  expect(fixing.report.drifts.toSorted(byClass)).toMatchObject(
    expected.toSorted(byClass).map((drift) => ({ ...drift, fixed: true })),
  );
  expect(fixing.code).toBe(0);
  for (const name of damages) expect(await stateOf(name)).toEqual(before[name]);
  const gone = await prisma().subscription.findFirst({ where: { providerSubscriptionId: invented } });
  expect(gone).toMatchObject({ status: 'canceled' });

  const again = await reconcile();
  expect(again).toMatchObject({ code: 0, report: { customers: 6, drifts: [] } });
});

test('a record linked to the wrong customer is one drift, which --fix repairs', async () => {
  const { id, customerId, providerSubscriptionId } = records.plan;
  const wrong = records.status.customerId;
  onTestFinished(async () => void (await prisma().subscription.update({ where: { id }, data: { customerId } })));
  await prisma().subscription.update({ where: { id }, data: { customerId: wrong } });
  const drift = { class: 'customer', providerSubscriptionId, ours: wrong, theirs: customerId };
  expect((await reconcile()).report.drifts).toMatchObject([{ ...drift, fixed: false }]);
  expect(await reconcile('--fix')).toMatchObject({ code: 0, report: { drifts: [{ ...drift, fixed: true }] } });
  expect(await prisma().subscription.findUnique({ where: { id } })).toMatchObject({ customerId });
});

test('--user compares one user only; the table names the differences', async () => {
  const [mine, other] = [records.plan, records.amount];
  await prisma().subscription.updateMany({ where: { id: { in: [mine.id, other.id] } }, data: { plan: 'enterprise' } });
  const { code, out } = await billing.run('reconcile', '--user', mine.userId);
  expect(code).toBe(1);
  expect(out).toMatch(
    new RegExp(`plan +alpha +${mine.userId} +${mine.providerSubscriptionId} +enterprise month +pro month`),
  );
  expect(out).toContain('1 customers, 1 subscriptions, 1 drifts');
  expect(out).not.toContain(other.providerSubscriptionId);
  for (const { userId } of [mine, other]) expect((await reconcile('--user', userId, '--fix')).code).toBe(0);
});

test('--fix restores a purchase whose webhooks were all lost', async () => {
  await app.control('POST', 'switches', { drop: 1 });
  const { id, cookie } = await app.signUp();
  await app.buy({ cookie }, { plan: 'starter' });
  await app.control('POST', 'switches', { reset: true });
  expect(await prisma().subscription.count({ where: { userId: id } })).toBe(0);
  expect((await reconcile('--user', id, '--fix')).code).toBe(0);
  expect(await prisma().subscription.findMany({ where: { userId: id } })).toMatchObject([{ plan: 'starter' }]);
  // One user's payments are on no list of their own.
  expect(await reconcile('--fix')).toMatchObject({ code: 0, report: { drifts: [{ class: 'payment', fixed: true }] } });
});

test('resumes a stopped run', async () => {
  const before = await prisma().reconcileRun.count();
  const { interrupt, finished } = billing.start('reconcile', '--pace', '3000');
  const current = () => prisma().reconcileRun.findFirst({ orderBy: { startedAt: 'desc' } });
  await until('the run has begun', async () => (await prisma().reconcileRun.count()) > before);
  interrupt();
  expect(await finished).toMatchObject({ code: 1, err: 'Stopped; the next run continues from here\n' });
  const stopped = await current();
  expect(stopped?.finishedAt).toBeNull();
  const known = await prisma().customer.count();
  const { code, report } = await reconcile();
  expect({ code, id: report.id, customers: report.customers }).toEqual({ code: 0, id: stopped?.id, customers: known });
  expect(report.finishedAt).not.toBeNull();
  expect((await reconcile()).report.id).not.toBe(stopped?.id);
});
