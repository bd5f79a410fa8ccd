import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { startJobs } from '../jobs/startJobs.ts';
import { createJobs, type JobSettings } from './schedule.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
});
afterAll(() => app.close());

const usual = { reconcileEveryMs: DAY_MS, ledgerDays: 30, waitingDays: 100 };
const start = (settings: JobSettings = usual) => {
  const { billing, log } = app.deps;
  return startJobs({ pool: billing.database.jobPool, log }, createJobs(billing, settings));
};
const runs = () =>
  app.deps.billing.database.prisma.reconcileRun.findMany({ include: { drifts: { orderBy: { id: 'asc' } } } });

it('repairs what webhooks missed, once an interval, in one of several processes', async () => {
  const buyer = await app.signUp();
  const { sessionId } = await app.checkout(buyer, { plan: 'pro' });
  await app.control('POST', 'switches', { seed: 1, drop: 1 });
  await app.pay(sessionId);

  const processes = [start(), start()];
  await vi.waitFor(async () => expect((await runs())[0]?.finishedAt).toBeTruthy(), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await Promise.all(processes.map((jobs) => jobs.stop()));

  expect(await runs()).toHaveLength(1);
  expect(await app.subscription(buyer)).toMatchObject({ plan: 'pro', status: 'trialing', userId: buyer.id });
});

/** A job that is due at once, as a killed process leaves it, and a comparison that the others finished. */
async function finishForOthers({ hoursAgo, succeeded }: { hoursAgo: number; succeeded: number }): Promise<void> {
  const { prisma } = app.deps.billing.database;
  await prisma.reconcileRun.deleteMany();
  await prisma.job.deleteMany();
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const at = ago(hoursAgo);
  const job = { startedAt: at, retryAt: at, succeededAt: ago(succeeded) };
  await prisma.job.create({ data: { name: 'reconcile alpha', ...job } });
  const run = { provider: 'alpha', fix: true, trigger: 'schedule', startedAt: at, finishedAt: at };
  await prisma.reconcileRun.create({ data: { id: 'theirs', ...run } });
}

const hasSucceeded = async () => {
  const job = await app.deps.billing.database.prisma.job.findUnique({ where: { name: 'reconcile alpha' } });
  expect(job?.retryAt).toBeNull();
};

it.each([
  ['that others finished for a killed process is not repeated', { hoursAgo: 1, succeeded: 25 }, 1],
  ['that was already counted as a success is no substitute', { hoursAgo: 2, succeeded: 1 }, 2],
  ['of the interval before is no substitute', { hoursAgo: 31, succeeded: 55 }, 2],
])('a comparison %s', async (_what, times, expected) => {
  await finishForOthers(times);
  const jobs = start();
  await vi.waitFor(hasSucceeded, { timeout: 60_000 });
  await jobs.stop();
  expect(await runs()).toHaveLength(expected);
});

it('never ends what the provider does not know: a wrong key would end every subscription', async () => {
  const { prisma } = app.deps.billing.database;
  await prisma.reconcileRun.deleteMany();
  await prisma.job.deleteMany();
  const buyer = await app.signUp();
  const object = { id: 'sub_elsewhere', customer: 'cus_elsewhere', status: 'active', metadata: { userId: buyer.id } };
  await app.deliver({ id: 'evt_elsewhere', type: 'subscription.created', created: 1_767_000_000, data: { object } });
  await app.control('POST', 'switches', { reset: true });
  const jobs = start();
  await vi.waitFor(async () => expect((await runs())[0]?.finishedAt).toBeTruthy(), { timeout: 60_000 });
  await jobs.stop();
  expect(await app.subscription(buyer)).toMatchObject({ status: 'active' });
  expect((await runs())[0]?.drifts).toMatchObject([
    { class: 'missing_there', fixed: false },
    { class: 'deleted_customer', fixed: false },
  ]);
});

it('drops bodies after the set days and rows after twice that, but no event that still waits', async () => {
  await app.deps.billing.database.prisma.job.deleteMany();
  const { webhookEvent } = app.deps.billing.database.prisma;
  const row = (eventId: string, days: number, outcome = 'applied') => ({
    provider: 'alpha',
    eventId,
    outcome,
    body: '{}',
    receivedAt: new Date(Date.now() - days * DAY_MS),
  });
  await webhookEvent.createMany({
    data: [row('new', 29), row('old', 31), row('older', 61), row('failed', 61, 'failed')],
  });
  const jobs = start({ ...usual, reconcileEveryMs: 0 });
  const left = () =>
    webhookEvent.findMany({
      where: { eventId: { in: ['new', 'old', 'older', 'failed'] } },
      select: { eventId: true, body: true },
      orderBy: { id: 'asc' },
    });
  await vi.waitFor(async () => expect(await left()).toHaveLength(3), { timeout: 60_000 });
  await jobs.stop();
  expect(await left()).toEqual([
    { eventId: 'new', body: '{}' },
    { eventId: 'old', body: null },
    { eventId: 'failed', body: '{}' },
  ]);
});
