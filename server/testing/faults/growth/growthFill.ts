import type pg from 'pg';
import { makePartitions } from '../../../billing/ledger/partitions.ts';

export interface GrowthSizes {
  /** Rows of the ledger. */
  rows: number;
  customers: number;
  /** Rate limits whose windows have ended. */
  windows: number;
}

/** The ledger's age; bodies of its older half are in the rows, as an older release wrote them. */
export const OLDEST_DAYS = 90;
const PARTITIONED_DAYS = 45;
const AT_ONCE = 100_000;
/** Makes a row of about 2 kB. */
const FILLER = 1_800;

/** A deleted person; every thousandth ignored event names their customer. */
export const GONE = { userId: 'gone', customer: 'cus_gone' };

const BODY = `'{"id":"evt_' || id || '","customer":"' || CASE WHEN id % 20000 = 0 THEN '${GONE.customer}' ELSE 'cus_' || id END
  || '","filler":"' || repeat('x', ${FILLER}) || '"}'`;

/** Of twenty events one is ignored and one is unmatched; of two hundred one failed. Ids grow with time. */
const ROWS = `INSERT INTO webhook_event (id, provider, "eventId", type, "nativeType", outcome, "userId", "customerId", "waitingFor",
    "receivedAt", "lastReceivedAt", body)
  SELECT id, 'alpha', 'evt_' || id, CASE WHEN outcome = 'ignored' THEN NULL ELSE 'subscription.updated' END,
    'customer.subscription.updated', outcome, CASE WHEN outcome IN ('applied', 'stale') THEN 'user_' || id % 50000 END,
    'c_' || id, CASE WHEN outcome = 'unmatched' THEN 'c_' || id END, at, at,
    CASE WHEN outcome IN ('unmatched', 'failed') OR at < now() - interval '${PARTITIONED_DAYS} days' THEN ${BODY} END
  FROM generate_series($1::int, $2::int) id,
    LATERAL (SELECT now() - interval '1 minute' - interval '${OLDEST_DAYS} days' * (1 - id / $3::float8) AS at, CASE WHEN id % 20 = 0 THEN 'ignored'
      WHEN id % 20 = 1 THEN 'unmatched' WHEN id % 200 = 2 THEN 'failed' ELSE 'applied' END AS outcome) AS made`;

const BODIES = `INSERT INTO webhook_event_body SELECT ("receivedAt" AT TIME ZONE 'UTC')::date, id, ${BODY}
  FROM webhook_event WHERE id BETWEEN $1 AND $2 AND body IS NULL`;

const AROUND = (sizes: GrowthSizes) => [
  `SELECT setval('webhook_event_id_seq', ${sizes.rows})`,
  `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    SELECT 'known_' || n, 'user_' || n, 'alpha', 'cus_known_' || n, 'a@example.com' FROM generate_series(1, ${sizes.customers}) n`,
  `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    VALUES ('c_gone', '${GONE.userId}', 'alpha', '${GONE.customer}', 'gone@example.com')`,
  `INSERT INTO erased_user ("userId") VALUES ('${GONE.userId}')`,
  `INSERT INTO subscription (id, "userId", provider, "providerSubscriptionId", status, plan, "interval", amount, currency,
      "currentPeriodStart", "currentPeriodEnd")
    VALUES ('poison', '${GONE.userId}', 'alpha', 'sub_poison', 'active', 'pro', 'month', '9.90', 'usd', now(), now())`,
  `INSERT INTO refetch ("subscriptionId", provider, "providerSubscriptionId", reason) VALUES ('poison', 'alpha', 'sub_poison', 'tie')`,
  `INSERT INTO rate_limit SELECT 'window ' || n, 1, now() - interval '1 hour' FROM generate_series(1, ${sizes.windows}) n`,
  'VACUUM ANALYZE',
];

/** Fills the database with three months of a mid-sized service, including rows that can never succeed. */
export async function fillGrowth(pool: pg.Pool, sizes: GrowthSizes): Promise<void> {
  await makePartitions(pool, { back: PARTITIONED_DAYS + 1 });
  for (let from = 1; from <= sizes.rows; from += AT_ONCE) {
    const to = Math.min(sizes.rows, from + AT_ONCE - 1);
    await pool.query(ROWS, [from, to, sizes.rows]);
    await pool.query(BODIES, [from, to]);
  }
  for (const statement of AROUND(sizes)) await pool.query(statement);
}
