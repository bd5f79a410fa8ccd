import type { Pool } from '../../../database/client.ts';
import { NO_RECORDS, type StoredRecords } from './ownerRecords.ts';

/** Money of a payment, and when it moved or failed. */
const PAYMENT = `p.status, p.amount, p."amountRefunded", p.currency, p.dispute, p."writtenOff", p."paidAt", p."failedAt",
  p."lastEventAt", p."createdAt"`;

const SUBSCRIPTION = `s.id, s.status, s.standing, s.plan, s.interval, s."priceId", s.quantity, s."currentPeriodStart",
  s."currentPeriodEnd", s."cancelAtPeriodEnd", s."trialEnd", s."lastEventAt", s."grantedPlan", s."unknownSince",
  s."scheduledChange"`;

/** Those that may belong to the current period: `periodMoney` decides by the time that counts. */
const OF_PERIOD = `p."subscriptionId" = s.id AND greatest(p."paidAt", p."failedAt", p."lastEventAt", p."createdAt")
  >= s."currentPeriodStart" - interval '1 hour'`;

const listOf = (rows: string) => `(SELECT coalesce(json_agg(row), '[]') FROM (${rows}) row)`;

/** Not `unnest`: PostgreSQL would count the array's elements and so plan at each call, which takes longer than the reads. */
const RECORDS = {
  name: 'owner-records',
  text: `SELECT owner.id AS "userId",
    ${listOf(`SELECT ${SUBSCRIPTION}, ${listOf(`SELECT ${PAYMENT} FROM payment p WHERE ${OF_PERIOD}`)} AS payments
      FROM subscription s WHERE s."userId" = owner.id`)} AS subscriptions,
    ${listOf(`SELECT ${PAYMENT}, p.plan, p."accessDays" FROM payment p WHERE p."userId" = owner.id
      AND p."accessDays" IS NOT NULL AND p."paidAt" IS NOT NULL AND p.plan IS NOT NULL AND p.status <> 'failed'`)} AS purchases,
    ${listOf(`SELECT g.plan, g."until" FROM access_grant g WHERE g."userId" = owner.id AND g."revokedAt" IS NULL`)} AS grants
  FROM jsonb_array_elements_text($1::jsonb) owner (id)`,
};

/** Everything that may grant an owner a plan, in one round trip. */
export async function readRecords(pool: Pick<Pool, 'query'>, userId: string): Promise<StoredRecords> {
  return (await readRecordsOf(pool, [userId])).get(userId) ?? NO_RECORDS;
}

/** The same for several owners, by id. */
export async function readRecordsOf(
  pool: Pick<Pool, 'query'>,
  userIds: readonly string[],
): Promise<Map<string, StoredRecords>> {
  const { rows } = await pool.query<StoredRecords & { userId: string }>({
    ...RECORDS,
    values: [JSON.stringify(userIds)],
  });
  return new Map(rows.map(({ userId, ...records }) => [userId, revived(records)]));
}

const DATES = new Set([
  ...['paidAt', 'failedAt', 'lastEventAt', 'createdAt', 'currentPeriodStart', 'currentPeriodEnd'],
  ...['trialEnd', 'unknownSince', 'until'],
]);

/** JSON has times as texts. */
function revived({ subscriptions, purchases, grants }: StoredRecords): StoredRecords {
  return {
    subscriptions: subscriptions.map((record) => ({ ...dated(record), payments: record.payments.map(dated) })),
    purchases: purchases.map(dated),
    grants: grants.map(dated),
  };
}

function dated<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' && DATES.has(name) ? new Date(value) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
