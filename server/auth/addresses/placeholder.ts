import { randomBytes } from 'node:crypto';
import { PLACEHOLDER_DOMAIN } from '../../database/reads/sessions.ts';

interface Addressed {
  email: string;
  wantedEmail?: string | null;
}

/** Stands for the address of an account that has none of its own (yet): no mail can reach it. */
export const newPlaceholder = () => `${randomBytes(16).toString('hex')}${PLACEHOLDER_DOMAIN}`;

/** The address that an account goes by; empty: it lost the one that it had. */
export function addressOf({ email, wantedEmail }: Addressed): string {
  return email.endsWith(PLACEHOLDER_DOMAIN) ? (wantedEmail ?? '') : email;
}
