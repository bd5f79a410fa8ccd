import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { post } from '../../testing/calls/requests.ts';
import { blankPersonalData } from './blankPersonalData.ts';

/** Each column of each table whose rows outlive an erasure: blanked, or kept for a reason. */
interface Columns {
  blanked?: string;
  /** By reason. */
  kept: Record<string, string>;
}

const IDS = 'our own and the provider’s ids';
const MONEY = 'our books';
const ORDER = 'the order rule';

const COLUMNS: Record<string, Columns> = {
  customer: {
    blanked: 'email billingEmail metadata',
    kept: {
      [IDS]: 'id userId provider providerCustomerId assigned',
      [ORDER]: 'deletedAt lastEventAt lastEventRank createdAt updatedAt version',
    },
  },
  subscription: {
    kept: {
      [IDS]: 'id userId customerId provider providerSubscriptionId priceId lastEventId',
      [MONEY]: `status plan interval amount currency amountKnown amountDiscounted discountUntil taxIncluded
        currentPeriodStart currentPeriodEnd cancelAtPeriodEnd cancelAt canceledAt trialStart trialEnd standing
        reportedStatus nativeStatus quantity paymentFailedAt grantedPlan grantedAt unknownSince scheduledChange`,
      [ORDER]: 'createdAt updatedAt lastEventAt lastEventRank version',
    },
  },
  payment: {
    blanked: 'receiptUrl invoiceUrl actionUrl',
    kept: {
      [IDS]: 'id userId customerId subscriptionId provider providerPaymentId priceId referenceId',
      [MONEY]: `type status amount currency amountDiscounted description periodStart periodEnd writtenOff aside
        amountRefunded disputed dispute paidAt failedAt plan accessDays reportedRefunded reportedRefundedAt`,
      [ORDER]: 'lastEventAt lastEventRank createdAt updatedAt version',
    },
  },
  refund: {
    blanked: 'reason',
    kept: {
      [IDS]: 'id paymentId provider providerRefundId',
      [MONEY]: 'kind status counts amount currency at',
      [ORDER]: 'lastEventAt lastEventRank createdAt updatedAt version',
    },
  },
  access_grant: {
    blanked: 'reason revokedReason',
    kept: {
      [IDS]: 'id userId',
      'what operators gave is audited': 'plan until grantedBy grantedAt revokedAt revokedBy',
    },
  },
  trial_mark: { blanked: 'userId', kept: { 'a keyed hash: trials are granted once': 'mark kind' } },
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await app.deps.billing.database.pool.query<T>(text, values)).rows;

interface Column {
  name: string;
  type: string;
}

const columnsOf = (table: string) =>
  query<Column>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 ORDER BY 1`,
    [table],
  );

const words = (text = '') => text.split(/\s+/).filter(Boolean);

test.each(Object.entries(COLUMNS))('each column of %s is blanked or kept for a reason', async (table, rule) => {
  const listed = [...words(rule.blanked), ...Object.values(rule.kept).flatMap(words)];
  expect(listed.sort()).toEqual((await columnsOf(table)).map(({ name }) => name).sort());
});

test('an erasure blanks each of these columns', async () => {
  const ada = await app.signUp();
  const { prisma } = app.deps.billing.database;
  const row = { id: `of-${ada.id}`, userId: ada.id, provider: 'alpha' };
  await prisma.customer.create({ data: { ...row, providerCustomerId: 'cus_blank', email: ada.email } });
  const money = { amount: '9.90', currency: 'EUR' };
  await prisma.payment.create({
    data: { ...row, ...money, providerPaymentId: 'in_blank', type: 'subscription', status: 'succeeded' },
  });
  const refund = { provider: 'alpha', providerRefundId: 're_blank', kind: 'refund', status: 'succeeded', counts: true };
  await prisma.refund.create({ data: { id: row.id, paymentId: row.id, ...refund, ...money, at: new Date() } });
  await prisma.accessGrant.create({
    data: { id: row.id, userId: ada.id, plan: 'pro', reason: 'x', grantedBy: 'ops', grantedAt: new Date() },
  });
  await prisma.trialMark.create({ data: { mark: 'mark', kind: 'address', userId: ada.id } });

  const whose = (table: string) => (table === 'refund' ? `"paymentId" = 'of-${ada.id}'` : `"userId" = '${ada.id}'`);
  const filled = async (table: string, names: string[]) => {
    const types = new Map((await columnsOf(table)).map(({ name, type }) => [name, type]));
    const sets = names.map((name) => `"${name}" = '${types.get(name) === 'jsonb' ? '{"name":"Ada"}' : 'personal'}'`);
    await query(`UPDATE "${table}" SET ${sets.join(', ')} WHERE ${whose(table)}`);
  };
  for (const [table, { blanked }] of Object.entries(COLUMNS))
    if (blanked && table !== 'trial_mark') await filled(table, words(blanked));

  expect((await app.call('/api/auth/delete-user', post({ password: PASSWORD }, ada.cookie))).status).toBe(200);
  await blankPersonalData(app.deps.billing);
  const left: string[] = [];
  for (const [table, { blanked }] of Object.entries(COLUMNS)) {
    if (!blanked) continue;
    const rows = await query<Record<string, unknown>>(
      table === 'trial_mark'
        ? `SELECT * FROM trial_mark WHERE mark = 'mark'`
        : `SELECT * FROM "${table}" WHERE ${whose(table)}`,
    );
    expect([table, rows.length]).toEqual([table, 1]);
    for (const name of words(blanked)) if (rows[0]?.[name]) left.push(`${table}.${name}`);
  }
  expect(left).toEqual([]);
});
