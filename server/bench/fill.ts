import pg from 'pg';
import { type RecordKind, recordId } from '../billing/records/recordId.ts';
import { START } from '../testing/load/events.ts';
import { peopleSql } from './sessions.ts';
import { settle } from './settle.ts';

interface FillOptions {
  people: number;
  /** Subscriptions, one for each of the first people; the update events are about them. */
  subscriptions: number;
  ledgerRows: number;
}

const CUSTOMERS = `
  INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    SELECT id, 'user_' || n - 1, 'alpha', 'cus_bench' || n - 1, 'user@example.com'
    FROM unnest($1::text[]) WITH ORDINALITY AS ids (id, n)`;

const SUBSCRIPTIONS = `
  INSERT INTO subscription (id, "userId", "customerId", provider, "providerSubscriptionId", status, plan, "interval",
      amount, currency, "currentPeriodStart", "currentPeriodEnd", "lastEventAt")
    SELECT id, 'user_' || n - 1, "customerId", 'alpha', 'sub_bench' || n - 1, 'active', 'pro', 'month', '9.90', 'usd',
      now(), now(), to_timestamp(${START - 1})
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS ids (id, "customerId", n)`;

/** Events received over the last 90 days; the bodies are short, since they only cost disk space. */
const ledgerSql = (count: number, subscriptions: number) => `
  INSERT INTO webhook_event (provider, "eventId", type, "nativeType", "occurredAt", "receivedAt", outcome, body,
      "userId", "subscriptionId")
    SELECT 'alpha', 'evt_old_' || n, 'subscription.updated', 'customer.subscription.updated', at, at, 'applied',
      '{"object":"' || repeat('x', 200) || '"}', 'user_' || n % ${subscriptions}, records.id
    FROM generate_series(1, ${count}) n
    CROSS JOIN LATERAL (SELECT now() - n * interval '90 days' / ${count} AS at) times
    JOIN subscription records ON records."providerSubscriptionId" = 'sub_bench' || n % ${subscriptions}`;

/** Fills a migrated database. */
export async function fill(databaseUrl: string, { people, subscriptions, ledgerRows }: FillOptions): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const sql of peopleSql(people)) await client.query(sql);
  const idsOf = (kind: RecordKind, key: string) =>
    Array.from({ length: subscriptions }, (_, n) => recordId(kind, 'alpha', `${key}${n}`));
  const customers = idsOf('customer', 'cus_bench');
  await client.query(CUSTOMERS, [customers]);
  await client.query(SUBSCRIPTIONS, [idsOf('subscription', 'sub_bench'), customers]);
  if (ledgerRows > 0) await client.query(ledgerSql(ledgerRows, subscriptions));
  await client.end();
  await settle(databaseUrl);
}
