import { useEffect, useRef, useState } from 'react';
import { trpc } from '../trpc.ts';
import { useVisible } from './useVisible.ts';

/** Before it is asked once more, where the answer has become old. */
const AGAIN_MS = 60_000;
const SLOW_MS = 1_000;

export interface ProviderCheck {
  /** It takes long enough to be said. */
  slow: boolean;
  /** The provider could not be asked. */
  away: boolean;
  again(): void;
}

/**
 * Webhooks get lost: when the page opens, the server is made to ask the provider, and asks only where its last answer is
 * old. A hidden tab waits until it is seen. `asked`: whether what the page shows is all there is.
 */
export function useProviderCheck(asked: boolean | undefined): ProviderCheck {
  const utils = trpc.useUtils();
  const visible = useVisible();
  const last = useRef<number | null>(null);
  const { mutate, isPending, data } = trpc.subscription.check.useMutation({
    retry: false,
    onSuccess: ({ now }) =>
      now ? Promise.all([utils.subscription.invalidate(), utils.payments.invalidate()]) : undefined,
  });
  useEffect(() => {
    if (!visible || (last.current !== null && asked !== false)) return;
    const wait = last.current === null ? 0 : Math.max(0, last.current + AGAIN_MS - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      mutate();
    }, wait);
    return () => clearTimeout(timer);
  }, [visible, asked, mutate]);
  return { slow: useLasting(isPending), away: !isPending && data?.away === true, again: () => mutate() };
}

/** What passes quickly is not said. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return lasts;
}
