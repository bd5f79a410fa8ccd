import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { explain } from '../../ledger/explain.ts';
import { listPayments } from './listPayments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const on = (day: number) => new Date(Date.UTC(2026, 0, day));

/** In the order in which their first webhook came; the last one's came months late. */
const rows = [
  { id: 'trial', amount: '0.00', paidAt: on(2), lastEventAt: on(2), createdAt: on(2) },
  { id: 'refunded', status: 'refunded', paidAt: on(5), lastEventAt: on(20), createdAt: on(5) },
  { id: 'renewal', paidAt: on(11), lastEventAt: on(11), createdAt: on(8) },
  { id: 'once', paidAt: on(9), lastEventAt: on(9), createdAt: on(9) },
  { id: 'failed', status: 'failed', failedAt: on(7), lastEventAt: on(13), createdAt: on(7) },
  { id: 'old', lastEventAt: on(1), createdAt: on(29) },
];

test('payments stand newest first by when they happened, and say that time', async () => {
  const user = await app.signUp();
  const said = { userId: user.id, provider: 'alpha', type: 'subscription', status: 'succeeded', currency: 'usd' };
  await app.deps.billing.database.prisma.payment.createMany({
    data: rows.map(({ id, ...row }) => ({ ...said, amount: '9.90', ...row, id, providerPaymentId: id })),
  });
  const pages: { id: string; createdAt: string }[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listPayments(app.deps.billing, user.id, { cursor, limit: 2 });
    pages.push(page.payments);
    cursor = page.nextCursor;
  } while (cursor);
  const days = pages.flat().map(({ id, createdAt }) => [id, new Date(createdAt).getUTCDate()]);
  const newestFirst = [
    ['renewal', 11],
    ['once', 9],
    ['failed', 7],
    ['refunded', 5],
    ['trial', 2],
    ['old', 1],
  ];
  expect([days, pages.length]).toEqual([newestFirst, 3]);
  const explained = await explain(app.deps.billing, user.id);
  expect(explained?.payments.map(({ id }) => id)).toEqual(newestFirst.map(([id]) => id));
  const moved = await listPayments(app.deps.billing, user.id, { limit: 10, moved: true });
  expect(moved.payments.map(({ id }) => id)).not.toContain('trial');
  expect(await listPayments(app.deps.billing, user.id, { cursor: 'nobody', limit: 2 })).toEqual({ payments: [] });
});

test('a payment says when it was last refunded or disputed', async () => {
  const user = await app.signUp();
  const { prisma } = app.deps.billing.database;
  const said = { userId: user.id, provider: 'alpha', type: 'subscription', amount: '9.90', currency: 'usd' };
  const paid = [
    { id: 'twice', status: 'partially_refunded', amountRefunded: '3.00', paidAt: on(2) },
    { id: 'total', status: 'refunded', amountRefunded: '9.90', paidAt: on(3), reportedRefundedAt: on(9) },
    { id: 'contested', status: 'disputed', paidAt: on(4) },
    { id: 'won', status: 'succeeded', paidAt: on(5) },
  ];
  await prisma.payment.createMany({ data: paid.map((row) => ({ ...said, ...row, providerPaymentId: row.id })) });
  const refund = {
    provider: 'alpha',
    kind: 'refund',
    status: 'succeeded',
    counts: true,
    amount: '1.00',
    currency: 'usd',
  };
  const refunds = [
    { id: 'a', paymentId: 'twice', at: on(6) },
    { id: 'b', paymentId: 'twice', at: on(7) },
    { id: 'c', paymentId: 'twice', at: on(8), status: 'failed', counts: false },
    { id: 'd', paymentId: 'contested', at: on(10), kind: 'dispute', status: 'open', counts: false },
    { id: 'e', paymentId: 'won', at: on(11), kind: 'dispute', status: 'won', counts: false },
  ];
  await prisma.refund.createMany({ data: refunds.map((row) => ({ ...refund, ...row, providerRefundId: row.id })) });
  const { payments } = await listPayments(app.deps.billing, user.id, { limit: 10 });
  const told = payments.map(({ id, returnedAt }) => [id, returnedAt && new Date(returnedAt).getUTCDate()]);
  expect(Object.fromEntries(told)).toEqual({ twice: 7, total: 9, contested: 10, won: null });
});
