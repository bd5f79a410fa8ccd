import type pg from 'pg';

/** A careful engineer's receiver: one statement that skips duplicates and upserts newer events. */
const WRITE = `
  WITH seen AS (INSERT INTO event (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO subscription (id, status, price, period_start, period_end, cancels, event_at, updated_at)
  SELECT $3, $4, $5, to_timestamp($6), to_timestamp($7), $8, to_timestamp($9), now() FROM seen
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, price = excluded.price, period_start = excluded.period_start,
    period_end = excluded.period_end, cancels = excluded.cancels, event_at = excluded.event_at, updated_at = now()
  WHERE subscription.event_at < excluded.event_at`;

const TABLES = `
  CREATE TABLE IF NOT EXISTS event (id text PRIMARY KEY, body text, received_at timestamptz DEFAULT now());
  CREATE TABLE IF NOT EXISTS subscription (id text PRIMARY KEY, status text, price text, period_start timestamptz,
    period_end timestamptz, cancels bool, event_at timestamptz, updated_at timestamptz)`;

/** The fields of a Stripe event that are written. */
export interface UpsertEvent {
  id: string;
  created: number;
  data: { object: object };
}

interface UpsertSubscription {
  id: string;
  status: string;
  cancel_at_period_end: boolean;
  items: { data: { current_period_start: number; current_period_end: number; price: { id: string } }[] };
}

export async function createTables(pool: pg.Pool): Promise<void> {
  await pool.query(TABLES);
}

export async function upsert(pool: pg.Pool, { id, created, data }: UpsertEvent, body: string): Promise<void> {
  const subscription = data.object as UpsertSubscription;
  const item = subscription.items.data[0];
  const period = [item?.current_period_start, item?.current_period_end];
  const values = [id, body, subscription.id, subscription.status, item?.price.id, ...period];
  await pool.query({ name: 'write', text: WRITE, values: [...values, subscription.cancel_at_period_end, created] });
}
