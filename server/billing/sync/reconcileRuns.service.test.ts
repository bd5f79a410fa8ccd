import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type ListingCompany, startListingCompany } from '../../testing/faults/listingCompany.ts';
import { reconcile } from './reconcile.ts';

let app: TestApp;
let company: ListingCompany;

beforeAll(async () => {
  company = await startListingCompany();
  app = await startTestApp({ ALPHA_API_URL: company.url });
  for (const id of ['cus_1', 'cus_2', 'cus_3']) {
    const object = { id, email: `${id}@example.com`, metadata: { userId: `user of ${id}` } };
    const body = { id: `evt_${id}`, type: 'customer.created', created: 1_790_000_000, data: { object } };
    expect((await app.deliver(body)).status).toBe(200);
  }
});
afterAll(async () => {
  await app.close();
  await company.close();
});

const runs = () => app.deps.billing.database.prisma.reconcileRun;
beforeEach(() => runs().deleteMany());

const run = (options: { signal?: AbortSignal; onProgress?(): void } = {}) =>
  reconcile(app.deps.billing, { adapter: app.deps.billing.adapter, fix: true, endUnknown: true, ...options });

/** A run that has one customer left. */
async function unfinished(beatAt: Date): Promise<void> {
  const customers = await app.deps.billing.database.prisma.customer.findMany({ orderBy: { id: 'asc' } });
  const progress = { cursor: customers[1]?.id ?? '', customers: 2 };
  await runs().create({ data: { id: 'before', provider: 'alpha', fix: true, beatAt, ...progress } });
}

test('a run that is at work elsewhere is left alone: the other one sees every customer itself', async () => {
  await unfinished(new Date());
  const own = await run();
  expect(own).toMatchObject({ customers: 3 });
  expect(own.id).not.toBe('before');
});

test('a run whose process died goes on where it was', async () => {
  await unfinished(new Date(Date.now() - 10 * 60_000));
  expect(await run()).toMatchObject({ id: 'before', customers: 3 });
});

test('a run that was stopped goes on where it was, at once', async () => {
  const stop = new AbortController();
  const onProgress = () => stop.abort(new Error('stopped'));
  await expect(run({ signal: stop.signal, onProgress })).rejects.toThrow('stopped');
  const [stopped] = await runs().findMany();
  expect(stopped).toMatchObject({ customers: 1, finishedAt: null });
  expect(await run()).toMatchObject({ id: stopped?.id, customers: 3 });
});

test('of two that find a dead run, one takes it and the other begins anew', async () => {
  await unfinished(new Date(0));
  const both = await Promise.all([run(), run()]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  expect(both.map(({ customers }) => customers)).toEqual([3, 3]);
});
