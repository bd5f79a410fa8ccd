import type { BillingUser, With } from '../../context.ts';
import { addressMark } from './trialMark.ts';

const HAD_BY_OTHERS = `SELECT EXISTS (SELECT FROM trial_mark
  WHERE mark = ANY($2) AND "userId" IS DISTINCT FROM $1) AS had`;

type Asking = Pick<BillingUser, 'id' | 'email'>;
type Buyer = Asking & Partial<Pick<BillingUser, 'emailVerified' | 'key'>>;

/** Whether this buyer has to verify the address before a trial: an account with any address costs nothing. */
export function needsProof(
  { hasAccounts, outbox }: With<'hasAccounts' | 'outbox'>,
  { emailVerified, key }: Buyer,
): boolean {
  return hasAccounts && outbox !== null && !emailVerified && key === undefined;
}

/** A trial is for people who never had a subscription, judged by account, address and customer. */
export async function isTrialAvailable(
  billing: With<'database' | 'hasAccounts' | 'outbox' | 'trialMark'>,
  user: Buyer,
  customer?: { provider: string; providerCustomerId: string },
): Promise<boolean> {
  const { prisma } = billing.database;
  if (needsProof(billing, user)) return false;
  if ((await prisma.subscription.count({ where: { userId: user.id } })) > 0) return false;
  const { provider, providerCustomerId } = customer ?? {};
  const same = provider && providerCustomerId ? [billing.trialMark('customer', provider, providerCustomerId)] : [];
  return !(await hadByOthers(billing, user, same));
}

/**
 * Whether another account, deleted or not, had a trial with this address or as this customer. An unverified address
 * counts too, so leaving it unverified gains nothing.
 */
export async function hadByOthers(
  { database, trialMark }: With<'database' | 'trialMark'>,
  { id, email }: Asking,
  more: readonly string[] = [],
): Promise<boolean> {
  const marks = email === '' ? more : [addressMark(trialMark, email), ...more];
  if (marks.length === 0) return false;
  const { rows } = await database.pool.query<{ had: boolean }>(HAD_BY_OTHERS, [id, marks]);
  return rows[0]?.had === true;
}
