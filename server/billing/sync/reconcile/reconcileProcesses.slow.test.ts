import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listedIn, type SandboxCompany, startSandboxCompany } from '../../../testing/company/sandboxCompany.ts';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { factOf } from '../../../testing/events/alphaObjects.ts';
import { runCli } from '../../../testing/faults/parts/runCli.ts';
import { SECRET_KEY, type ServiceProcess, settingsFor, startService } from '../../../testing/faults/parts/service.ts';
import { recordId } from '../../records/recordId.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CUSTOMERS = 300;
let company: SandboxCompany;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let services: ServiceProcess[];

beforeEach(async () => {
  company = await startSandboxCompany('alpha', { secretKey: SECRET_KEY });
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  services = [];
  const ids = Array.from({ length: CUSTOMERS }, (_, index) => `cus_${index}`);
  await company.know(...ids.map((customerId) => factOf('customer.created', { userId: `u_${customerId}`, customerId })));
  await pool.query(
    `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
      SELECT id, 'u_' || key, 'alpha', key, key || '@example.com' FROM unnest($1::text[], $2::text[]) AS t(id, key)`,
    [ids.map((id) => recordId('customer', 'alpha', id)), ids],
  );
});
afterEach(async () => {
  for (const service of services) await service.remove();
  await pool.end();
  await company.close();
  await database.drop();
});

/** Reconciles at once, because no run was made yet. */
async function start(more: Record<string, string> = {}): Promise<ServiceProcess> {
  const settings = { ...settingsFor(database.url, company.url), DRAINING_PROVIDERS: '', RECONCILE_EVERY: '1d' };
  const service = await startService({ ...settings, ALPHA_RECONCILE_RATE: '100', ...more });
  services.push(service);
  return service;
}

const listed = async () => listedIn(await company.calls());
const runs = async () =>
  (await pool.query<{ id: string; customers: number; finishedAt: Date | null }>('SELECT * FROM reconcile_run')).rows;

/** The provider never answers for subscriptions. */
const hang = () => company.api({ mode: 'hang', only: 'customer=' });
const isAsked = () =>
  vi.waitFor(async () => expect((await listed()).length).toBeGreaterThan(0), { timeout: 60_000, interval: 50 });
/** When the first hanging call was aborted, in Unix milliseconds. */
async function brokenOff(): Promise<number> {
  const ends = (await company.calls()).filter((call) => listedIn([call]).length > 0).map(({ endedAt }) => endedAt);
  return Math.min(...ends.map((endedAt) => endedAt ?? Number.POSITIVE_INFINITY));
}

test('SIGTERM while the provider hangs: the call is aborted within a second, and the service ends', async () => {
  await hang();
  const service = await start();
  await isAsked();
  const stoppedAt = Date.now();
  await service.stop();
  expect((await brokenOff()) - stoppedAt).toBeLessThan(1_000);
  expect(Date.now() - stoppedAt).toBeLessThan(5_000);
  expect(service.exitCode()).toBe(0);
});

test('SIGTERM of the command while the provider hangs', async () => {
  await hang();
  const environment = { ...settingsFor(database.url, company.url), DRAINING_PROVIDERS: '', BASE_URL: company.url };
  const command = runCli(environment, 'reconcile');
  await isAsked();
  const stoppedAt = Date.now();
  command.kill('SIGTERM');
  const { code, errors } = await command;
  expect((await brokenOff()) - stoppedAt).toBeLessThan(1_000);
  expect(Date.now() - stoppedAt).toBeLessThan(5_000);
  expect(code).toBe(1);
  expect(errors).toContain('Stopped; the next run continues from here');
});

test('kill -9 of the working process: the other one resumes within seconds', async () => {
  await company.api({ mode: 'slow', ms: 50 });
  const first = await start();
  await isAsked();
  await start();
  await vi.waitFor(async () => expect((await listed()).length).toBeGreaterThan(CUSTOMERS / 3), { timeout: 60_000 });
  await first.kill();
  const killedAt = Date.now();
  const [before] = await runs();
  const done = (await listed()).length;
  expect(before?.finishedAt).toBeNull();
  expect(before?.customers).toBeGreaterThan(0);

  await vi.waitFor(async () => expect((await listed()).length).toBeGreaterThan(done), { timeout: 60_000 });
  const resumedAfter = Date.now() - killedAt;
  await vi.waitFor(async () => expect((await runs())[0]?.finishedAt).toBeTruthy(), { timeout: 60_000 });
  expect(await runs()).toMatchObject([{ id: before?.id, customers: CUSTOMERS }]);
  expect(new Set(await listed()).size).toBe(CUSTOMERS);
  const repeated = (await listed()).length - CUSTOMERS;
  console.info(`resumed after ${Math.round(resumedAfter)} ms, ${repeated} of ${CUSTOMERS} customers asked for again`);
  expect(resumedAfter).toBeLessThan(20_000);
  expect(repeated).toBeLessThan(CUSTOMERS / 3);
});
