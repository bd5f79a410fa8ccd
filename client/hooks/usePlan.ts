import {
  type AccessView,
  type LiveSubscriptions,
  type OrganisationView,
  type PaymentView,
  trpc,
  type UsedSubscription,
} from '../trpc.ts';
import { usePayments } from './usePayments.ts';

/** What the reader has, and what it lets one use. */
export interface KnownPlan extends LiveSubscriptions {
  /** What is live, the dearest first, and what awaits its first payment; else what was had last. */
  shown: UsedSubscription[];
  access: AccessView;
  /** What the organisation has that the reader acts in; null: there is none. */
  organisation: OrganisationView | null;
  /** The newest; empty, too, where they could not be read: the page says so where it lists them. */
  payments: PaymentView[];
}

/** The reader's subscriptions and what they let one use; all or nothing, so that the page never shows half the truth. */
export function usePlan() {
  const own = trpc.subscription.live.useQuery();
  const access = trpc.subscription.access.useQuery();
  const organisation = trpc.subscription.organisation.useQuery();
  const queries = [own, access, organisation];
  const paid = usePayments();
  const payments = paid.data?.payments ?? [];
  const known: KnownPlan | undefined =
    own.data && access.data && organisation.data !== undefined && paid.isFetched
      ? { ...own.data, shown: shownOf(own.data), access: access.data, organisation: organisation.data, payments }
      : undefined;
  return {
    data: known,
    error: queries.find((query) => query.isError)?.error ?? null,
    busy: queries.some((query) => query.isFetching),
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

/** What ended later never hides what is live. */
export function shownOf({ live, awaited, latest }: LiveSubscriptions): UsedSubscription[] {
  const present = [...live, ...awaited];
  return present.length > 0 || !latest ? present : [latest];
}
