import { readSubscriptions, type SubscriptionRow } from '../../../database/reads/subscriptions.ts';
import { type Catalogue, paidPlan } from '../../../plans/catalogue.ts';
import type { With } from '../../context.ts';
import { asPaid } from '../../records/scheduledChange.ts';
import { isCollectionPaused, isRunning } from '../../records/subscription.ts';
import { type AccessView, currentAccess } from '../currentAccess.ts';
import { readOwnUse } from '../ownUse.ts';

/** What a grant changes for somebody, and what it leaves as it is. */
export interface GrantEffect {
  /**
   * `raised`: more can be used at once; `later`: only once what is had has ended; `none`: nothing, as what is had goes on
   * or lasts as long.
   */
  access: 'raised' | 'later' | 'none';
  /** What is had without the grant. `until`: ISO 8601, when that ends if nothing else comes; null: it has no end. */
  had: { plan: string; until: string | null };
  /** Subscriptions that go on all the same: a grant takes nothing off their bills. */
  goesOn: { plan: string; bill: 'charged' | 'trial' | 'uncollected' }[];
}

interface PlannedGrant {
  plan: string;
  /** ISO 8601; null: no end. */
  until: string | null;
}

type HeldSubscription = Pick<SubscriptionRow, 'status' | 'standing' | 'cancelAtPeriodEnd' | 'cancelAt'> & {
  plan: string;
  /** By itself: what was refunded or is disputed is charged again, but can't be used. */
  usable: boolean;
};

/** What the grant would change now, for a user known by id. */
export async function grantEffect(
  billing: With<'database' | 'hasAccounts' | 'now' | 'outbox' | 'plans' | 'trialMark'>,
  userId: string,
  grant: PlannedGrant,
): Promise<GrantEffect> {
  const [access, rows, useOf] = await Promise.all([
    currentAccess(billing, { id: userId, email: '' }),
    readSubscriptions(billing.database.pool, userId),
    readOwnUse(billing, userId),
  ]);
  const subscriptions = rows.map((row) => ({ ...row, plan: asPaid(row).plan, usable: useOf(row.id).usable }));
  return judgeGrant(billing.plans, { access, subscriptions }, grant);
}

export function judgeGrant(
  catalogue: Catalogue,
  {
    access,
    subscriptions,
  }: { access: Pick<AccessView, 'plan' | 'endsAt'>; subscriptions: readonly HeldSubscription[] },
  grant: PlannedGrant,
): GrantEffect {
  const rankOf = (plan: string) => paidPlan(catalogue, plan)?.rank ?? -1;
  const isCovered = (plan: string) => rankOf(plan) >= rankOf(grant.plan);
  const goesOn = subscriptions.flatMap((held) => {
    const bill = billOf(held);
    return bill ? [{ plan: held.plan, bill, lasts: isRunning(held.status) && held.usable }] : [];
  });
  const had = { plan: access.plan, until: access.endsAt };
  const bills = goesOn.map(({ plan, bill }) => ({ plan, bill }));
  if (!isCovered(access.plan)) return { access: 'raised', had, goesOn: bills };
  const isLasting = goesOn.some(({ plan, lasts }) => lasts && isCovered(plan));
  const isOutlasted =
    access.endsAt !== null && (grant.until === null || Date.parse(grant.until) > Date.parse(access.endsAt));
  return { access: !isLasting && isOutlasted ? 'later' : 'none', had, goesOn: bills };
}

/** null: nothing more is charged for it. */
function billOf(held: HeldSubscription): GrantEffect['goesOn'][number]['bill'] | null {
  if (held.cancelAtPeriodEnd || held.cancelAt !== null) return null;
  if (held.status === 'past_due') return 'charged';
  if (!isRunning(held.status)) return null;
  if (isCollectionPaused(held)) return 'uncollected';
  return held.status === 'trialing' ? 'trial' : 'charged';
}
