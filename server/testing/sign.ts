import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';

type Headers = Record<string, string>;
type Sign = (body: string, secret: string) => Headers;

const seconds = () => Math.floor(Date.now() / 1000);

/** Signs as each company does, with none of the adapters' code. */
export const signers: Record<string, Sign> = {
  alpha: (payload, secret) => ({ 'alpha-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) }),
  beta: (body, secret) => ({ 'beta-webhook-signature': createHmac('sha256', secret).update(body).digest('hex') }),
  gamma: (body, secret) => {
    const id = randomUUID();
    const timestamp = String(seconds());
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'x-signature': `v1,${digest}` };
  },
};
