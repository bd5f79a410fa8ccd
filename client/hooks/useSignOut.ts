import { useRef, useState } from 'react';
import { signOut } from '../auth.ts';
import { addressAt } from '../router/site.ts';
import { usePageText } from '../text/usePageText.ts';
import { refusedAccount } from '../views/formErrors.ts';

/** Ends the session and loads the site anew, so that nothing of the account stays in memory. */
export function useSignOut() {
  const { copy } = usePageText();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    busy,
    problem,
    async signOut() {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setProblem(null);
      const refused = await signOut();
      if (!refused) return window.location.assign(addressAt('/sign-in'));
      running.current = false;
      setBusy(false);
      setProblem(refusedAccount(refused, copy).message ?? copy.errors.server);
    },
  };
}
