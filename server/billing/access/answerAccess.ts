import { hash } from 'node:crypto';
import { type Catalogue, planNamed } from '../../plans/catalogue.ts';
import type { With } from '../context.ts';
import { type Access, inText } from './access.ts';
import type { AccessAnswer } from './accessAnswer.ts';
import { type Holder, readTimelines } from './readTimelines.ts';
import { signAccess } from './signing/signAccess.ts';
import { bestAt } from './timeline/timeline.ts';

interface SignableAccess {
  access: AccessAnswer;
  /** Computed from the access without `asOf`; it changes at half the token's life. */
  etag: string;
  /** The same as a JWT, signed only when the caller does not hold the answer yet. */
  sign(): string;
}

/** Answers a user's current access, with a token that programs verify offline. */
export async function answerAccess(
  billing: With<'accessTokenSeconds' | 'baseUrl' | 'database' | 'now' | 'plans' | 'signingKeys'>,
  user: Holder,
): Promise<SignableAccess> {
  const { plans, signingKeys, accessTokenSeconds, baseUrl: issuer } = billing;
  const [timelines, key] = await Promise.all([readTimelines(billing, user), signingKeys.current()]);
  // Programs check the token against real time.
  const now = new Date();
  const at = billing.now();
  const granted = bestAt(plans, timelines, at);
  const lasting = describeAccess(plans, user.id, granted);
  const access = { ...lasting, asOf: at.toISOString() };
  const half = Math.floor(now.getTime() / (accessTokenSeconds * 500));
  const etag = `"${hash('sha256', JSON.stringify([lasting, key.kid, half]), 'base64url').slice(0, 22)}"`;
  const { endsAt } = granted;
  // A token never outlives the access that it states.
  const left = endsAt ? endsAt.getTime() - at.getTime() : Number.POSITIVE_INFINITY;
  const expiresAt = new Date(now.getTime() + Math.min(left, accessTokenSeconds * 1000));
  const sign = () => signAccess(access, { key, issuer, issuedAt: now, expiresAt });
  return { access, etag, sign };
}

/** The answer without its time. */
export function describeAccess(plans: Catalogue, userId: string, granted: Access): Omit<AccessAnswer, 'asOf'> {
  return { userId, ...inText(granted), features: planNamed(plans, granted.plan)?.features ?? {} };
}
