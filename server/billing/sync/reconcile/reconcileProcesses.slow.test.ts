import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListingCompany, listedCustomer, startListingCompany } from '../../../testing/company/listingCompany.ts';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { runCli } from '../../../testing/faults/parts/runCli.ts';
import { type ServiceProcess, settingsFor, startService } from '../../../testing/faults/parts/service.ts';
import { recordId } from '../../records/recordId.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CUSTOMERS = 300;
let company: ListingCompany;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let services: ServiceProcess[];

beforeEach(async () => {
  company = await startListingCompany();
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  services = [];
  const ids = Array.from({ length: CUSTOMERS }, (_, index) => `cus_${index}`);
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

const listed = () => company.calls.flatMap(({ url }) => listedCustomer(url) ?? []);
const runs = async () =>
  (await pool.query<{ id: string; customers: number; finishedAt: Date | null }>('SELECT * FROM reconcile_run')).rows;

/** The provider never answers for subscriptions; resolves to when the first of these calls was aborted. */
function hanging(): Promise<number> {
  return new Promise((resolve) => {
    company.intercept = (url, response) => {
      if (listedCustomer(url) === undefined) return false;
      response.once('close', () => resolve(performance.now()));
      return true;
    };
  });
}

test('SIGTERM while the provider hangs: the call is aborted within a second, and the service ends', async () => {
  const brokenOff = hanging();
  const service = await start();
  await vi.waitFor(() => expect(listed().length).toBeGreaterThan(0), { timeout: 20_000 });
  const stoppedAt = performance.now();
  await service.stop();
  expect((await brokenOff) - stoppedAt).toBeLessThan(1_000);
  expect(performance.now() - stoppedAt).toBeLessThan(5_000);
  expect(service.exitCode()).toBe(0);
});

test('SIGTERM of the command while the provider hangs', async () => {
  const brokenOff = hanging();
  const environment = { ...settingsFor(database.url, company.url), DRAINING_PROVIDERS: '', BASE_URL: company.url };
  const command = runCli(environment, 'reconcile');
  await vi.waitFor(() => expect(listed().length).toBeGreaterThan(0), { timeout: 20_000 });
  const stoppedAt = performance.now();
  command.kill('SIGTERM');
  const { code, errors } = await command;
  expect((await brokenOff) - stoppedAt).toBeLessThan(1_000);
  expect(performance.now() - stoppedAt).toBeLessThan(5_000);
  expect(code).toBe(1);
  expect(errors).toContain('Stopped; the next run goes on from here');
});

test('kill -9 of the working process: the other one resumes within seconds', async () => {
  company.intercept = () => new Promise((resolve) => setTimeout(resolve, 50, false));
  const first = await start();
  await vi.waitFor(() => expect(listed().length).toBeGreaterThan(0), { timeout: 20_000 });
  await start();
  await vi.waitFor(() => expect(listed().length).toBeGreaterThan(CUSTOMERS / 3), { timeout: 20_000 });
  await first.kill();
  const killedAt = performance.now();
  const [before] = await runs();
  const done = listed().length;
  expect(before?.finishedAt).toBeNull();
  expect(before?.customers).toBeGreaterThan(0);

  await vi.waitFor(() => expect(listed().length).toBeGreaterThan(done), { timeout: 30_000 });
  const resumedAfter = performance.now() - killedAt;
  await vi.waitFor(async () => expect((await runs())[0]?.finishedAt).toBeTruthy(), { timeout: 60_000 });
  expect(await runs()).toMatchObject([{ id: before?.id, customers: CUSTOMERS }]);
  expect(new Set(listed()).size).toBe(CUSTOMERS);
  const repeated = listed().length - CUSTOMERS;
  console.info(`resumed after ${Math.round(resumedAfter)} ms, ${repeated} of ${CUSTOMERS} customers asked for again`);
  expect(resumedAfter).toBeLessThan(20_000);
  expect(repeated).toBeLessThan(CUSTOMERS / 3);
});
