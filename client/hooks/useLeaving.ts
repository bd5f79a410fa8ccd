import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Runs one call at a time that ends on another site. `busy` is the running call's key, until the call fails or
 * the page comes back from the browser's cache. A ref guards, because a second click can come before a render.
 */
export function useLeaving() {
  const running = useRef(false);
  const [busy, setBusy] = useState<string | null>(null);
  const release = useCallback(() => {
    running.current = false;
    setBusy(null);
  }, []);
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && release();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [release]);
  const leave = useCallback(
    async (key: string, address: () => Promise<{ url: string }>) => {
      if (running.current) return;
      running.current = true;
      setBusy(key);
      try {
        window.location.assign((await address()).url);
      } catch {
        release();
      }
    },
    [release],
  );
  return { busy, leave };
}
