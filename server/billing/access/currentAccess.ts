import { type Catalogue, paidPlan, paidPlans } from '../../plans/catalogue.ts';
import type { BillingUser, With } from '../context.ts';
import { type Access, bestOf, inText, isGranted } from './access.ts';
import { type Holder, readHeld, timelinesOf } from './readTimelines.ts';
import { grantSpans, purchaseSpans } from './timeline/otherSpans.ts';
import { NO_RECORDS, type OwnerRecords } from './timeline/ownerRecords.ts';
import { spanAt } from './timeline/span.ts';
import { accessAt, bestAt, type Period } from './timeline/timeline.ts';
import { hadByOthers, needsProof } from './trials/isTrialAvailable.ts';

/** A plan that somebody has without a subscription. */
export interface OwnedPlan {
  plan: string;
  by: 'purchased' | 'granted';
  /** ISO 8601; null: no end. */
  until: string | null;
  /** This plan, and every lower one. */
  covers: string[];
}

export interface AccessView extends Omit<Access, 'until' | 'endsAt'> {
  /** ISO 8601; null for `free` and for access without an end. */
  until: string | null;
  /** ISO 8601: when this changes by time alone, days of grace included; null: it does not. */
  endsAt: string | null;
  trialAvailable: boolean;
  /** A trial would be available if the address was verified. */
  trialNeedsProof: boolean;
  /** The same for what is had in all. */
  covers: string[];
  /** Whether it comes from the organisation that the user acts in. */
  through: 'self' | 'organisation';
  /** Purchases and grants that last, the highest plan first; the organisation's are not among them. */
  owned: OwnedPlan[];
  /** When this was computed, ISO 8601. */
  asOf: string;
}

/**
 * A user's current access, from everything that the user and the user's current organisation have at every provider.
 */
export async function currentAccess(
  billing: With<'database' | 'hasAccounts' | 'now' | 'outbox' | 'plans' | 'trialMark'>,
  user: Holder & Pick<BillingUser, 'email'> & Partial<BillingUser>,
): Promise<AccessView> {
  const { plans, now } = billing;
  const held = await readHeld(billing, user);
  const at = now();
  const timelines = timelinesOf(billing, held);
  const granted = bestAt(plans, timelines, at);
  const view = { ...inText(granted), asOf: at.toISOString() };
  const isFirst = held[0]?.subscriptions.length === 0;
  const through = isShared(plans, timelines, at) ? ('organisation' as const) : ('self' as const);
  const had = { covers: coveredBy(plans, granted.plan), through, owned: ownedIn(plans, held[0] ?? NO_RECORDS, at) };
  const isLeft = isFirst && !(await hadByOthers(billing, user));
  const isUnproven = needsProof(billing, user);
  return { ...view, ...had, trialAvailable: isLeft && !isUnproven, trialNeedsProof: isLeft && isUnproven };
}

/** What the organisation has is better than what is had without it. */
function isShared(catalogue: Catalogue, [own = [], shared]: readonly Period[][], now: Date): boolean {
  if (!shared) return false;
  const theirs = accessAt(shared, now);
  return isGranted(theirs) && bestOf(catalogue, [accessAt(own, now), theirs]) === theirs;
}

function coveredBy(catalogue: Catalogue, plan: string): string[] {
  const rank = paidPlan(catalogue, plan)?.rank ?? Number.NEGATIVE_INFINITY;
  return paidPlans(catalogue).flatMap((each) => (each.rank <= rank ? [each.name] : []));
}

/** Of a plan that is had both ways, what lasts longer. */
function ownedIn(catalogue: Catalogue, { purchases, grants }: OwnerRecords, now: Date): OwnedPlan[] {
  const spans = [...purchaseSpans(catalogue, purchases), ...grants.map((grant) => grantSpans(catalogue, grant))];
  const all = spans.map((each) => spanAt(each, now));
  return paidPlans(catalogue)
    .toReversed()
    .flatMap(({ name }) => {
      const { plan, reason, until } = bestOf(
        catalogue,
        all.filter((access) => access.plan === name),
      );
      const by = reason === 'purchased' || reason === 'granted' ? reason : null;
      return by ? [{ plan, by, until: until?.toISOString() ?? null, covers: coveredBy(catalogue, plan) }] : [];
    });
}
