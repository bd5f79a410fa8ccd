import { readSubscriptions, type SubscriptionRow } from '../../../database/reads/subscriptions.ts';
import { type OwnUse, readOwnUse } from '../../access/ownUse.ts';
import type { BillingUser, With } from '../../context.ts';
import { awaitsPayment, newestFirst } from '../../records/subscription.ts';
import { lastAsked } from '../../sync/askProviders.ts';
import { type OwnSubscription, toOwnSubscription } from '../currentSubscription.ts';
import { listSuperseded, type SupersededCheckout } from './listSuperseded.ts';

const SHOWN_FOR_MS = 30 * 86_400_000;

/** A duplicate that we ended; amounts as decimal strings, `at` in ISO 8601. */
export interface EndedDuplicate {
  plan: string;
  /** The refunded amount; null: nothing was charged. */
  amount: string | null;
  currency: string | null;
  at: string;
}

/** With what it lets its owner use by itself. */
export interface UsedSubscription extends OwnSubscription {
  use: OwnUse;
}

export interface LiveSubscriptions {
  /** Highest plan first. */
  live: UsedSubscription[];
  /** Those whose first payment has not arrived yet, newest first. */
  awaited: UsedSubscription[];
  /** The user's last subscription, if there is neither of the above. */
  latest: UsedSubscription | null;
  ended: EndedDuplicate[];
  superseded: SupersededCheckout[];
  /** Whether nothing else is charged: true only if the providers recently said so, or know no such customer. */
  asked: boolean;
  /** Whether the address is the user's: only then are customers that have it at the provider known here. */
  proven: boolean;
}

/**
 * Everything that will be charged or is owed, duplicates that were ended recently, and checkouts that no longer count.
 */
export async function listLive(
  billing: With<'adapters' | 'database' | 'former' | 'now' | 'plans' | 'prices'>,
  user: BillingUser,
): Promise<LiveSubscriptions> {
  const { database } = billing;
  const userId = user.id;
  const since = new Date(Date.now() - SHOWN_FOR_MS);
  const [rows, { isFresh }, done, superseded, givenBy] = await Promise.all([
    readSubscriptions(database.pool, userId),
    lastAsked(billing, user),
    database.prisma.duplicate.findMany({ where: { userId, state: 'done', doneAt: { gt: since } } }),
    listSuperseded(billing, userId),
    readOwnUse(billing, userId),
  ]);
  const own = (row: SubscriptionRow) => ({ ...toOwnSubscription(row, billing), use: givenBy(row.id) });
  const live = rows
    .toSorted((a, b) => perMonth(b) - perMonth(a))
    .map(own)
    .filter(({ isLive }) => isLive);
  const ended = done.map(({ subscriptionId, amount, currency, doneAt }) => {
    const plan = rows.find(({ id }) => id === subscriptionId)?.plan ?? '';
    return { plan, amount, currency, at: (doneAt ?? since).toISOString() };
  });
  const awaited = rows.filter(awaitsPayment).toSorted(newestFirst);
  const latest = live.length + awaited.length > 0 ? undefined : rows.toSorted(newestFirst)[0];
  const others = { awaited: awaited.map(own), latest: latest ? own(latest) : null };
  return { live, ...others, ended, superseded, asked: isFresh, proven: user.emailVerified };
}

function perMonth({ amount, interval }: SubscriptionRow): number {
  return Number(amount) / (interval === 'year' ? 12 : 1);
}
