import { createHmac, hkdfSync } from 'node:crypto';

/** Marks that a person had a trial. */
export type TrialMarkKind = 'address' | 'card' | 'customer';

/** A keyed hash with a key derived from AUTH_SECRET: without the secret nobody can test guesses. */
export type TrialMark = (kind: TrialMarkKind, ...names: readonly string[]) => string;

export function createTrialMark(authSecret: string): TrialMark {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'marks of trials', 32));
  return (kind, ...names) =>
    createHmac('sha256', key)
      .update([kind, ...names].join('\n'))
      .digest('base64url');
}

/** Letter case makes no difference in an address. */
export function addressMark(trialMark: TrialMark, email: string): string {
  return trialMark('address', email.trim().toLowerCase());
}
