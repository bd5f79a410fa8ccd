import pg from 'pg';
import { START } from './events.ts';
import { peopleSql } from './sessions.ts';

interface FillOptions {
  people: number;
  /** At most so many people have one. Those of the update events. */
  subscriptions: number;
  ledgerRows: number;
}

/** A record's own id, as billing/recordId.ts derives it. */
const recordId = (kind: string, providerId: string) => `(
  SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-8' || substr(h, 14, 3) || '-a' || substr(h, 18, 3) || '-' ||
    substr(h, 21, 12)
  FROM encode(sha256(convert_to('${kind}' || chr(10) || 'alpha' || chr(10) || ${providerId}, 'UTF8')), 'hex') h)`;

const recordsSql = (count: number) => [
  `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    SELECT ${recordId('customer', `'cus_bench' || n`)}, 'user_' || n, 'alpha', 'cus_bench' || n, 'user@example.com'
    FROM generate_series(0, ${count - 1}) n`,
  `INSERT INTO subscription (id, "userId", "customerId", provider, "providerSubscriptionId", status, plan, "interval",
      amount, currency, "currentPeriodStart", "currentPeriodEnd", "lastEventAt")
    SELECT ${recordId('subscription', `'sub_bench' || n`)}, 'user_' || n, ${recordId('customer', `'cus_bench' || n`)},
      'alpha', 'sub_bench' || n, 'active', 'pro', 'month', '9.90', 'usd', now(), now(), to_timestamp(${START - 1})
    FROM generate_series(0, ${count - 1}) n`,
];

/** What was received over the last 90 days; bodies are short, for what they cost is disk space. */
const ledgerSql = (count: number, subscriptions: number) => `
  INSERT INTO webhook_event (provider, "eventId", type, "nativeType", "occurredAt", "receivedAt", outcome, body,
      "userId", "subscriptionId")
    SELECT 'alpha', 'evt_old_' || n, 'subscription.updated', 'customer.subscription.updated', at, at, 'applied',
      '{"object":"' || repeat('x', 200) || '"}', 'user_' || n % ${subscriptions}, records.id
    FROM generate_series(1, ${count}) n
    CROSS JOIN LATERAL (SELECT now() - n * interval '90 days' / ${count} AS at) times
    JOIN subscription records ON records."providerSubscriptionId" = 'sub_bench' || n % ${subscriptions}`;

/** Fills a migrated database by SQL alone. */
export async function fill(databaseUrl: string, { people, subscriptions, ledgerRows }: FillOptions): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const sql of [...peopleSql(people), ...recordsSql(subscriptions)]) await client.query(sql);
  if (ledgerRows > 0) await client.query(ledgerSql(ledgerRows, subscriptions));
  // As after any day of running: nothing of the filling is left for the rounds to pay.
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}
