import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import type { KeptOutcome } from '../records/outcome.ts';
import { SNAPSHOT_TYPE } from '../sync/refetch.ts';
import { searchLedger } from './searchLedger.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  const row = (nativeType: string, eventId: string, outcome = 'applied') => ({
    provider: 'alpha',
    nativeType,
    eventId,
    outcome,
  });
  await app.deps.billing.database.prisma.webhookEvent.createMany({
    data: [
      row('invoice.paid', 'evt_1'),
      row('customer.subscription.updated', 'evt_2'),
      row('invoice.payment_failed', 'evt_3', 'failed'),
      ...Array.from({ length: 20 }, (_, index) => row('customer.created', `other ${index}`)),
      row('customer.subscription.deleted', 'evt_4'),
      row(SNAPSHOT_TYPE, 'read_1'),
    ],
  });
});
afterAll(() => app.close());

const search = (text: string, page: { cursor?: string; limit?: number; window?: bigint } = {}, outcome?: KeptOutcome) =>
  searchLedger(app.deps.billing, { text, outcome }, { limit: 10, ...page });
const found = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).entries.map(({ eventId }) => eventId);

test.each([
  ['subscription', ['evt_4', 'evt_2']],
  ['INVOICE', ['evt_3', 'evt_1']],
  ['pay_ent', []],
  ['in%ce', []],
  ['\\', []],
  ['evt_2', ['evt_2']],
  ['nothing like it', []],
])('%s finds events that contain it literally', async (text, ids) => {
  expect(await found(text)).toEqual(ids);
});

test('a full event id is found at once, however old it is', async () => {
  const far = await search('evt_1', { window: 1n });
  expect(far).toEqual({ entries: [expect.objectContaining({ eventId: 'evt_1' })], nextCursor: undefined });
  expect((await search('evt_1', { window: 1n }, 'failed')).entries).toEqual([]);
});

test('our own reads of the provider are distinguished from its deliveries', async () => {
  const told = async (id: string) => (await search(id)).entries.map(({ isSnapshot }) => isSnapshot);
  expect([await told('read_1'), await told('evt_1')]).toEqual([[true], [false]]);
});

test('an outcome filters the results', async () => {
  expect(await found('invoice', {}, 'failed')).toEqual(['evt_3']);
});

test('a page ends with its window, and the next ones continue to the end', async () => {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await search('subscription', { cursor, window: 10n });
    pages.push(page.entries.map(({ eventId }) => eventId));
    cursor = page.nextCursor;
  } while (cursor);
  expect(pages).toEqual([['evt_4'], [], ['evt_2']]);
});

test('a full page leads to the next one', async () => {
  const first = await search('alpha', { limit: 5 });
  const second = await search('alpha', { limit: 5, cursor: first.nextCursor });
  expect(first.entries).toHaveLength(5);
  expect(BigInt(second.entries[0]?.id ?? 0)).toBe(BigInt(first.entries[4]?.id ?? 0) - 1n);
});
