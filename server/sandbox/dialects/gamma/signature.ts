import { createHmac } from 'node:crypto';
import type { Outgoing } from '../dialect.ts';

/**
 * Standard Webhooks: `v1,<base64 HMAC-SHA256 of "id.timestamp.body">`, keyed with the secret's text as it stands
 * (its prefix included, nothing decoded).
 */
export function headers({ body, eventId, sentAt, secret, signatureHeader }: Outgoing): Record<string, string> {
  const digest = createHmac('sha256', secret).update(`${eventId}.${sentAt}.${body}`).digest('base64');
  return {
    'user-agent': 'polar.sh webhooks',
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': String(sentAt),
    [signatureHeader]: `v1,${digest}`,
  };
}
