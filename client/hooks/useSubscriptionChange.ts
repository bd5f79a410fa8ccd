import { useRef } from 'react';
import { usePageText } from '../text/usePageText.ts';
import { failureOf, type LiveSubscriptions, type SubscriptionChange, type SubscriptionView, trpc } from '../trpc.ts';
import { changeProblem } from '../views/failureText.ts';
import { type AcceptedChange, isChanged } from '../views/planChange.ts';

/** Changes the running subscription, one change at a time. `problem`: why the last one failed, in words. */
export function useSubscriptionChange() {
  const { copy, format } = usePageText();
  const utils = trpc.useUtils();
  const running = useRef(false);
  const mutation = trpc.subscription.change.useMutation({
    retry: false,
    onSuccess: ({ subscription: now }) =>
      utils.subscription.live.setData(undefined, (known) => (known && now ? withChanged(known, now) : known)),
    onSettled: () => Promise.all([utils.subscription.invalidate(), utils.payments.invalidate()]),
  });
  const { data } = mutation;
  // The API takes more kinds than pages offer.
  const variables = mutation.variables as SubscriptionChange | undefined;
  return {
    busy: (mutation.isPending ? (variables?.kind ?? null) : null) as SubscriptionChange['kind'] | 'another' | null,
    /** The subscription that the last one named. */
    target: variables?.subscriptionId,
    problem: mutation.error &&
      variables && { kind: variables.kind, ...changeProblem(failureOf(mutation.error), copy, format) },
    accepted: data && variables ? accept(variables, data) : null,
    /** Resolves to null when it failed, or when another change is under way. */
    async change(wanted: SubscriptionChange): Promise<AcceptedChange | null> {
      if (running.current) return null;
      running.current = true;
      try {
        return accept(wanted, await mutation.mutateAsync(wanted));
      } catch {
        return null;
      } finally {
        running.current = false;
      }
    },
  };
}

function accept(change: SubscriptionChange, { subscription }: { subscription: Parameters<typeof isChanged>[1] }) {
  return { change, confirmed: isChanged(change, subscription) };
}

function withChanged(known: LiveSubscriptions, now: SubscriptionView): LiveSubscriptions {
  return { ...known, live: known.live.map((one) => (one.id === now.id ? { ...one, ...now } : one)) };
}

export type PlanChanges = ReturnType<typeof useSubscriptionChange>;

/** As one of several subscriptions has them: what is changed is named, and what became of another one is not its own. */
export function changesOf(changes: PlanChanges, subscriptionId: string): PlanChanges {
  const isOwn = changes.target === undefined || changes.target === subscriptionId;
  return {
    ...changes,
    busy: isOwn || changes.busy === null ? changes.busy : 'another',
    problem: isOwn ? changes.problem : null,
    accepted: isOwn ? changes.accepted : null,
    change: (wanted) => changes.change({ ...wanted, subscriptionId }),
  };
}
