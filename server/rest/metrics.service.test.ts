import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../billing/jobs/runJob.ts';
import { version } from '../settings/version.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { openStream } from '../testing/calls/stream.ts';
import { type Company, startCompany } from '../testing/company/company.ts';
import { modelCustomer, modelSubscription } from '../testing/events/model.ts';
import { toSnapshot } from '../testing/events/wire.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { until } from '../testing/run/until.ts';
import { createMetricsApp } from './metrics.ts';

mayComplain(
  /A job failed and will be retried/,
  /Failed to process [a-z._]+ event/,
  /Failed to create checkout session/,
  /request completed/,
);

const METRICS_TOKEN = 'metrics-token-for-tests';
const authorized = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

let company: Company;
let app: TestApp;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ METRICS_TOKEN, ALPHA_API_URL: company.url });
});
afterAll(async () => {
  await app.close();
  await company.close();
});

/** The value of the first sample with all of these labels; undefined: there is none. */
async function sample(
  name: string,
  labels: Record<string, string> = {},
  from: TestApp = app,
): Promise<number | undefined> {
  const text = await (await from.call('/metrics', authorized)).text();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = text
    .split('\n')
    .filter((each) => new RegExp(`^${name}[{ ]`).test(each) && wanted.every((label) => each.includes(label)));
  return lines.length > 0 ? Number(lines[0]?.split(' ').at(-1)) : undefined;
}

const created = (userId: string, id = 'evt_1') => {
  const at = Date.now() - 20_000;
  const object = toSnapshot('alpha', modelSubscription('sub_1', at), modelCustomer('1', { userId }));
  return { id, type: 'customer.subscription.created', created: Math.floor(at / 1000), data: { object } };
};

test('the metrics name the version', async () => {
  expect(await sample('billing_build_info', { version })).toBe(1);
});

test('the metrics require the token', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer wrong', METRICS_TOKEN, `Basic ${METRICS_TOKEN}`]) {
    const response = await app.call('/metrics', { headers: { authorization } });
    expect(await answerOf(response)).toEqual({ status: 401, body: { error: 'Unauthorized' } });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
  const response = await app.call('/metrics', authorized);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('without settings there are no metrics', async () => {
  const plain = await startTestApp();
  try {
    expect(await answerOf(await plain.call('/metrics'))).toEqual({ status: 404, body: { error: 'Not found' } });
  } finally {
    await plain.close();
  }
});

test('a separate port serves the metrics and nothing else', async () => {
  const inner = await startTestApp({ METRICS_PORT: '0' });
  const server = createServer(createMetricsApp(inner.deps));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_cpu_seconds_total');
    expect((await fetch(`${url}/api/health`)).status).toBe(404);
    expect((await inner.call('/metrics')).status).toBe(404);
  } finally {
    server.closeAllConnections();
    server.close();
    await inner.close();
  }
});

test('open change streams are counted', async () => {
  const { cookie } = await app.signUp(undefined, false);
  const leave = new AbortController();
  const before = await sample('billing_change_streams', {});
  const stream = await openStream(app.call, cookie, leave.signal);
  expect(await sample('billing_change_streams', {})).toBe((before ?? 0) + 1);
  leave.abort();
  await stream.ended;
  await until('it is counted no more', async () => (await sample('billing_change_streams', {})) === before);
});

test('webhooks are counted by provider, type and outcome, refusals by reason, lag by bucket', async () => {
  const type = 'subscription.created';
  await app.deliver(created('user_1'));
  await app.deliver(created('user_1'));
  await app.deliver({ id: 'evt_2', type: 'invoice.payment_succeeded', created: 1, data: { object: {} } });
  await app.deliver('{oops');
  await app.call('/api/webhooks/payments', { method: 'POST', body: '{}' });
  await app.deliver({ id: 'evt_3' }, { secret: 'whsec_of_somebody_else_1' });
  const events = (labels: Record<string, string>) => sample('billing_webhook_events_total', labels);
  expect(await events({ provider: 'alpha', type, outcome: 'applied' })).toBe(1);
  expect(await events({ provider: 'alpha', type, outcome: 'duplicate' })).toBe(1);
  expect(await events({ outcome: 'failed', type: 'invoice.payment_succeeded' })).toBe(1);
  for (const reason of ['missing_signature', 'invalid_signature', 'invalid_json']) {
    expect(await sample('billing_webhook_refusals_total', { reason })).toBe(1);
  }
  expect(await sample('billing_webhook_lag_seconds_bucket', { provider: 'alpha', le: '10' })).toBe(0);
  expect(await sample('billing_webhook_lag_seconds_bucket', { provider: 'alpha', le: '60' })).toBe(1);
  expect(await sample('billing_http_request_seconds_count', { endpoint: 'webhook', status: '200' })).toBe(2);
  expect(await sample('billing_ledger_events', { outcome: 'failed' })).toBe(1);
});

test('user and provider calls start at 0; a failure inside a batch counts', async () => {
  const { cookie } = await app.signUp('batch@example.com', false);
  const fresh = await startTestApp({ METRICS_TOKEN, ALPHA_API_URL: company.url }, app);
  const counted = (name: string, labels: Record<string, string>) => sample(name, labels, fresh);
  const call = { provider: 'alpha', operation: 'find_customers_of', outcome: 'error' };
  const procedure = 'checkout.start';
  expect(await counted('billing_http_request_seconds_count', { endpoint: 'portal', status: '500' })).toBe(0);
  expect(await counted('billing_provider_call_seconds_count', call)).toBe(0);
  for (const outcome of ['ok', 'refused', 'failed'])
    expect(await counted('billing_trpc_calls_total', { procedure, outcome })).toBe(0);
  company.fault = '500';
  const batch = { 0: { plan: 'pro' }, 1: { plan: 'free' } };
  const response = await fresh.call(`/api/trpc/${procedure},${procedure}?batch=1`, post(batch, cookie));
  company.fault = 'none';
  expect(response.status).toBe(207);
  for (const [outcome, count] of [
    ['ok', 0],
    ['refused', 1],
    ['failed', 1],
  ] as const)
    expect(await counted('billing_trpc_calls_total', { procedure, outcome })).toBe(count);
  expect(await counted('billing_provider_call_seconds_count', call)).toBe(1);
  await fresh.close();
});

test('provider calls are counted by operation and outcome', async () => {
  const { cookie } = await app.signUp(undefined, false);
  await app.call('/api/payments/checkout', post({ plan: 'pro' }, cookie));
  company.fault = '500';
  await app.call('/api/payments/checkout', post({ plan: 'starter' }, cookie));
  company.fault = 'none';
  const calls = (operation: string, outcome: string) =>
    sample('billing_provider_call_seconds_count', { provider: 'alpha', operation, outcome });
  expect(await calls('create_checkout', 'ok')).toBe(1);
  expect(await calls('list_subscriptions', 'error')).toBe(1);
  expect(await sample('billing_http_request_seconds_count', { endpoint: 'checkout', status: '500' })).toBe(1);
});

test('the queue, the drift and the pool are reported', async () => {
  const { prisma } = app.deps.billing.database;
  const provider = 'gamma';
  await prisma.refetch.create({
    data: {
      subscriptionId: 's',
      provider,
      providerSubscriptionId: 's',
      reason: 'tie',
      queuedAt: new Date(Date.now() - 90_000),
      dueAt: new Date(Date.now() + 3_600_000),
    },
  });
  const run = await prisma.reconcileRun.create({
    data: { id: 'run', provider, fix: true, trigger: 'schedule', finishedAt: new Date() },
  });
  await prisma.drift.create({
    data: { runId: run.id, class: 'plan', provider, providerSubscriptionId: 's', key: 'k' },
  });
  expect(await sample('billing_refetches_waiting')).toBe(1);
  expect(await sample('billing_refetches_oldest_seconds')).toBeGreaterThanOrEqual(90);
  expect(await sample('billing_reconcile_drift', { provider, class: 'plan', fixed: 'false' })).toBe(1);
  expect(await sample('billing_reconcile_age_seconds', { provider })).toBeLessThan(60);
  expect(await sample('billing_database_connections', { state: 'open' })).toBeGreaterThan(0);
  expect(await sample('billing_database_up')).toBe(1);
  await prisma.refetch.deleteMany();
  expect(await sample('billing_refetches_waiting')).toBe(0);
});

const daily = { everyMs: 60_000, lateMs: 3_600_000, runs: 'one' as const };

test('each expected job has an age, even if it never finished or started; a former job has none', async () => {
  const { prisma } = app.deps.billing.database;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await prisma.job.createMany({
    data: [
      { name: 'retention', firstSeenAt: minutesAgo(90), succeededAt: minutesAgo(5) },
      { name: 'reconcile alpha', firstSeenAt: minutesAgo(60), failedAt: minutesAgo(1), failures: 7 },
      { name: 'reconcile former', firstSeenAt: minutesAgo(9_000) },
    ],
  });
  app.deps.metrics?.expectJobs([
    { ...daily, name: 'retention' },
    { ...daily, name: 'reconcile alpha', everyMs: 3_600_000 },
    { ...daily, name: 'never begun' },
  ]);
  const age = (task: string) => sample('billing_job_age_seconds', { task });
  expect(await age('retention')).toBeCloseTo(300, -2);
  expect(await age('reconcile alpha')).toBeCloseTo(3_600, -2);
  expect(await age('never begun')).toBeLessThan(60);
  expect(await age('reconcile former')).toBeUndefined();
  expect(await sample('billing_job_failures', { task: 'reconcile alpha' })).toBe(7);
  expect(await sample('billing_job_late_seconds', { task: 'retention' })).toBe(3_600);
  expect(await sample('billing_job_interval_seconds', { task: 'reconcile alpha' })).toBe(3_600);
  await prisma.job.deleteMany();
});

test('the refetch job has an age like every job', async () => {
  await expect.poll(() => sample('billing_job_age_seconds', { task: 'refetch' })).toBeLessThan(60);
  expect(await sample('billing_job_interval_seconds', { task: 'refetch' })).toBe(1);
});

test('of a job that every process runs, each one reports its own runs: a healthy one hides no broken one', async () => {
  const { metrics, billing } = app.deps;
  const pool = billing.database.jobPool;
  const other = await startTestApp({ METRICS_TOKEN }, app);
  metrics?.expectJobs([{ ...daily, name: 'mail', runs: 'all' }]);
  other.deps.metrics?.expectJobs([{ ...daily, name: 'mail', runs: 'all' }]);
  const frame = { pool, log: billing.log, stopping: new AbortController().signal };
  const job = { ...daily, name: 'mail', limitMs: 1_000, runs: 'all' as const };
  const failing = { ...job, run: () => Promise.reject(new Error('broken')) };
  for (let run = 0; run < 4; run += 1) await runJob({ ...frame, onRun: metrics?.recordRun }, failing);
  const working = { ...job, run: async () => {} };
  await runJob({ ...frame, onRun: other.deps.metrics?.recordRun }, working);
  expect(await sample('billing_job_failures', { task: 'mail' })).toBe(4);
  expect(await sample('billing_job_failures', { task: 'mail' }, other)).toBe(0);
  await other.close();
});
