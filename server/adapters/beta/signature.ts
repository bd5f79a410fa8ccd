import type { Delivery } from '../adapter.ts';
import { hexDigest, hmacSha256, sameBytes } from '../hmac.ts';

const HEX = /^[0-9a-f]{64}$/i;
const PREFIX = /^sha256=/;

/**
 * Whether the header is the hex HMAC-SHA256 of the raw body under one of the secrets, in either case and with an
 * optional `sha256=` prefix, as Creem's SDK accepts it. The scheme signs no time, so a replayed request passes here.
 */
export function verifySignature(delivery: Delivery, secrets: readonly string[]): boolean {
  const signature = typeof delivery.signature === 'string' && hexDigest(delivery.signature.replace(PREFIX, ''), HEX);
  if (!signature) return false;
  return secrets.some((secret) => secret !== '' && sameBytes(signature, hmacSha256(secret, [delivery.body])));
}
