import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Request } from 'express';
import pg from 'pg';
import Stripe from 'stripe';
import { SECRET } from '../../testing/load/events.ts';
import {
  createRecordTables,
  type PurchaseEvent,
  readBeta,
  readGamma,
  readStripe,
  type StripeBody,
  writeRecords,
} from './records.ts';

const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

/** The reference for every event type of a purchase at three providers: a careful engineer's week. */
const app = express();
app.post('/api/webhooks/payments', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
  await writeRecords(pool, readEvent(request), request.body.toString());
  response.json({ received: true });
});

/** The verified event. Throws when the signature is wrong. */
function readEvent(request: Request): PurchaseEvent {
  const body = request.body as Buffer;
  const stripe = request.get('alpha-signature');
  if (stripe) return readStripe(Stripe.webhooks.constructEvent(body, stripe, SECRET) as StripeBody);
  const beta = request.get('beta-webhook-signature');
  if (beta) {
    check(createHmac('sha256', SECRET).update(body).digest('hex'), beta);
    return readBeta(JSON.parse(body.toString()));
  }
  const [id = '', time = ''] = [request.get('webhook-id'), request.get('webhook-timestamp')];
  const signature = createHmac('sha256', SECRET).update(`${id}.${time}.`).update(body).digest('base64');
  check(`v1,${signature}`, request.get('x-signature') ?? '');
  return readGamma(id, JSON.parse(body.toString()));
}

function check(expected: string, told: string): void {
  if (expected.length !== told.length || !timingSafeEqual(Buffer.from(expected), Buffer.from(told)))
    throw new Error('The signature is wrong');
}

await createRecordTables(pool);
const server = app.listen(0, '127.0.0.1', () => console.info(`Ready: ${JSON.stringify(server.address())}`));
