import type { Subscription } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';
import { liveSubscriptions } from '../checkout/startCheckout.ts';
import type { Billing } from '../context.ts';
import { healCheckouts } from '../sync/healCheckouts.ts';
import { readTruth } from '../sync/settle.ts';

/** Those whose accounts are gone; a marked one that is still there changed their mind, or the deletion failed. */
const GONE = `(SELECT e."userId" FROM erased_user e WHERE ($1::text IS NULL OR e."userId" = $1)
  AND NOT EXISTS (SELECT 1 FROM "user" u WHERE u.id = e."userId"))`;

const ERASURES = [
  `UPDATE customer SET email = '', metadata = NULL
    WHERE "userId" IN ${GONE} AND (email <> '' OR metadata IS NOT NULL)`,
  `UPDATE payment SET "receiptUrl" = NULL WHERE "userId" IN ${GONE} AND "receiptUrl" IS NOT NULL`,
  `UPDATE webhook_event SET body = NULL WHERE "userId" IN ${GONE} AND body IS NOT NULL`,
  `DELETE FROM checkout WHERE "userId" IN ${GONE}`,
];

/** Ignored events tell no user, but their bodies may; of everyone at once, only what came lately is looked through. */
const ERASE_IGNORED = `
  WITH names AS (
    SELECT "userId" AS name FROM erased_user
      WHERE "userId" IN ${GONE} AND ($1::text IS NOT NULL OR "erasedAt" > clock_timestamp() - interval '7 days')
    UNION SELECT c."providerCustomerId" FROM customer c JOIN erased_user e ON e."userId" = c."userId"
      WHERE c."userId" IN ${GONE} AND ($1::text IS NOT NULL OR e."erasedAt" > clock_timestamp() - interval '7 days')
  )
  UPDATE webhook_event w SET body = NULL FROM names
    WHERE w.outcome = 'ignored' AND w.body IS NOT NULL AND position(names.name IN w.body) > 0
      AND ($1::text IS NOT NULL OR w."receivedAt" > clock_timestamp() - interval '1 day')`;

/**
 * Before an account is deleted: ends the user's subscriptions at their providers, so that nobody is charged without
 * an account. Throws AppError deletion_refused while one may still run; nothing is deleted then.
 */
export async function prepareErasure(billing: Billing, userId: string): Promise<void> {
  try {
    await healCheckouts(billing, userId);
    await endSubscriptions(billing, userId);
  } catch (cause) {
    throw new AppError('deletion_refused', { cause });
  }
  await billing.database.prisma.erasedUser.upsert({ where: { userId }, create: { userId }, update: {} });
}

/**
 * Blanks what tells a deleted user's person: e-mail address, metadata, receipts, the bodies of their events.
 * Payments and subscriptions stay. Without a user: everyone's who was deleted, since late events bring some of it back.
 */
export async function erasePersonalData({ database }: Billing, userId: string | null = null): Promise<void> {
  for (const erasure of [...ERASURES, ERASE_IGNORED]) await database.pool.query(erasure, [userId]);
}

/** A checkout page that was open at the deletion may have been paid since: what came of it is ended too. */
export async function endErasedSubscriptions(billing: Billing): Promise<void> {
  const { rows } = await billing.database.pool.query<{ userId: string }>(
    `SELECT DISTINCT s."userId" FROM subscription s JOIN erased_user e ON e."userId" = s."userId"
      WHERE s.status IN ('active', 'trialing', 'past_due') AND s."userId" IN ${GONE}`,
    [null],
  );
  for (const { userId } of rows) await endSubscriptions(billing, userId);
}

async function endSubscriptions(billing: Billing, userId: string): Promise<void> {
  const live = await billing.database.prisma.subscription.findMany({ where: liveSubscriptions(userId) });
  for (const subscription of live) await end(billing, subscription);
}

/** Rejects unless the provider says that it has ended; a cancelation that came twice is none that failed. */
async function end(billing: Billing, { id, provider, providerSubscriptionId }: Subscription): Promise<void> {
  const adapter = billing.adapters.get(provider);
  if (!adapter) throw new Error(`Provider ${provider} is not set up`);
  const canceled = await adapter.changeSubscription(providerSubscriptionId, { kind: 'cancel_now' }).then(
    () => true,
    (error: unknown) => {
      billing.log.warn({ err: error, subscriptionId: id }, 'A subscription could not be canceled for a deletion');
      return false;
    },
  );
  const read = readTruth(billing, adapter, providerSubscriptionId);
  if (canceled) return void (await read.catch(() => {}));
  await read;
  const { status } = await billing.database.prisma.subscription.findUniqueOrThrow({ where: { id } });
  if (status !== 'canceled' && status !== 'deleted') throw new Error('The subscription still runs');
}
