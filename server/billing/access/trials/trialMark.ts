import { createHmac } from 'node:crypto';

/** Marks that a person had a trial. */
export type TrialMarkKind = 'address' | 'card' | 'customer';

/** A keyed hash: without the key nobody can test guesses. */
export type TrialMark = (kind: TrialMarkKind, ...names: readonly string[]) => string;

export function createTrialMark(key: string): TrialMark {
  return (kind, ...names) =>
    createHmac('sha256', key)
      .update([kind, ...names].join('\n'))
      .digest('base64url');
}

/** Letter case makes no difference in an address. */
export function addressMark(trialMark: TrialMark, email: string): string {
  return trialMark('address', email.trim().toLowerCase());
}
