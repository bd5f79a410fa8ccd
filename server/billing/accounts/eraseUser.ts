import { AppError } from '../../errors.ts';
import { keepAddress } from '../access/trials/keepAddress.ts';
import type { Billing, BillingUser } from '../context.ts';
import { LIVE } from '../records/subscription.ts';
import { syncCheckouts } from '../sync/syncCheckouts.ts';
import { blankPersonalData } from './blankPersonalData.ts';
import { endSubscription } from './endSubscription.ts';

/**
 * Before an account is deleted: ends the user's subscriptions at their providers, so that nobody is charged without
 * an account; of a proven address a mark stays, so that trials are had once. Throws AppError deletion_refused while one may still run; nothing is deleted then.
 */
export async function prepareErasure(billing: Billing, userId: string, proven?: string): Promise<void> {
  try {
    await syncCheckouts(billing, userId);
    await endSubscriptions(billing, userId);
  } catch (cause) {
    throw new AppError('deletion_refused', { cause });
  }
  const email = proven ?? (await provenAddress(billing, userId));
  if (email) await keepAddress(billing, { userId, email });
  await billing.database.prisma.erasedUser.upsert({ where: { userId }, create: { userId }, update: {} });
}

/**
 * After it was deleted: blanks what tells the person. What can't be done now is left to the schedule, since the account
 * is gone whatever is answered.
 */
export async function finishErasure(billing: Billing, userId: string): Promise<void> {
  try {
    await blankPersonalData(billing, { userId });
  } catch (error) {
    billing.log.warn({ err: error, userId }, "A deleted user's data is left for the schedule to blank");
  }
}

/** For somebody whom another login knows: there is no account of ours between the two. Throws AppError deletion_refused. */
export async function eraseUser(billing: Billing, { id: userId, email, emailVerified }: BillingUser): Promise<void> {
  await prepareErasure(billing, userId, emailVerified ? email : undefined);
  await finishErasure(billing, userId);
}

async function provenAddress({ database }: Billing, id: string): Promise<string | undefined> {
  const account = await database.prisma.user.findUnique({ where: { id } });
  return account?.emailVerified ? account.email : undefined;
}

async function endSubscriptions(billing: Billing, userId: string): Promise<void> {
  const live = await billing.database.prisma.subscription.findMany({ where: { userId, ...LIVE } });
  for (const subscription of live) await endSubscription(billing, subscription);
}
