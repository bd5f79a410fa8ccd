import { useRef, useState } from 'react';
import type { AuthResult } from '../auth.ts';
import { trpc } from '../trpc.ts';

/**
 * Sends one change of the account at a time. A session that has ended turns the page signed out.
 * `leaves`: what is done leads away, so that the page need not learn of it.
 */
export function useSetting<Refused extends object>({ leaves = false } = {}) {
  const utils = trpc.useUtils();
  const running = useRef(false);
  const [state, setState] = useState(() => rest<Refused>(null));
  return {
    ...state,
    refuse: (problem: Refused) => setState(rest(problem)),
    /** Resolves to whether it was done. */
    async send(call: () => Promise<AuthResult>, explain: (refusal: NonNullable<AuthResult>) => Refused) {
      if (running.current) return false;
      running.current = true;
      setState({ busy: true, done: false, problem: null });
      const refusal = await call();
      running.current = false;
      setState(
        refusal
          ? rest({ ...explain(refusal), requestId: refusal.requestId })
          : { busy: false, done: true, problem: null },
      );
      if (refusal ? refusal.status === 401 : !leaves) await utils.session.me.invalidate();
      return refusal === null;
    },
  };
}

interface State<Refused> {
  busy: boolean;
  done: boolean;
  problem: (Refused & { requestId?: string }) | null;
}

function rest<Refused>(problem: State<Refused>['problem']): State<Refused> {
  return { busy: false, done: false, problem };
}
