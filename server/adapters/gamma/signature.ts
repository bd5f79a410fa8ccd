import type { Delivery } from '../adapter.ts';
import { hexDigest, hmacSha256, isFresh, sameBytes } from '../hmac.ts';

const STANDARD_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const SHORTEST_KEY_BYTES = 16;

/**
 * Whether the delivery was signed with one of the secrets. With `webhook-id` and `webhook-timestamp` headers this is
 * the Standard Webhooks scheme (`v1,<base64>` signatures separated by spaces, 300 seconds both ways); with neither it
 * is the hex HMAC-SHA256 of the raw body; with only one of them the delivery is refused.
 */
export function verifySignature(delivery: Delivery, secrets: readonly string[]): boolean {
  const usable = secrets.filter((secret) => secret !== '');
  const id = delivery.headers['webhook-id'];
  const timestamp = delivery.headers['webhook-timestamp'];
  if (id === undefined && timestamp === undefined) return verifyBody(delivery, usable);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || id === '') return false;
  if (!isFresh(timestamp, delivery.now)) return false;
  const signatures = delivery.signature.split(' ').map((signature) => Buffer.from(signature));
  return usable.flatMap(keysOf).some((key) => {
    const digest = hmacSha256(key, [`${id}.${timestamp}.`, delivery.body]).toString('base64');
    const expected = Buffer.from(`v1,${digest}`);
    return signatures.some((signature) => sameBytes(signature, expected));
  });
}

function verifyBody(delivery: Delivery, secrets: readonly string[]): boolean {
  const signature = hexDigest(delivery.signature);
  return signature !== null && secrets.some((secret) => sameBytes(signature, hmacSha256(secret, [delivery.body])));
}

/** Polar keys with the whole secret's text; Standard Webhooks with the bytes that its `whsec_` prefix announces. */
function keysOf(secret: string): Buffer[] {
  const announced = Buffer.from(STANDARD_SECRET.exec(secret)?.[1] ?? '', 'base64');
  return announced.length < SHORTEST_KEY_BYTES ? [Buffer.from(secret)] : [Buffer.from(secret), announced];
}
