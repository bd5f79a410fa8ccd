import { createHash, randomBytes } from 'node:crypto';

export const newLinkToken = (): string => randomBytes(24).toString('base64url');

/** Only a link's digest is stored, so that a reader of the table can't use it. */
export function linkDigest(token: string): string {
  return createHash('sha256').update(`contract request ${token}`).digest('base64url');
}

/** No letters that are read as another one, when somebody reads it out. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The number that people name a request by, such as `C-7KQ2-M4XD-9RTA`. */
export function newNumber(kind: 'cancel' | 'withdraw'): string {
  const letters = [...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return [kind === 'cancel' ? 'C' : 'W', ...(letters.match(/.{4}/g) ?? [])].join('-');
}
