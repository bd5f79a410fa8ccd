import express from 'express';
import pg from 'pg';
import Stripe from 'stripe';
import { SECRET } from '../events.ts';

const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

const WRITE = `
  WITH seen AS (INSERT INTO event (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO subscription (id, status, price, period_start, period_end, cancels, event_at, updated_at)
  SELECT $3, $4, $5, to_timestamp($6), to_timestamp($7), $8, to_timestamp($9), now() FROM seen
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, price = excluded.price, period_start = excluded.period_start,
    period_end = excluded.period_end, cancels = excluded.cancels, event_at = excluded.event_at, updated_at = now()
  WHERE subscription.event_at < excluded.event_at`;

/** The floor and one statement that dedupes and upserts if newer: a careful engineer's receiver of one afternoon. */
const app = express();
app.post('/api/webhooks/payments', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
  const event = Stripe.webhooks.constructEvent(request.body as Buffer, request.get('alpha-signature') ?? '', SECRET);
  const data = event.data.object as Stripe.Subscription;
  const item = data.items.data[0];
  const period = [item?.current_period_start, item?.current_period_end];
  const values = [event.id, request.body.toString(), data.id, data.status, item?.price.id, ...period];
  await pool.query({ name: 'write', text: WRITE, values: [...values, data.cancel_at_period_end, event.created] });
  response.json({ received: true });
});

await pool.query(`
  CREATE TABLE IF NOT EXISTS event (id text PRIMARY KEY, body text, received_at timestamptz DEFAULT now());
  CREATE TABLE IF NOT EXISTS subscription (id text PRIMARY KEY, status text, price text, period_start timestamptz,
    period_end timestamptz, cancels bool, event_at timestamptz, updated_at timestamptz)`);
const server = app.listen(0, '127.0.0.1', () => console.info(`Ready: ${JSON.stringify(server.address())}`));
