import { AppError } from '../../errors.ts';
import { keepAddress } from '../access/trials/keepAddress.ts';
import type { Applying, BillingUser, With } from '../context.ts';
import { ASK_MS } from '../deadlines.ts';
import { LIVE } from '../records/subscription.ts';
import { type Owner, readOwner } from '../sync/adopt/readOwner.ts';
import { syncCheckouts } from '../sync/syncCheckouts.ts';
import { within } from '../within.ts';
import { blankPersonalData } from './blankPersonalData.ts';
import { endSubscription } from './endSubscription.ts';
import { endOpenPages } from './late/endOpenPages.ts';
import { findLateCharges } from './late/findLateCharges.ts';

/** Log lines are outside the database: after a restore they tell which deletions to repeat. */
export const DELETED = 'An account was deleted';

/** A mark that a deletion left before, and that still stands, is kept: charges since then are given back. */
const MARK = `INSERT INTO erased_user AS e ("userId", "chargedFrom") VALUES ($1, $2)
  ON CONFLICT ("userId") DO UPDATE SET "erasedAt" = clock_timestamp(), "chargedFrom" = $2, "endedAt" = NULL,
    "blankedAt" = NULL, "searchedTo" = 0
  WHERE e."endedAt" IS NOT NULL OR EXISTS (SELECT FROM "user" u WHERE u.id = $1)`;

/**
 * Before an account is deleted: reads what the provider has of the user, ends open checkout pages and subscriptions, so
 * that no one is charged without an account, and keeps a mark of a proven address, so that trials are granted once. Throws AppError deletion_refused
 * while a subscription may still be live; nothing is deleted then.
 */
export async function prepareErasure(
  billing: Applying & With<'adapter' | 'trialMark'>,
  userId: string,
  proven?: string,
): Promise<void> {
  if (billing.database.phase() !== 'open')
    throw new AppError('deletion_refused', { reason: 'The database was restored: billing restore finish' });
  const email = proven ?? (await provenAddress(billing, userId));
  await readUnheard(billing, { id: userId, email: email ?? '', emailVerified: email !== undefined });
  await endAndMark(billing, userId, email);
}

const MAY_HAVE_MORE = `SELECT EXISTS (SELECT FROM customer WHERE "userId" = $1 AND "deletedAt" IS NULL)
  OR EXISTS (SELECT FROM adoption WHERE "userId" = $1 AND "readAt" IS NULL) AS more`;

/**
 * Webhooks may be lost. A provider that does not answer delays no deletion: what goes on there unheard is found by the
 * next reconcile, ended, and its charges are given back.
 */
async function readUnheard(billing: Applying & With<'adapter'>, owner: Owner): Promise<void> {
  const { rows } = await billing.database.pool.query<{ more: boolean }>(MAY_HAVE_MORE, [owner.id]);
  if (!rows[0]?.more) return;
  await within(ASK_MS, readOwner(billing, owner)).catch((error: unknown) =>
    billing.log.info({ err: error, userId: owner.id }, 'A provider could not be asked before a deletion'),
  );
}

/** The same while a restored database recovers, when everything was read again. */
export async function endAndMark(
  billing: Applying & With<'trialMark'>,
  userId: string,
  proven?: string,
): Promise<void> {
  const { pool } = billing.database;
  const chargedFrom = billing.now();
  try {
    await syncCheckouts(billing, userId);
    await endOpenPages(billing, userId);
    await endSubscriptions(billing, userId);
  } catch (cause) {
    throw new AppError('deletion_refused', { cause });
  }
  const email = proven ?? (await provenAddress(billing, userId));
  if (email) await keepAddress(billing, { userId, email });
  await findLateCharges(pool, userId);
  await pool.query(MARK, [userId, chargedFrom]);
}

/**
 * After the deletion: blanks personal data. Failures are left to the schedule, because the account is gone whatever the
 * answer.
 */
export async function finishErasure(billing: With<'database' | 'log'>, userId: string): Promise<void> {
  billing.log.info({ userId }, DELETED);
  try {
    await blankPersonalData(billing, { userId });
  } catch (error) {
    billing.log.warn({ err: error, userId }, "A deleted user's data will be blanked by the schedule");
  }
}

/** For users of a foreign login, who have no account here. Throws AppError deletion_refused. */
export async function eraseUser(
  billing: Applying & With<'adapter' | 'trialMark'>,
  { id: userId, email, emailVerified }: BillingUser,
): Promise<void> {
  await prepareErasure(billing, userId, emailVerified ? email : undefined);
  await finishErasure(billing, userId);
}

async function provenAddress({ database }: With<'database'>, id: string): Promise<string | undefined> {
  const account = await database.prisma.user.findUnique({ where: { id } });
  return account?.emailVerified ? account.email : undefined;
}

async function endSubscriptions(billing: Applying, userId: string): Promise<void> {
  const live = await billing.database.prisma.subscription.findMany({ where: { userId, ...LIVE } });
  for (const subscription of live) await endSubscription(billing, subscription);
}
