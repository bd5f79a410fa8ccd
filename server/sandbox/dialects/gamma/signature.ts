import { createHmac } from 'node:crypto';
import type { Outgoing } from '../dialect.ts';

/**
 * Standard Webhooks: `v1,<base64 HMAC-SHA256 of "id.timestamp.body">`. The key is the secret string as it is, with its
 * prefix and without base64 decoding.
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
