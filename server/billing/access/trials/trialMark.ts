import { createHmac, hkdfSync } from 'node:crypto';

/** What tells that somebody had a trial. */
export type TrialMarkKind = 'address' | 'card' | 'customer';

/** A keyed hash, by a key that is derived from AUTH_SECRET: without the secret nobody can try names. */
export type TrialMark = (kind: TrialMarkKind, ...names: readonly string[]) => string;

export function createTrialMark(authSecret: string): TrialMark {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'marks of trials', 32));
  return (kind, ...names) =>
    createHmac('sha256', key)
      .update([kind, ...names].join('\n'))
      .digest('base64url');
}

/** Addresses differ by their letters alone, not by their case. */
export function addressMark(trialMark: TrialMark, email: string): string {
  return trialMark('address', email.trim().toLowerCase());
}
