import express from 'express';
import Stripe from 'stripe';
import { SECRET } from '../../testing/load/events.ts';

/** Only Express and the signature check: the upper limit for a receiver on this stack. */
const app = express();
app.post('/api/webhooks/payments', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
  Stripe.webhooks.constructEvent(request.body as Buffer, request.get('alpha-signature') ?? '', SECRET);
  response.json({ received: true });
});
const server = app.listen(0, '127.0.0.1', () => console.info(`Ready: ${JSON.stringify(server.address())}`));
