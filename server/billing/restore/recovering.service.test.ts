import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { type BillingCommand, openCommand } from '../../testing/app/command.ts';
import type { Person } from '../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { cookieOf, post } from '../../testing/calls/requests.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { until } from '../../testing/run/until.ts';
import { mayRun } from '../jobs/startJobs.ts';
import { createJobs } from '../sync/schedule.ts';

mayComplain(/A call was refused/, /request completed/, /so nothing was deleted/);

let app: SandboxedApp;
/** A process that was started with RECOVERY=on. */
let recovering: TestApp;
let command: BillingCommand;
let payer: Person;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
  payer = await app.signUpPaying({ plan: 'pro' });
  recovering = await app.startPeer({ RECOVERY: 'on' });
  command = openCommand(app);
});
afterAll(async () => {
  command.close();
  await recovering.close();
  await app.close();
});

const signIn = async () =>
  cookieOf(await recovering.call('/api/auth/sign-in/email', post({ email: payer.email, password: PASSWORD })));
const statusOf = async (path: string, body: object, cookie: string) =>
  (await recovering.call(path, post(body, cookie))).status;

test('while it recovers, people sign in again, read and cancel, and nothing else', async () => {
  expect((await recovering.call('/api/payments/subscription', { headers: { cookie: payer.cookie } })).status).toBe(401);
  const cookie = await signIn();
  expect(await statusOf('/api/payments/checkout', { plan: 'pro' }, cookie)).toBe(500);
  expect(await statusOf('/api/payments/change', { plan: 'enterprise' }, cookie)).toBe(409);
  expect(await statusOf('/api/payments/change', { kind: 'pause' }, cookie)).toBe(409);
  expect(await statusOf('/api/auth/delete-user', { password: PASSWORD }, cookie)).toBe(503);
  await app.control('DELETE', 'calls');
  expect(await statusOf('/api/payments/change', { kind: 'cancel_at_period_end' }, cookie)).toBe(200);
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls');
  // What they have is read first.
  expect([calls[0]?.method, calls.filter(({ method }) => method !== 'GET').length]).toEqual(['GET', 1]);
  expect(await (await recovering.call('/api/payments/plans')).json()).toMatchObject({ selling: false });
});

test('no job writes to a provider or mails; a dump that nobody spoke for gets none', () => {
  const jobs = createJobs(recovering.deps.billing, recovering.deps.settings);
  const running = jobs.filter((job) => mayRun(job, 'recovering')).map(({ name }) => name);
  expect(running.sort()).toEqual(['changes', 'partitions', 'price ids', 'unmatched']);
  expect(jobs.filter((job) => mayRun(job, 'restored'))).toEqual([]);
  expect(jobs.filter((job) => mayRun(job, 'open'))).toEqual(jobs);
});

test('the end of the recovery opens selling in every process, and stands in the audit', async () => {
  const { code, err } = await command.run(
    'restore',
    'finish',
    '--reason',
    'a test',
    '--pace',
    '0',
    '--erased',
    '/dev/null',
  );
  expect([code, err]).toEqual([0, '']);
  await until('it sells', async () => (await (await recovering.call('/api/payments/plans')).json()).selling);
  const { prisma } = app.deps.billing.database;
  expect(await prisma.audit.findMany({ where: { action: 'restore_finished' } })).toHaveLength(1);
  expect((await command.run('restore', 'finish', '--reason', 'again')).code).toBe(1);
});
