import { hash } from 'node:crypto';
import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import type { Billing } from '../context.ts';
import { planNamed } from '../plans/catalogue.ts';
import { type Access, decideAccess } from './access.ts';
import type { AccessAnswer } from './accessAnswer.ts';
import { signAccess } from './signing/signAccess.ts';

export interface SignedAccess {
  access: AccessAnswer;
  /** The same as a JWT. */
  token: string;
  /** Of the access without `asOf`; another one from half the token's life on. */
  etag: string;
}

/** What a user may use now, and a token that says the same to programs that don't ask us. */
export async function answerAccess(billing: Billing, userId: string): Promise<SignedAccess> {
  const { database, plans, signingKeys, accessTokenSeconds, baseUrl: issuer } = billing;
  const [subscriptions, key] = await Promise.all([readSubscriptions(database.pool, userId), signingKeys.current()]);
  // A token is read by programs that go by the real time.
  const now = new Date();
  const at = billing.now();
  const granted = decideAccess(plans, subscriptions, at);
  const plan = planNamed(plans, granted.plan);
  const most = plan?.seats.max ?? 1;
  const lasting = {
    userId,
    plan: granted.plan,
    reason: granted.reason,
    until: granted.until?.toISOString() ?? null,
    features: plan?.features ?? {},
    seats: most === 'unlimited' ? null : most,
  };
  const access = { ...lasting, asOf: at.toISOString() };
  const token = signAccess(access, { key, issuer, expiresAt: expiryOf(granted, now, accessTokenSeconds) });
  const half = Math.floor(now.getTime() / (accessTokenSeconds * 500));
  const etag = `"${hash('sha256', JSON.stringify([lasting, key.kid, half]), 'base64url').slice(0, 22)}"`;
  return { access, token, etag };
}

/** A token never outlives what it says. */
function expiryOf({ until, endsAt }: Access, now: Date, seconds: number): Date {
  const latest = new Date(now.getTime() + seconds * 1000);
  // A renewal is late: the grace runs.
  const end = until && until > now ? until : endsAt;
  return end && end < latest ? end : latest;
}
