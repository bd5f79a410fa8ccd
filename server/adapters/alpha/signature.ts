import type { Delivery } from '../adapter.ts';
import { hexDigest, hmacSha256, isFresh, sameBytes } from '../hmac.ts';

/**
 * Whether `t=<seconds>,v1=<hex>[,v1=<hex>]` signs the raw body with one of the secrets, at most 300 seconds before or
 * after `now`. Stricter than Stripe's own helper: one plain decimal `t`, no future times, lower-case hex, no blank
 * secret.
 */
export function verifySignature(delivery: Delivery, secrets: readonly string[]): boolean {
  const header = readHeader(delivery.signature);
  if (!header || !isFresh(header.timestamp, delivery.now)) return false;
  const expected = secrets
    .filter((secret) => secret.trim() !== '')
    .map((secret) => hmacSha256(secret, [`${header.timestamp}.`, delivery.body]));
  return matches(header.digests, expected);
}

interface SignatureHeader {
  timestamp: string;
  digests: Buffer[];
}

function readHeader(header: unknown): SignatureHeader | null {
  if (typeof header !== 'string') return null;
  const items = header.split(',');
  const [timestamp, ...furtherTimestamps] = valuesOf(items, 't=');
  if (timestamp === undefined || furtherTimestamps.length > 0) return null;
  const digests = valuesOf(items, 'v1=').flatMap((value) => hexDigest(value) ?? []);
  return { timestamp, digests };
}

function valuesOf(items: readonly string[], prefix: string): string[] {
  return items.filter((item) => item.startsWith(prefix)).map((item) => item.slice(prefix.length));
}

/** Compares every pair, so that the duration does not reveal which one matched. */
function matches(digests: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let found = false;
  for (const digest of digests) {
    for (const candidate of expected) found = sameBytes(digest, candidate) || found;
  }
  return found;
}
