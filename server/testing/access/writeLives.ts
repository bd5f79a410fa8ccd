import type { Pool } from '../../database/client.ts';
import type { Life, LivedGrant, LivedPayment, LivedPurchase, LivedSubscription } from './lives.ts';

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const decimal = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** Replaces all records by those of the given lives; life n belongs to the user `life_<n>`. */
export async function writeLives(pool: Pool, lives: readonly Life[]): Promise<void> {
  const subscriptions = lives.flatMap((life, n) =>
    life.subscriptions.map((given, index) => ({ given, userId: userOf(n), id: `s_${n}_${index}` })),
  );
  const payments = subscriptions.flatMap(({ given, userId, id: subscriptionId }) =>
    given.payments.map((payment, index) =>
      paymentRow(payment, { userId, subscriptionId, id: `p_${subscriptionId}_${index}` }),
    ),
  );
  const purchases = lives.flatMap((life, n) =>
    life.purchases.map((given, index) => purchaseRow(given, { userId: userOf(n), id: `b_${n}_${index}` })),
  );
  const grants = lives.flatMap((life, n) =>
    life.grants.map((given, index) => grantRow(given, { userId: userOf(n), id: `g_${n}_${index}` })),
  );
  await pool.query('TRUNCATE subscription, payment, access_grant');
  await insert(pool, 'subscription', subscriptions.map(subscriptionRow));
  await insert(pool, 'payment', [...payments, ...purchases]);
  await insert(pool, 'access_grant', grants);
}

export const userOf = (n: number | string) => `life_${n}`;

function subscriptionRow({ given, ...names }: { given: LivedSubscription; id: string; userId: string }) {
  const { payments: _, startsAt, endsAt, trialEnd, toldAt, unknownSince, ...said } = given;
  return {
    ...said,
    ...names,
    provider: 'alpha',
    providerSubscriptionId: names.id,
    interval: 'month',
    amount: '9.90',
    currency: 'usd',
    currentPeriodStart: timeOf(startsAt),
    currentPeriodEnd: timeOf(endsAt),
    trialEnd: timeOf(trialEnd),
    lastEventAt: timeOf(toldAt),
    unknownSince: timeOf(unknownSince),
  };
}

function paymentRow(given: LivedPayment, names: { id: string; userId: string; subscriptionId: string | null }) {
  const { isFailed, isWrittenOff, amount, refunded, dispute, at, isOld } = given;
  const told = { lastEventAt: timeOf(isOld ? at : at + 86_400_000) };
  const times = isOld ? {} : { [isFailed ? 'failedAt' : 'paidAt']: timeOf(at) };
  return {
    ...told,
    ...times,
    ...names,
    provider: 'alpha',
    providerPaymentId: names.id,
    type: 'subscription',
    status: statusOf(given),
    amount: decimal(amount),
    amountRefunded: decimal(refunded),
    currency: 'usd',
    writtenOff: isWrittenOff ? 'voided' : null,
    disputed: dispute === 'open' || dispute === 'lost',
    dispute: isFailed ? null : dispute,
  };
}

function purchaseRow(given: LivedPurchase, names: { id: string; userId: string }) {
  const { plan, days: accessDays } = given;
  return { ...paymentRow(given, { ...names, subscriptionId: null }), type: 'one_time', plan, accessDays };
}

function grantRow({ plan, until, isRevoked }: LivedGrant, names: { id: string; userId: string }) {
  const why = { reason: 'a test', grantedBy: 'somebody' };
  return { ...names, ...why, plan, until: timeOf(until), ...(isRevoked && { revokedAt: timeOf(Date.now()) }) };
}

function statusOf({ isFailed, amount, refunded, dispute }: LivedPayment): string {
  if (isFailed) return 'failed';
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (refunded === 0) return 'succeeded';
  return refunded >= amount ? 'refunded' : 'partially_refunded';
}

/** Columns that a row lacks get their default. */
async function insert(pool: Pool, table: string, rows: readonly object[]): Promise<void> {
  const columnsOf = (row: object) =>
    Object.keys(row)
      .map((name) => `"${name}"`)
      .join(', ');
  for (const columns of new Set(rows.map(columnsOf))) {
    const alike = rows.filter((row) => columnsOf(row) === columns);
    const text = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`;
    await pool.query(text, [JSON.stringify(alike)]);
  }
}
