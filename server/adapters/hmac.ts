import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a signed timestamp may lie in the past or in the future. */
const TIMESTAMP_TOLERANCE = 300;

type Signed = string | Buffer;

/** HMAC-SHA256 over the parts in order, keyed with the UTF-8 bytes of `secret` or with the given bytes. */
export function hmacSha256(secret: string | Buffer, parts: readonly Signed[]): Buffer {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Constant-time equality; false for unequal lengths. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The 32 bytes of a hex digest, or null when it isn't exactly 64 hex digits. */
export function hexDigest(value: string, allowed: RegExp = /^[0-9a-f]{64}$/): Buffer | null {
  return allowed.test(value) ? Buffer.from(value, 'hex') : null;
}

/** Whether a decimal Unix time (seconds) lies within the tolerance of `now` (seconds), in either direction. */
export function isFresh(timestamp: string, now: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now - Number(timestamp)) <= TIMESTAMP_TOLERANCE;
}

/** An event id for a body that carries none: retries repeat the stored body byte for byte. */
export function bodyId(body: Buffer): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}
