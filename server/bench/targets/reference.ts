import express from 'express';
import pg from 'pg';
import Stripe from 'stripe';
import { SECRET } from '../../testing/load/events.ts';
import { createTables, upsert } from './upsert.ts';

const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

/** The floor and one statement: the result of a careful engineer's afternoon. */
const app = express();
app.post('/api/webhooks/payments', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
  const event = Stripe.webhooks.constructEvent(request.body as Buffer, request.get('alpha-signature') ?? '', SECRET);
  await upsert(pool, event, request.body.toString());
  response.json({ received: true });
});

await createTables(pool);
const server = app.listen(0, '127.0.0.1', () => console.info(`Ready: ${JSON.stringify(server.address())}`));
