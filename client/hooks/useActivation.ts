import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc } from '../trpc.ts';
import {
  ACTIVATION_TIMEOUT_MS,
  type Activation,
  isActivated,
  type Purchase,
  REFRESH_AFTER_MS,
} from '../views/activation.ts';

const POLL_MS = 1_000;

interface ActivationOptions {
  purchase: Purchase;
  /** Whether a checkout has just come back; else there is nothing to wait for. */
  wanted: boolean;
}

/** Watches the records after a checkout until they show the purchase; the live stream is faster than its polling. */
export function useActivation({ purchase, wanted }: ActivationOptions) {
  const [state, setState] = useState<Activation | null>(wanted ? 'waiting' : null);
  const utils = trpc.useUtils();
  const polling = state === 'waiting' ? { refetchInterval: POLL_MS, refetchIntervalInBackground: true } : {};
  const current = trpc.subscription.live.useQuery(undefined, {
    ...polling,
    enabled: state !== null && purchase === 'subscription',
  });
  const payments = trpc.payments.list.useQuery(
    { limit: 5 },
    { ...polling, enabled: state !== null && purchase === 'one_time' },
  );
  const subscription = current.data?.live.find(({ isRunning }) => isRunning) ?? null;
  const known = { subscription, payments: payments.data?.payments };
  const isAwaited = (current.data?.awaited.length ?? 0) > 0;
  const fresh = useFetchedSince(purchase === 'one_time' ? payments.dataUpdatedAt : current.dataUpdatedAt);
  const activated = fresh && isActivated({ purchase, ...known }, new Date());
  useEffect(() => {
    if (state === null || state === 'done' || !activated) return;
    setState('done');
    void Promise.all([utils.subscription.invalidate(), utils.payments.invalidate()]);
  }, [state, activated, utils]);
  useEffect(() => {
    if (state !== 'waiting') return;
    // A bank debit takes days: the card says so.
    const timer = setTimeout(() => setState(isAwaited ? null : 'late'), ACTIVATION_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state, isAwaited]);
  const asked = useProviderAsked(state);
  const watched = purchase === 'one_time' ? payments : current;
  return {
    state,
    purchase,
    /** Why the news of the purchase could not be read. */
    error: watched.error ?? (state === 'late' ? asked.error : null),
    refresh() {
      setState('waiting');
      asked.ask();
      void watched.refetch();
    },
  };
}

/** A webhook may never come: after a while without news the server asks the provider, once, and again on request. */
function useProviderAsked(state: Activation | null) {
  const utils = trpc.useUtils();
  const { mutate, error } = trpc.subscription.refresh.useMutation({
    retry: false,
    onSuccess: () => Promise.all([utils.subscription.invalidate(), utils.payments.invalidate()]),
  });
  const asked = useRef(false);
  const ask = useCallback(() => {
    asked.current = true;
    mutate();
  }, [mutate]);
  useEffect(() => {
    if (state !== 'waiting' || asked.current) return;
    const timer = setTimeout(ask, REFRESH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, ask]);
  return { ask, error };
}

/** Whether data came in after this component first looked: what was cached before the checkout says nothing. */
function useFetchedSince(updatedAt: number): boolean {
  const since = useRef(Date.now());
  return updatedAt >= since.current;
}
