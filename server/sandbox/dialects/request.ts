import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export function keyChecker(secretKey: string): (given: string) => boolean {
  const expected = digest(secretKey);
  return (given) => timingSafeEqual(digest(given), expected);
}

/** An error of Express itself, such as for a body that is too large. */
export function isHttpError(error: unknown): error is Error & { status: number } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Limits: the number of entries, and the characters of a key and of a value. */
export const METADATA = { keys: 50, key: 40, value: 500 };
