import { readSubscriptions, type SubscriptionRow } from '../../../database/reads/subscriptions.ts';
import type { Billing, BillingUser } from '../../context.ts';
import { countCall } from '../../countCall.ts';
import { permit } from '../../permit.ts';
import { isLive } from '../../records/subscription.ts';
import { syncCheckouts, unfinishedCheckout } from '../../sync/syncCheckouts.ts';
import { within } from '../../within.ts';
import { type OwnSubscription, toOwnSubscription } from '../currentSubscription.ts';
import { listSuperseded, type SupersededCheckout } from './listSuperseded.ts';

const ASK_MS = 4_000;
const SHOWN_FOR_MS = 30 * 86_400_000;

/** What we ended because it was one too many; amounts as decimal strings, `at` in ISO 8601. */
export interface EndedDuplicate {
  plan: string;
  /** What was given back; null: nothing was charged. */
  amount: string | null;
  currency: string | null;
  at: string;
}

export interface LiveSubscriptions {
  /** The dearest first. */
  live: OwnSubscription[];
  ended: EndedDuplicate[];
  superseded: SupersededCheckout[];
}

/** All that will be charged, or is owed, what was ended of late as one too many, and which checkouts count no more. */
export async function listLive(billing: Billing, userId: string): Promise<LiveSubscriptions> {
  const { database } = billing;
  const since = new Date(Date.now() - SHOWN_FOR_MS);
  const [rows, done, superseded] = await Promise.all([
    readSubscriptions(database.pool, userId),
    database.prisma.duplicate.findMany({ where: { userId, state: 'done', doneAt: { gt: since } } }),
    listSuperseded(billing, userId),
  ]);
  const live = rows.filter(isLive).toSorted((a, b) => perMonth(b) - perMonth(a));
  const ended = done.map(({ subscriptionId, amount, currency, doneAt }) => {
    const plan = rows.find(({ id }) => id === subscriptionId)?.plan ?? '';
    return { plan, amount, currency, at: (doneAt ?? since).toISOString() };
  });
  return { live: live.map((row) => toOwnSubscription(row, billing)), ended, superseded };
}

function perMonth({ amount, interval }: SubscriptionRow): number {
  return Number(amount) / (interval === 'year' ? 12 : 1);
}

/**
 * Whether the provider was asked for all of the user's checkouts whose end nobody told; what was paid is in the records
 * then. It doesn't wait for a provider that is away.
 */
export async function checkPurchases(billing: Billing, user: BillingUser): Promise<{ asked: boolean }> {
  permit(user, 'write');
  const { checkout } = billing.database.prisma;
  if ((await checkout.count({ where: { ...unfinishedCheckout(), userId: user.id } })) === 0) return { asked: true };
  await countCall(billing, 'refresh', user);
  try {
    await within(ASK_MS, syncCheckouts(billing, user.id));
    return { asked: true };
  } catch (error) {
    billing.log.info({ err: error, userId: user.id }, 'The provider could not be asked for open checkouts');
    return { asked: false };
  }
}
