import { useRef, useState } from 'react';
import type { AuthResult } from '../auth.ts';
import { trpc } from '../trpc.ts';

/** Sends one change of the account at a time. A session that has ended turns the page signed out. */
export function useSetting<Problem>() {
  const utils = trpc.useUtils();
  const running = useRef(false);
  const [state, setState] = useState<{ busy: boolean; done: boolean; problem: Problem | null }>(rest(null));
  return {
    ...state,
    refuse: (problem: Problem) => setState(rest(problem)),
    /** Resolves to whether it was done. */
    async send(call: () => Promise<AuthResult>, explain: (refusal: NonNullable<AuthResult>) => Problem) {
      if (running.current) return false;
      running.current = true;
      setState({ busy: true, done: false, problem: null });
      const refusal = await call();
      running.current = false;
      setState(refusal ? rest(explain(refusal)) : { busy: false, done: true, problem: null });
      if (!refusal || refusal.status === 401) await utils.session.me.invalidate();
      return refusal === null;
    },
  };
}

function rest<Problem>(problem: Problem | null) {
  return { busy: false, done: false, problem };
}
